//! A history: the base, the tokens behind it and the position after each. Replays only what is new.
//! Knows no command and no search.

use super::verdict::Termination;
use crate::entry::GameEntry;
use crate::game::{Game, Seat, Turn, Viewer};
use crate::key_history::KeyHistory;
use crate::notation::{Notation, TokenError};
use base::quote::quote;
use ugi::{Base, ErrorCode, ProtocolError};

/// What is wrong with unknown cards in the master history.
const NO_SEAT: &str = "unknown cards need seat K before startpos or fen";

/// One token of a history, understood.
#[derive(Clone, Debug)]
pub enum Step<G: Game> {
    /// A move of the seat to move.
    Move(G::Action),
    /// A chance event: its canonical token, as the owner of the history knows it.
    Event(String),
    /// `resign`, `!end/…` or a token that is not legal: the game ends here.
    End,
}

/// A base, its tokens and every position on the way.
#[derive(Clone, Debug)]
pub struct GameHistory<G: Game> {
    /// Whose eyes see it.
    pub viewer: Viewer,
    /// The position text of the base as given; `None` for the start position.
    base: Option<String>,
    /// The tokens as given, one a step; those behind the end are dropped.
    tokens: Vec<String>,
    steps: Vec<Step<G>>,
    /// The base and the position after each move and event.
    positions: Vec<G>,
    /// The same positions as keys.
    keys: KeyHistory,
    termination: Option<Termination>,
    /// What was last reported as standing behind the end: runners send the same line several times a ply.
    trailing_tokens: String,
}

impl<G: GameEntry> GameHistory<G> {
    /// The start position, seen by everybody.
    #[must_use]
    pub fn start(rules: &G::Rules) -> Self {
        Self::from_base(Viewer::Master, None, G::start(rules))
    }

    fn from_base(viewer: Viewer, base: Option<String>, position: G) -> Self {
        Self {
            viewer,
            base,
            tokens: Vec::new(),
            steps: Vec::new(),
            keys: KeyHistory::new(position.key()),
            positions: vec![position],
            termination: None,
            trailing_tokens: String::new(),
        }
    }

    /// The position after the last token.
    #[must_use]
    pub fn position(&self) -> &G {
        self.positions.last().expect("a history holds at least its base")
    }

    /// Who decides next, an end from outside included.
    #[must_use]
    pub fn turn(&self) -> Turn {
        if self.termination.is_some() { Turn::Over } else { self.position().turn() }
    }

    /// The end that the position itself does not show, if there is one.
    #[must_use]
    pub fn termination(&self) -> Option<&Termination> {
        self.termination.as_ref()
    }

    /// The last token when it is a move, with the position it was played in.
    #[must_use]
    pub fn last_move(&self) -> Option<(&G, G::Action)> {
        // Only a token that is no move leaves no position behind.
        let index = self.positions.len().checked_sub(2)?;
        match self.steps[index] {
            Step::Move(action) => Some((&self.positions[index], action)),
            Step::Event(_) | Step::End => None,
        }
    }

    /// Makes this the history of `base` and `tokens`: what it shares with the one before is kept, the rest replayed.
    /// The faults given back are remarks; the history stands.
    ///
    /// # Errors
    /// A bad base or a conflict with hidden cards; the history is as it was.
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
                Some(text) => G::read_view(rules, text, viewer)
                    .map_err(|e| ProtocolError::new(ErrorCode::BadFen, e.to_string()))?,
            };
            check_seat(viewer, &position)?;
            let mut fresh = Self::from_base(viewer, text.map(str::to_string), position);
            let remarks = fresh.append(tokens)?;
            *self = fresh;
            return Ok(remarks);
        }
        let shared = self.tokens.iter().zip(tokens).take_while(|(old, new)| old == *new).count();
        if shared == self.tokens.len() {
            return self.append(&tokens[shared..]).inspect_err(|_| self.cut(shared));
        }
        let mut branch = self.branch(shared);
        let remarks = branch.append(&tokens[shared..])?;
        *self = branch;
        Ok(remarks)
    }

    /// The history up to `steps` tokens.
    fn branch(&self, steps: usize) -> Self {
        let mut branch = self.clone();
        branch.cut(steps);
        branch
    }

    fn cut(&mut self, steps: usize) {
        if steps < self.steps.len() {
            self.tokens.truncate(steps);
            self.steps.truncate(steps);
            self.positions.truncate(steps + 1);
            self.keys.truncate(steps + 1);
            self.termination = None;
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

    /// Tokens behind the end are reported once.
    fn report_trailing_tokens(&mut self, tokens: &[&str]) -> Option<ProtocolError> {
        let behind = tokens.join(" ");
        let is_new = behind != self.trailing_tokens;
        self.trailing_tokens = behind;
        is_new.then(|| ProtocolError::about(ErrorCode::GameOver, &self.trailing_tokens))
    }

    /// One token. Gives a remark when it is not legal and so ends the game.
    fn step(&mut self, token: &str) -> Result<Option<ProtocolError>, ProtocolError> {
        let place = || format!("token {}: {}", self.tokens.len() + 1, quote(token));
        if let Some(why) = self.viewer_mismatch(token) {
            return Err(ProtocolError::new(ErrorCode::BadArgument, format!("position: {}: {why}", place())));
        }
        let turn = self.position().turn();
        let mut remark = None;
        let step = if let Some(ended) = Termination::by_token(self.position(), token) {
            self.termination = Some(ended);
            Step::End
        } else {
            match self.read(token, turn) {
                Ok(step) => step,
                Err(TokenError::Cards) if self.cards_may_conflict(turn) => {
                    let text = format!("{} does not fit what is known of the cards", place());
                    return Err(ProtocolError::new(ErrorCode::HiddenConflict, text));
                }
                Err(_) => {
                    remark = Some(ProtocolError::new(ErrorCode::IllegalMove, place()));
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
                let next = G::CHANCE.and_then(|chance| chance.after(self.position(), event, self.viewer).ok());
                let next = next.ok_or_else(|| ProtocolError::new(ErrorCode::IllegalMove, place()))?;
                self.advance(next, false);
            }
            Step::End => {}
        }
        self.steps.push(step);
        self.tokens.push(token.to_string());
        Ok(remark)
    }

    /// Why a token with unknown cards can only come from the view of somebody else. Such a line is a slip of whoever
    /// sends it and must not decide a game.
    fn viewer_mismatch(&self, token: &str) -> Option<String> {
        let is_master = self.viewer == Viewer::Master;
        if is_master && self.turn() != Turn::Chance && self.is_dealt() && !token.starts_with('!') && token.contains('?')
        {
            return Some(NO_SEAT.to_string());
        }
        let (event, hands) = token.strip_prefix('!')?.split_once('/')?;
        if self.turn() != Turn::Chance
            || G::CHANCE.and_then(|chance| chance.name(self.position())) != Some(event)
            || !hands.contains('?')
        {
            return None;
        }
        let seat = match self.viewer {
            Viewer::Master => return Some(NO_SEAT.to_string()),
            Viewer::Public => 0,
            Viewer::Seat(seat) => seat.number(),
        };
        let seats = (0..self.position().seats()).map(|index| Viewer::Seat(Seat::new(index)));
        let of_another = seats.chain([Viewer::Public]).any(|viewer| self.is_view(token, viewer));
        (of_another && !self.is_view(token, self.viewer)).then(|| format!("this is not what seat {seat} sees"))
    }

    /// Has nature dealt anything? Other games have no unknown cards.
    fn is_dealt(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Event(_)))
    }

    /// Is this event what `viewer` is told of one?
    fn is_view(&self, token: &str, viewer: Viewer) -> bool {
        let seen = event_for_viewer(self.position(), token, viewer, viewer);
        seen.is_ok() && seen == event_for_viewer(self.position(), token, viewer, Viewer::Master)
    }

    /// Goes on to the next position. `irreversible`: none before it can come back.
    fn advance(&mut self, next: G, irreversible: bool) {
        self.keys.push(next.key(), irreversible);
        if self.keys.ends_game(&next) {
            self.termination = Some(Termination::repetition());
        }
        self.positions.push(next);
    }

    /// The positions so far, as keys.
    #[must_use]
    pub fn keys(&self) -> &KeyHistory {
        &self.keys
    }

    /// The keys of the positions before the last one that may count towards a repetition, oldest first.
    #[must_use]
    pub fn earlier_keys(&self) -> Vec<u64> {
        let counts = self.position().repetitions().is_some();
        if counts { self.keys.earlier().collect() } else { Vec::new() }
    }

    /// Does the rule on repetition end the game at the position after this move?
    #[must_use]
    pub fn is_ended_by(&self, action: G::Action) -> bool {
        let mut past = self.keys.clone();
        let next = self.position().after(action);
        past.push(next.key(), self.position().is_irreversible(action));
        past.ends_game(&next)
    }

    fn read(&self, token: &str, turn: Turn) -> Result<Step<G>, TokenError> {
        match turn {
            Turn::Chance => self.read_event(token).map(Step::Event),
            Turn::Seat(_) => self.position().read_action(token).map(Step::Move),
            Turn::Over => Err(TokenError::Illegal),
        }
    }

    /// The canonical token of an event, as the owner of this history may give it.
    ///
    /// # Errors
    /// It cannot happen here.
    pub fn read_event(&self, token: &str) -> Result<String, TokenError> {
        event_for_viewer(self.position(), token, self.viewer, Viewer::Master)
    }

    /// Plies since the start of the game, as far as they are known.
    #[must_use]
    pub fn plies(&self) -> u64 {
        let moves = self.steps.iter().filter(|step| matches!(step, Step::Move(_))).count();
        self.position().plies().max(moves as u64)
    }

    /// In a view, cards of others can contradict what the viewer knows; the master and a seat's own hand cannot.
    fn cards_may_conflict(&self, turn: Turn) -> bool {
        match turn {
            Turn::Seat(seat) => !self.viewer.sees(seat),
            Turn::Chance => self.viewer != Viewer::Master,
            Turn::Over => false,
        }
    }

    /// The history as `viewer` sees it, as the line to send to an engine (without the word `position`).
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
                self.positions[0].mask(viewer).write_position(&mut line);
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
                    let told = event_for_viewer(&self.positions[index], event, self.viewer, viewer);
                    // It was read when it happened, so it is read again.
                    line.push_str(&told.unwrap_or_default());
                }
                Step::End => line.push_str(&self.end_token(index, viewer)),
            }
        }
        line
    }

    /// The token that ended the game, as `viewer` may read it: where an illegal token would look legal to a viewer
    /// who does not see the cards, the verdict stands in its place.
    fn end_token(&self, index: usize, viewer: Viewer) -> String {
        let token = &self.tokens[index];
        let position = self.position();
        let Some(ended) = self.termination.as_ref().filter(|_| Termination::by_token(position, token).is_none()) else {
            return token.clone();
        };
        let position = position.mask(viewer);
        let refused = match position.turn() {
            Turn::Chance => event_for_viewer(&position, token, viewer, Viewer::Master) == Err(TokenError::Illegal),
            // Who sees the cards sees that the move was none.
            Turn::Seat(seat) => {
                position.read_action(token).is_err_and(|reject| reject == TokenError::Illegal || viewer.sees(seat))
            }
            Turn::Over => false,
        };
        // A misplaced event would show hands.
        let showable = token.len() <= 40 && token.bytes().all(|b| b.is_ascii_graphic()) && !token.starts_with('!');
        if showable && refused {
            return token.clone();
        }
        // Who won may depend on what this viewer does not know.
        format!("!end/{}/illegal", Termination::offence(&position, &ended.reason).result)
    }
}

/// What `viewer` is told of the event that `author` writes as `token`.
fn event_for_viewer<G: Notation>(
    position: &G,
    token: &str,
    author: Viewer,
    viewer: Viewer,
) -> Result<String, TokenError> {
    G::CHANCE.ok_or(TokenError::Illegal)?.event_for_viewer(position, token, author, viewer)
}

fn check_seat<G: Game>(viewer: Viewer, position: &G) -> Result<(), ProtocolError> {
    match viewer {
        Viewer::Seat(seat) if seat.index() >= position.seats() => Err(ProtocolError::new(
            ErrorCode::BadArgument,
            format!("position: seat {}, but this game has {} seats", seat.number(), position.seats()),
        )),
        _ => Ok(()),
    }
}
