//! Checks the lines of play that engines reported with their moves.

use super::game_run::GameRun;
use ugi::{Query, may_be_move, position_text};

impl GameRun<'_> {
    /// Returns the indices of the moves whose reported line of play contains an illegal move. The referee is asked
    /// once, about all lines that do not merely repeat the game. If it fails, no line counts as illegal.
    pub(super) fn illegal_lines_of_play(&mut self) -> Vec<usize> {
        let tokens = self.played.tokens();
        let (mut plies, mut queries) = (Vec::new(), Vec::new());
        for (ply, line) in self.lines_of_play().filter(|(ply, line)| !repeats(&tokens[*ply..], line)) {
            let (last, before) = (line[line.len() - 1], &line[..line.len() - 1]);
            let played: Vec<&str> = tokens[..ply].iter().map(String::as_str).chain(before.iter().copied()).collect();
            plies.push((ply, line.iter().all(|word| is_move(word))));
            queries.push(format!("position {}", position_text(&self.played.history().base, &played)));
            queries.push(Query::IsLegal(last).to_string());
        }
        if queries.is_empty() {
            return Vec::new();
        }
        let Ok(mut answers) = self.referee.ask(&queries) else { return Vec::new() };
        let mut is_legal = || answers.optional().is_ok_and(|legal| legal.as_deref() == Some("true"));
        // Each line has an answer, in order.
        plies.into_iter().filter_map(|(ply, sound)| (!is_legal() || !sound).then_some(ply)).collect()
    }

    /// Returns the lines of play that engines reported, each with the index of its first token. In a game with events
    /// a line has only its first move, because the others depend on cards that the engine may not know.
    fn lines_of_play(&self) -> impl Iterator<Item = (usize, Vec<&str>)> {
        let tokens = self.played.tokens();
        let has_events = self.played.events() > 0;
        let most = if has_events { 1 } else { usize::MAX };
        let chosen = (0..tokens.len()).filter(|&ply| self.played.movers()[ply].is_some());
        let lines = chosen.enumerate().map(move |(index, ply)| {
            let mut line = self.infos.line_of_play(index, &tokens[ply]);
            line.truncate(most);
            (ply, line)
        });
        lines.filter(|(_, line)| !line.is_empty())
    }
}

/// Returns whether the game went on as the line says, at least up to the end of the game or of the line.
fn repeats(tokens: &[String], line: &[&str]) -> bool {
    line.len() <= tokens.len() && line.iter().zip(tokens).all(|(word, token)| word == token)
}

/// Returns whether the referee can be asked about this word: it is no event or verdict, and does not end the list of
/// tokens.
fn is_move(word: &str) -> bool {
    may_be_move(word) && word != "moves" && !word.contains(char::is_control)
}
