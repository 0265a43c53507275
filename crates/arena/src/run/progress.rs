//! What people see of a running tournament: a bar where there is a terminal, a line now and then where there is none.
//! Knows no schedule.

use super::queue::Queue;
use crate::report::progress_line;
use crate::statistics::Tracker;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{IsTerminal, Write};
use std::time::Duration;
use ugi::record::Record;

/// Lines that a whole tournament gets where there is no terminal.
const LINES: usize = 20;
/// The clock of the bar goes on while long games run.
const TICK: Duration = Duration::from_secs(1);

/// The display.
pub struct Progress {
    bar: ProgressBar,
    terminal: bool,
    /// Games that were done when the last line was written.
    written: usize,
    started: bool,
}

impl Progress {
    /// On standard error, or nowhere.
    #[must_use]
    pub fn new(quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal() && !quiet;
        let target = if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let style = "{bar:24} {pos}/{len} games, {elapsed} gone, {left} left\n{wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style.progress_chars("=> ").with_key("left", left));
        }
        Self { bar, terminal: terminal || quiet, written: 0, started: false }
    }

    /// A line that stays.
    pub fn print_line(&self, line: &str) {
        if self.bar.is_hidden() {
            if !self.terminal {
                print_to_stderr(line);
            }
        } else {
            self.bar.println(line);
        }
    }

    /// A game has ended: what was wrong in it, if anything.
    pub fn report_game(&self, record: &Record) {
        for fault in &record.faults {
            let (id, seat, kind) = (&record.id, fault.seat, fault.kind.word());
            self.print_line(&format!("{id}: p{seat} {}: {kind}: {}", fault.entrant, fault.text));
        }
    }

    /// How things stand.
    pub fn show(&mut self, queue: &Queue, tracker: &Tracker) {
        let (done, total) = queue.counts();
        if !self.started {
            self.started = true;
            self.written = done;
            // What was played before says nothing about the time left.
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

    /// The bar, for whoever has to write something above it.
    #[must_use]
    pub fn bar(&self) -> ProgressBar {
        self.bar.clone()
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// The time left, as far as it is known.
fn left(state: &ProgressState, to: &mut dyn fmt::Write) {
    let left = state.eta();
    let unknown = left.is_zero() && Some(state.pos()) != state.len();
    let _ = if unknown { to.write_str("?") } else { write!(to, "{:#}", HumanDuration(left)) };
}

/// A line on standard error. Nobody has to read it: a terminal that is gone, or a closed pipe, must not end a tournament.
pub fn print_to_stderr(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
