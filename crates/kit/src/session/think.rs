//! The command `go`: runs a search and converts its reports to protocol lines. The caller owns the stop flag.

use super::{ReplySink, SearchRequest, Session, searcher_errors, strong_searcher};
use crate::game::Game;
use crate::preferences::{Player, Preferences};
use crate::search::ClockLimits;
use crate::search::{Control, Report, SearchResult, SearchTask, Searcher, Stop};
use crate::search::{Flat, Greedy, Random, Uct};
use std::collections::BTreeMap;
use std::time::Duration;
use ugi::{ErrorCode, Go, Info, NO_MOVE, ProtocolError, Reply, Score, Seat, Turn, Viewer};

/// With `AllowResign`, the engine resigns at this score or below, in centipawns.
const RESIGN_VALUE: i32 = -1000;

impl<G: Game> Session<G> {
    /// Searches and returns the `bestmove` line. The caller writes it only when `go` allows it; see
    /// [`Go::waits_for_stop`].
    pub(super) fn think(&mut self, search: &SearchRequest, stop: &Stop, say: ReplySink) -> Reply {
        if search.go.observe {
            self.observe(search, stop, say);
            return Reply::BestMove { best: NO_MOVE.to_string(), ponder: None };
        }
        let (best, ponder) = match self.history.turn() {
            Turn::Over => (NO_MOVE.to_string(), None),
            Turn::Chance => (self.sample_chance(&search.preferences, say), None),
            Turn::Seat(seat) if !self.may_move(seat) => {
                say(Reply::Error(ProtocolError::new(ErrorCode::NotYourTurn, format!("go: {seat} is to move"))));
                (NO_MOVE.to_string(), None)
            }
            Turn::Seat(seat) => self.search(seat, search, stop, say),
        };
        Reply::BestMove { best, ponder }
    }

    fn sample_chance(&self, preferences: &Preferences, say: ReplySink) -> String {
        let position = self.history.position();
        if self.history.viewer != Viewer::Master {
            say(Reply::Error(ProtocolError::new(
                ErrorCode::NotMaster,
                "go: only the master history has chance events",
            )));
            return NO_MOVE.to_string();
        }
        if let Err(error) = self.chance() {
            say(Reply::Error(error));
            return NO_MOVE.to_string();
        }
        let task: SearchTask<G::Action> = preferences.search_task(self.history.tokens() as u64);
        (G::EVENTS.sample)(position, task.seed)
    }

    fn search(&mut self, seat: Seat, search: &SearchRequest, stop: &Stop, say: ReplySink) -> (String, Option<String>) {
        let preferences = &search.preferences;
        let root = self.root(seat, preferences);
        let task: SearchTask<G::Action> = preferences.search_task(self.history.plies());
        if let Some(known) = self.book_move(&root, search, task.seed) {
            return (self.report_book_move(&root, &known, say), None);
        }
        let result = self.search_root(&root, seat, search, stop, say);
        self.keep_score(seat, result.score);
        self.best_move_tokens(&root, &result, preferences)
    }

    /// Returns the position to search. With `Honest`, a search of the master history sees only the mover's view.
    pub(super) fn root(&self, mover: Seat, preferences: &Preferences) -> G {
        let position = self.history.position();
        if preferences.honest && self.history.viewer == Viewer::Master {
            (G::EVENTS.mask)(position, Viewer::Seat(mover))
        } else {
            position.clone()
        }
    }

    /// Returns the task and the limits of a search.
    pub(super) fn task<'a>(
        &self,
        root: &G,
        seat: Seat,
        search: &SearchRequest,
        stop: &'a Stop,
        say: ReplySink,
    ) -> (SearchTask<G::Action>, Control<'a>) {
        let SearchRequest { go, preferences, start } = search;
        let task = SearchTask {
            depth: if go.infinite { None } else { go.depth },
            mate: if go.infinite { None } else { go.mate },
            moves: self.search_moves(go, say),
            earlier_keys: self.history.earlier_keys(),
            ..preferences.search_task(self.history.plies())
        };
        let mut control = Control { start: *start, ..Control::new(stop) };
        if !go.infinite {
            let deadlines = clock(root, seat, go, preferences.overhead).deadlines();
            control = Control { nodes: go.nodes, ..control.until(deadlines) };
        }
        (task, control)
    }

    /// Searches a position in which the mover's moves are known, and writes the `info` lines.
    pub(super) fn search_root(
        &mut self,
        root: &G,
        seat: Seat,
        search: &SearchRequest,
        stop: &Stop,
        say: ReplySink,
    ) -> SearchResult<G::Action> {
        let preferences = &search.preferences;
        let (task, control) = self.task(root, seat, search, stop, say);
        let mut last = Info::default();
        let result = self.player(preferences.player).search(root, &task, &control, &mut |report| {
            let rank = report.multi_pv;
            let nodes = report.nodes;
            let is_line = report.current.is_none();
            let line = info_line(root, report, preferences.show_wdl);
            say(Reply::Info(with_counts(line.clone(), nodes, &control)));
            if rank == 1 && is_line {
                last = line;
            }
        });
        if let Some(remark) = &result.remark {
            say(Reply::Remark(remark.clone()));
        }
        say(Reply::Info(with_counts(last, result.nodes, &control)));
        for error in searcher_errors::<G>(&mut *self.searcher, &self.values) {
            say(Reply::Error(ProtocolError::new(ErrorCode::BadArgument, error)));
        }
        result
    }

    /// Returns the token of the best move, or `resign`, and the token of the ponder move if there is one.
    fn best_move_tokens(
        &self,
        root: &G,
        result: &SearchResult<G::Action>,
        preferences: &Preferences,
    ) -> (String, Option<String>) {
        let hopeless = match result.score {
            Some(Score::Cp(value)) => value <= RESIGN_VALUE,
            Some(Score::Mate(plies)) => plies < 0,
            None => false,
        };
        if hopeless && preferences.may_resign {
            return ("resign".to_string(), None);
        }
        let Some(best) = result.best else { return (NO_MOVE.to_string(), None) };
        let ponder = result
            .ponder
            .filter(|_| preferences.ponder && !(G::EVENTS.is_partial)(root) && !self.history.is_ended_by(best))
            .map(|reply| root.after(best).action_text(reply));
        (root.action_text(best), ponder)
    }

    /// Returns the moves of `searchmoves`. Illegal tokens are reported in one line and ignored.
    fn search_moves(&self, go: &Go, say: ReplySink) -> Vec<G::Action> {
        let (mut moves, mut refused) = (Vec::new(), Vec::new());
        for token in go.root_moves() {
            match self.action(&token) {
                Ok(action) if moves.contains(&action) => {}
                Ok(action) => moves.push(action),
                Err(error) => refused.push(error),
            }
        }
        let number = refused.len();
        if let Some(ProtocolError { code, text }) = refused.into_iter().next() {
            let more = if number > 1 { format!(" and {} more", number - 1) } else { String::new() };
            say(Reply::Error(ProtocolError::new(code, format!("searchmoves: {text}{more}"))));
        }
        moves
    }

    /// Returns the searcher of this player. It is kept until another player is selected.
    pub(super) fn player(&mut self, wanted: Player) -> &mut dyn Searcher<G> {
        if self.player != wanted {
            self.searcher = match wanted {
                Player::Strong => strong_searcher(&self.values),
                Player::Random => Box::new(Random),
                Player::Greedy => Box::new(Greedy::default()),
                Player::Uct => Box::new(Uct),
                Player::Flat => Box::new(Flat),
            };
            self.player = wanted;
        }
        self.searcher.as_mut()
    }
}

/// Returns the time limits of the mover. Its remaining time is the first of these that `go` contains: the time of the
/// mover, that of the first seat of its team (if the teams are known), or the lowest time of any seat. If `go` contains
/// only an increment or a number of moves, the remaining time is 1 ms.
fn clock<G: Game>(root: &G, seat: Seat, go: &Go, overhead: Duration) -> ClockLimits {
    let of_team = |other: &Seat| root.knows_teams() && root.team(*other) == root.team(seat);
    let first = (0..root.seats()).map(Seat::new).find(of_team).unwrap_or(seat);
    let own = |clocks: &BTreeMap<Seat, Duration>| clocks.get(&seat).or_else(|| clocks.get(&first)).copied();
    let time = own(&go.time).or_else(|| go.time.values().min().copied());
    ClockLimits {
        time: time.or(go.has_clock().then_some(Duration::from_millis(1))),
        increment: own(&go.increment).unwrap_or_default(),
        moves_to_go: go.moves_to_go,
        move_time: go.move_time,
        overhead,
    }
}

/// Returns `line` with nodes, time and nodes per second added.
pub(super) fn with_counts(mut line: Info, nodes: u64, control: &Control) -> Info {
    let elapsed = control.elapsed();
    let nps = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
    (line.nodes, line.time, line.nps) = (Some(nodes), Some(elapsed), Some(nps as u64));
    line
}

fn info_line<G: Game>(root: &G, report: Report<G::Action>, show_wdl: bool) -> Info {
    if let (Some(number), [action]) = (report.current, &report.pv[..]) {
        let mut info = Info::default();
        (info.depth, info.curr_move) = (Some(report.depth), Some(root.action_text(*action)));
        info.curr_move_number = Some(number);
        return info;
    }
    let mut position = root.clone();
    let mut pv = Vec::with_capacity(report.pv.len());
    for action in report.pv {
        pv.push(position.action_text(action));
        position.play(action);
    }
    let mut info = Info::default();
    (info.depth, info.seldepth) = (Some(report.depth), Some(report.seldepth));
    info.multi_pv = Some(report.multi_pv as u32);
    (info.score, info.bound) = (report.score, report.bound);
    info.wdl = report.wdl.filter(|_| show_wdl);
    (info.hashfull, info.tbhits) = (Some(report.hashfull), Some(report.tbhits));
    (info.evs, info.pv) = (report.evs, pv);
    info
}
