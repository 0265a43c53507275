//! Shows the progress of a tournament: a progress bar on a terminal, otherwise occasional lines.

use super::queue::Queue;
use crate::report::progress_line;
use crate::statistics::Tracker;
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
    started: bool,
}

impl Progress {
    /// Creates a display on standard error. With `quiet`, nothing is displayed.
    pub fn new(quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal() && !quiet;
        let target = if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let style = "{bar:24} {pos}/{len} games, {elapsed} elapsed, {left} left\n{wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style.progress_chars("=> ").with_key("left", left));
        }
        Self { bar, terminal: terminal || quiet, written: 0, started: false }
    }

    /// Prints a permanent line: above the bar on a terminal, else on standard error. Does nothing if the display is
    /// quiet.
    pub fn print_line(&self, line: &str) {
        if self.bar.is_hidden() {
            if !self.terminal {
                print_to_stderr(line);
            }
        } else {
            self.bar.println(line);
        }
    }

    /// Prints the faults of a finished game.
    pub fn report_game(&self, record: &Record) {
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
        self.bar.set_message(progress_line(tracker));
        if !self.terminal && (done == total || done >= self.written + total.div_ceil(LINES)) {
            self.written = done;
            print_to_stderr(&format!("{done}/{total} games  {}", progress_line(tracker)));
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

/// Prints a line on standard error. Errors are ignored, because a closed pipe must not end a tournament.
pub fn print_to_stderr(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
