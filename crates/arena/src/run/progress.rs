//! Shows the progress of a tournament: a progress bar on a terminal, otherwise occasional lines.

use super::queue::Queue;
use crate::report::{game_line, progress_line};
use crate::statistics::Tracker;
use base::counted::noun;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use runner::record::Record;
use std::fmt;
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// The approximate number of progress lines per tournament if there is no terminal.
const LINES: usize = 20;
/// The interval at which the bar's elapsed time is updated during long games.
const TICK: Duration = Duration::from_secs(1);

/// The progress display.
pub struct Progress {
    bar: ProgressBar,
    /// Whether no progress lines are written, because there is a terminal or the display is quiet.
    terminal: bool,
    /// The number of finished games when the last line was written.
    written: usize,
    /// The number of games that were finished in earlier runs.
    before: usize,
    started: bool,
}

impl Progress {
    /// Creates a display on standard error. With `quiet`, only warnings are displayed.
    pub fn new(quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal() && !quiet;
        let target = if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let style = "{bar:24} {pos}/{len} games, {pace}, {elapsed} elapsed, {left} left\n{wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style.progress_chars("=> ").with_key("left", left).with_key("pace", pace));
        }
        Self { bar, terminal: terminal || quiet, written: 0, before: 0, started: false }
    }

    /// Prints a permanent line: above the bar on a terminal, else on standard error. Does nothing if the display is
    /// quiet.
    pub fn print_line(&self, line: &str) {
        if !self.bar.is_hidden() || !self.terminal {
            self.print_always(line);
        }
    }

    fn print_always(&self, line: &str) {
        if self.bar.is_hidden() { print_to_stderr(line) } else { self.bar.println(line) }
    }

    /// Prints the lines before the first game, and the warnings, which are printed even if the display is quiet.
    pub fn begin(&self, lines: &[String], warnings: &[String]) {
        lines.iter().for_each(|line| self.print_line(line));
        warnings.iter().for_each(|text| self.print_always(&format!("warning: {text}")));
    }

    /// Prints the faults of a finished game and, if wanted, a line about the game.
    pub fn report_game(&self, record: &Record, with_line: bool) {
        if with_line {
            self.print_line(&game_line(record));
        }
        for fault in &record.faults {
            self.print_line(&format!("{}: {}: {}: {}", record.id, fault.who(), fault.kind.word(), fault.text));
        }
    }

    /// Updates the display.
    pub fn show(&mut self, queue: &Queue, tracker: &Tracker) {
        let (done, total) = queue.counts();
        if !self.started {
            self.started = true;
            self.written = done;
            self.before = done;
            // Games from earlier runs must not affect the estimate of the remaining time.
            self.bar.reset();
            self.bar.set_length(total as u64);
            self.bar.set_position(done as u64);
            self.bar.reset_eta();
            if !self.bar.is_hidden() {
                self.bar.enable_steady_tick(TICK);
            }
            return;
        }
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
        let line = queue.tuning_line().unwrap_or_else(|| progress_line(tracker));
        self.bar.set_message(line.clone());
        if !self.terminal && (done == total || done >= self.written + total.div_ceil(LINES)) {
            self.written = done;
            let played = done - self.before;
            let times = rate_and_time_left(played, total - done, self.bar.elapsed());
            print_to_stderr(&format!("{done}/{total} {}{times}  {line}", noun(total, "game")));
        }
    }

    /// Returns a handle to the bar, for printing above it.
    pub fn bar(&self) -> ProgressBar {
        self.bar.clone()
    }

    /// Removes the bar.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// Writes the estimated remaining time, or `?` if it is unknown.
fn left(state: &ProgressState, to: &mut dyn fmt::Write) {
    let left = state.eta();
    let unknown = left.is_zero() && Some(state.pos()) != state.len();
    let _ = if unknown { to.write_str("?") } else { write!(to, "{:#}", HumanDuration(left)) };
}

/// Writes the number of games per second.
fn pace(state: &ProgressState, to: &mut dyn fmt::Write) {
    let _ = to.write_str(&rate(state.per_sec()));
}

/// Returns the rate and the estimated remaining time as part of a line; empty before the first game.
fn rate_and_time_left(played: usize, left: usize, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    if played == 0 || seconds <= 0.0 {
        return String::new();
    }
    let per_second = played as f64 / seconds;
    let rest = Duration::from_secs_f64(left as f64 / per_second);
    let rest = if left == 0 { String::new() } else { format!(", {:#} left", HumanDuration(rest)) };
    format!(", {}{rest}", rate(per_second))
}

/// Formats a number of games per second; a small one as a number per minute or hour.
fn rate(per_second: f64) -> String {
    let units = [(1.0, "s"), (60.0, "min"), (3600.0, "h")];
    let fits = |(seconds, _): &(f64, &str)| per_second * seconds >= 1.0;
    let (seconds, unit) = units.into_iter().find(fits).unwrap_or(units[2]);
    format!("{:.1} games/{unit}", per_second * seconds)
}

/// Prints a line on standard error. Errors are ignored, because a closed pipe must not end a tournament.
pub fn print_to_stderr(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_units_that_fit() {
        let text = |played, left, seconds| rate_and_time_left(played, left, Duration::from_secs(seconds));
        assert_eq!(text(0, 10, 5), "");
        assert_eq!(text(50, 100, 10), ", 5.0 games/s, 20s left");
        assert_eq!(text(2, 6, 60), ", 2.0 games/min, 3m left");
        assert_eq!(text(1, 0, 7200), ", 0.5 games/h");
    }
}
