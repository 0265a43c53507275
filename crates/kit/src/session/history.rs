//! The history of a game: the base, the tokens after it and the position after each move and event. If a new position
//! line has the same viewer and base, only the tokens after the common prefix are replayed.

use crate::game::Game;
use crate::key_history::KeyHistory;
use crate::state::State;
use crate::text::TokenError;
use crate::verdict::Termination;
use base::counted::counted;
use base::quote::quote;
use ugi::{Base, ErrorCode, ProtocolError, Seat, Turn, Viewer, is_verdict, may_be_move};

/// The error for a token with unknown cards in the master history.
const NO_SEAT: &str = "unknown cards need seat K before startpos or fen";

/// A parsed token of a history.
#[derive(Clone, Debug)]
pub enum Step<G: State> {
    /// A move by the seat to move.
    Move(G::Action),
    /// A chance event: its canonical token in the view of this history.
    Event(String),
    /// `resign`, `!end/…` or an illegal token, each of which ends the game.
    End,
}

/// A token of a history, with the positions around it. The token that ends a game changes no position.
#[derive(Debug)]
pub struct Entry<'a, G: State> {
    /// The position before the token.
    pub before: &'a G,
    /// The position after the token.
    pub after: &'a G,
    /// The parsed token.
    pub step: &'a Step<G>,
    /// The token as received.
    pub token: &'a str,
}

/// The tokens of a history as one text, because millions of short strings would leave the heap in pieces.
#[derive(Clone, Debug, Default)]
struct Tokens {
    text: String,
    /// Where each token ends in `text`.
    ends: Vec<usize>,
}

impl Tokens {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn get(&self, index: usize) -> Option<&str> {
        let start = index.checked_sub(1).map_or(Some(&0), |before| self.ends.get(before))?;
        self.text.get(*start..*self.ends.get(index)?)
    }

    fn push(&mut self, token: &str) {
        self.text.push_str(token);
        self.ends.push(self.text.len());
    }

    fn truncate(&mut self, count: usize) {
        self.ends.truncate(count);
        self.text.truncate(self.ends.last().copied().unwrap_or_default());
    }

    /// Returns how many of the first tokens are equal to those of `other`.
    fn common(&self, other: &[&str]) -> usize {
        other.iter().enumerate().take_while(|(index, token)| self.get(*index) == Some(**token)).count()
    }
}

/// The history of a game as one viewer sees it: a base, the tokens after it and all positions.
#[derive(Clone, Debug)]
pub struct GameHistory<G: State> {
    /// The viewer whose view this history contains.
    pub viewer: Viewer,
    /// The position text of the base as received; `None` for the start position.
    base: Option<String>,
    /// The tokens as received, one per step. Tokens after the end of the game are not stored.
    tokens: Tokens,
    steps: Vec<Step<G>>,
    /// The base and the position after each move and event.
    positions: Vec<G>,
    /// The keys of these positions.
    pub keys: KeyHistory,
    /// The end of the game if it does not follow from the position, as after a resignation.
    pub termination: Option<Termination>,
    /// The error of the illegal token that ended the game, if one did.
    refused: Option<ProtocolError>,
    /// The tokens that were last reported because they follow the end of the game. Clients send the same line several
    /// times per ply, and these tokens are reported only once.
    trailing_tokens: String,
}

impl<G: Game> GameHistory<G> {
    /// Creates a master history with the start position.
    #[must_use]
    pub fn start(rules: &G::Rules) -> Self {
        Self::from_base(Viewer::Master, None, G::start(rules))
    }

    fn from_base(viewer: Viewer, base: Option<String>, position: G) -> Self {
        Self {
            viewer,
            base,
            tokens: Tokens::default(),
            steps: Vec::new(),
            keys: KeyHistory::new(position.key()),
            positions: vec![position],
            termination: None,
            refused: None,
            trailing_tokens: String::new(),
        }
    }

    /// Returns the position after the last token.
    #[must_use]
    pub fn position(&self) -> &G {
        self.positions.last().expect("a history contains at least its base")
    }

    /// Returns who decides next. After an end that does not follow from the position, such as a resignation, this is
    /// also [`Turn::Over`].
    #[must_use]
    pub fn turn(&self) -> Turn {
        if self.termination.is_some() { Turn::Over } else { self.position().turn() }
    }

    /// Returns the number of tokens.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.tokens.len()
    }

    /// Returns a token of the history, counted from 0.
    #[must_use]
    pub fn entry(&self, index: usize) -> Option<Entry<'_, G>> {
        let before = self.positions.get(index)?;
        let after = self.positions.get(index + 1).unwrap_or(before);
        Some(Entry { before, after, step: self.steps.get(index)?, token: self.tokens.get(index)? })
    }

    /// Returns the current position and the one before it, if there is one.
    #[must_use]
    pub fn latest(&self) -> Vec<&G> {
        self.positions.iter().rev().take(2).collect()
    }

    /// Returns the last move and the position before it. Returns `None` if the last position is the base or follows a
    /// chance event.
    #[must_use]
    pub fn last_move(&self) -> Option<(&G, G::Action)> {
        // Only `Step::End` adds no position, so this is the index of the last move or event.
        let index = self.positions.len().checked_sub(2)?;
        match self.steps[index] {
            Step::Move(action) => Some((&self.positions[index], action)),
            Step::Event(_) | Step::End => None,
        }
    }

    /// Replaces this history with one that consists of `base` and `tokens`, both as `viewer` sees them. Positions after
    /// leading tokens that the two histories have in common are kept. On success, returns errors to report that did not
    /// prevent loading.
    ///
    /// # Errors
    /// Returns an error if the base is not valid, the viewer's seat does not exist, or a token contradicts the known
    /// cards or does not belong to this view. On error, the history is left unchanged.
    pub fn set(
        &mut self,
        rules: &G::Rules,
        viewer: Viewer,
        base: Base,
        tokens: &[&str],
    ) -> Result<Vec<ProtocolError>, ProtocolError> {
        let text = match base {
            Base::Start => None,
            Base::Fen(text) => Some(text),
        };
        if viewer != self.viewer || text != self.base.as_deref() {
            let position = match text {
                None => G::start(rules),
                Some(text) => G::parse_view(rules, text, viewer)
                    .map_err(|e| ProtocolError::new(ErrorCode::BadFen, e.to_string()))?,
            };
            check_seat(viewer, &position)?;
            let mut new = Self::from_base(viewer, text.map(str::to_string), position);
            let remarks = new.append(tokens)?;
            *self = new;
            return Ok(remarks);
        }
        let shared = self.tokens.common(tokens);
        if shared == self.tokens.len() {
            let refused = self.refused.clone();
            let remarks = self.append(&tokens[shared..]).inspect_err(|_| self.cut(shared))?;
            return Ok(refused.into_iter().chain(remarks).collect());
        }
        let mut branch = self.clone();
        branch.cut(shared);
        let remarks = branch.append(&tokens[shared..])?;
        *self = branch;
        Ok(remarks)
    }

    fn cut(&mut self, steps: usize) {
        if steps < self.steps.len() {
            self.tokens.truncate(steps);
            self.steps.truncate(steps);
            self.positions.truncate(steps + 1);
            self.keys.truncate(steps + 1);
            self.termination = None;
            self.refused = None;
            self.trailing_tokens.clear();
        }
    }

    fn append(&mut self, tokens: &[&str]) -> Result<Vec<ProtocolError>, ProtocolError> {
        let mut remarks = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            if self.turn() == Turn::Over {
                remarks.extend(self.report_trailing_tokens(&tokens[index..]));
                break;
            }
            remarks.extend(self.step(token)?);
        }
        Ok(remarks)
    }

    /// Reports tokens after the end of the game, unless they were reported before.
    fn report_trailing_tokens(&mut self, tokens: &[&str]) -> Option<ProtocolError> {
        let trailing = tokens.join(" ");
        let is_new = trailing != self.trailing_tokens;
        self.trailing_tokens = trailing;
        is_new.then(|| ProtocolError::about(ErrorCode::GameOver, &self.trailing_tokens))
    }

    /// Adds one token. If the token is illegal and thereby ends the game, returns the error to report as
    /// `Ok(Some(...))`.
    fn step(&mut self, token: &str) -> Result<Option<ProtocolError>, ProtocolError> {
        let place = || format!("token {}: {}", self.tokens.len() + 1, quote(token));
        let turn = self.position().turn();
        if let Some(why) = self.viewer_mismatch(token, turn) {
            return Err(ProtocolError::new(ErrorCode::BadArgument, format!("position: {}: {why}", place())));
        }
        let mut remark = None;
        let step = if let Some(termination) = Termination::by_token(self.position(), token) {
            self.termination = Some(termination);
            Step::End
        } else {
            match self.read(token, turn) {
                Ok(step) => step,
                Err(TokenError::Cards) if self.cards_may_conflict(turn) => {
                    let text = format!("{} {}", place(), TokenError::Cards);
                    return Err(ProtocolError::new(ErrorCode::HiddenConflict, text));
                }
                Err(_) => {
                    remark = Some(ProtocolError::new(ErrorCode::IllegalMove, place()));
                    self.refused.clone_from(&remark);
                    self.termination = Some(Termination::offence(self.position(), "illegal"));
                    Step::End
                }
            }
        };
        match &step {
            Step::Move(action) => {
                self.advance(self.position().after(*action), self.position().is_irreversible(*action));
            }
            Step::Event(event) => {
                let next = (G::EVENTS.after)(self.position(), event, self.viewer);
                let next = next.map_err(|_| ProtocolError::new(ErrorCode::IllegalMove, place()))?;
                self.advance(next, false);
            }
            Step::End => {}
        }
        self.steps.push(step);
        self.tokens.push(token);
        Ok(remark)
    }

    /// Returns a message if a token contains unknown cards (`?`) and either this is the master history or the token
    /// belongs to the view of another viewer. Such a line is a client error and must not count as an illegal move that
    /// ends the game.
    fn viewer_mismatch(&self, token: &str, turn: Turn) -> Option<String> {
        // Without chance events there are no unknown cards, and an `!end/…` token contains no cards.
        if !G::EVENTS.has_chance || !token.contains('?') || is_verdict(token) {
            return None;
        }
        let seat = match self.viewer {
            Viewer::Master => return Some(NO_SEAT.to_string()),
            Viewer::Public => 0,
            Viewer::Seat(seat) => seat.number(),
        };
        let seats = (0..self.position().seats()).map(|index| Viewer::Seat(Seat::new(index)));
        let is_of_another = || seats.chain([Viewer::Public]).any(|viewer| self.is_view(token, viewer));
        let is_mismatch = turn == Turn::Chance
            && !self.is_view(token, self.viewer)
            && (self.parse_event(token) == Err(TokenError::View) || is_of_another());
        is_mismatch.then(|| format!("this is not what seat {seat} sees"))
    }

    /// Checks that a token has no unknown cards if nothing is hidden in this history.
    ///
    /// # Errors
    /// Returns an error if it has.
    pub fn check_unknown(&self, token: &str) -> Result<(), ProtocolError> {
        match self.viewer_mismatch(token, self.turn()) {
            Some(why) if self.viewer == Viewer::Master && self.turn() != Turn::Over => {
                Err(ProtocolError::new(ErrorCode::BadArgument, format!("{}: {why}", quote(token))))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether this event token is exactly what `viewer` sees of an event.
    fn is_view(&self, token: &str, viewer: Viewer) -> bool {
        let seen = (G::EVENTS.view)(self.position(), token, viewer, viewer);
        seen.is_ok() && seen == (G::EVENTS.view)(self.position(), token, viewer, Viewer::Master)
    }

    /// Adds the next position. `irreversible` means that no earlier position can recur.
    fn advance(&mut self, next: G, irreversible: bool) {
        self.keys.push(next.key(), irreversible);
        if self.keys.ends_game(&next) {
            self.termination = Some(Termination::repetition());
        }
        self.positions.push(next);
    }

    /// Returns the keys of the earlier positions that can recur, oldest first.
    #[must_use]
    pub fn earlier_keys(&self) -> Vec<u64> {
        self.keys.earlier().collect()
    }

    /// Returns whether the repetition rule ends the game after this move.
    #[must_use]
    pub fn is_ended_by(&self, action: G::Action) -> bool {
        let mut keys = self.keys.clone();
        let next = self.position().after(action);
        keys.push(next.key(), self.position().is_irreversible(action));
        keys.ends_game(&next)
    }

    fn read(&self, token: &str, turn: Turn) -> Result<Step<G>, TokenError> {
        match turn {
            Turn::Chance => self.parse_event(token).map(Step::Event),
            Turn::Seat(_) => self.position().parse_action(token).map(Step::Move),
            Turn::Over => Err(TokenError::Illegal),
        }
    }

    /// Returns the canonical token of an event in the view of this history.
    ///
    /// # Errors
    /// Returns an error if the event is impossible in this position.
    pub fn parse_event(&self, token: &str) -> Result<String, TokenError> {
        (G::EVENTS.view)(self.position(), token, self.viewer, Viewer::Master)
    }

    /// Returns the number of plies since the start of the game, or since the base if the position does not count plies.
    #[must_use]
    pub fn plies(&self) -> u64 {
        let moves = self.steps.iter().filter(|step| matches!(step, Step::Move(_))).count();
        self.position().plies().max(moves as u64)
    }

    /// Returns whether a token may contradict the known cards. This is possible in a view for other seats' cards, but
    /// not in the master history or for the viewer's own hand.
    fn cards_may_conflict(&self, turn: Turn) -> bool {
        match turn {
            Turn::Seat(seat) => !self.viewer.sees(seat),
            Turn::Chance => self.viewer != Viewer::Master,
            Turn::Over => false,
        }
    }

    /// Returns the history in the view of `viewer`, as arguments of `position`.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> String {
        let mut line = match viewer {
            Viewer::Master => String::new(),
            Viewer::Public => "seat 0 ".to_string(),
            Viewer::Seat(seat) => format!("seat {} ", seat.number()),
        };
        match self.base {
            None => line.push_str("startpos"),
            Some(_) => {
                line.push_str("fen ");
                (G::EVENTS.mask)(&self.positions[0], viewer).write_position(&mut line);
            }
        }
        if !self.steps.is_empty() {
            line.push_str(" moves");
        }
        for (index, step) in self.steps.iter().enumerate() {
            line.push(' ');
            match step {
                Step::Move(action) => self.positions[index].write_action(*action, &mut line),
                Step::Event(event) => {
                    let masked = (G::EVENTS.view)(&self.positions[index], event, self.viewer, viewer);
                    // The event was read when it happened, so it can be read again.
                    line.push_str(&masked.unwrap_or_default());
                }
                Step::End => line.push_str(&self.end_token(index, viewer)),
            }
        }
        line
    }

    /// Returns the token that ended the game, as shown to `viewer`; `index` is its index. An illegal token is replaced
    /// with an `!end/…` token if `viewer` cannot tell that it is illegal, or if it starts with `!`, is longer than 40
    /// bytes or contains anything but printable ASCII.
    fn end_token(&self, index: usize, viewer: Viewer) -> String {
        let token = self.tokens.get(index).unwrap_or_default();
        let position = self.position();
        let Some(termination) = self.termination.as_ref().filter(|_| Termination::by_token(position, token).is_none())
        else {
            return token.to_string();
        };
        let position = (G::EVENTS.mask)(position, viewer);
        let looks_illegal = match position.turn() {
            Turn::Chance => (G::EVENTS.view)(&position, token, viewer, Viewer::Master) == Err(TokenError::Illegal),
            // A viewer who sees the cards can tell that the move was illegal.
            Turn::Seat(seat) => {
                position.parse_action(token).is_err_and(|error| error == TokenError::Illegal || viewer.sees(seat))
            }
            Turn::Over => false,
        };
        // Event tokens are excluded, because an illegal one could reveal hands.
        let showable = token.len() <= 40 && token.bytes().all(|b| b.is_ascii_graphic()) && may_be_move(token);
        if showable && looks_illegal {
            return token.to_string();
        }
        // The result is computed from the view, because the winner may depend on information that is hidden from the
        // viewer.
        format!("!end/{}/illegal", Termination::offence(&position, &termination.reason).result)
    }
}

fn check_seat<G: State>(viewer: Viewer, position: &G) -> Result<(), ProtocolError> {
    match viewer {
        Viewer::Seat(seat) if seat.index() >= position.seats() => Err(ProtocolError::new(
            ErrorCode::BadArgument,
            format!("position: seat {}, but this game has {}", seat.number(), counted(position.seats(), "seat")),
        )),
        _ => Ok(()),
    }
}
