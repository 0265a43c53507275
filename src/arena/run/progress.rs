//! What people see of a running tournament: a bar where there is a terminal, a line now and then where there is none.
//! Knows no schedule.

use super::queue::Queue;
use crate::arena::record::Record;
use crate::arena::report::progress_line;
use crate::arena::statistics::Tracker;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// Lines that a whole tournament gets where there is no terminal.
const LINES: usize = 20;

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
        let style = "{bar:24} {pos}/{len} games, {elapsed} gone, {eta} left\\n{wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style.progress_chars("=> "));
        }
        Self { bar, terminal: terminal || quiet, written: 0, started: false }
    }

    /// A line that stays.
    pub fn say(&self, line: &str) {
        if self.bar.is_hidden() {
            if !self.terminal {
                eprintln!("{line}");
            }
        } else {
            self.bar.println(line);
        }
    }

    /// A game has ended: what was wrong in it, if anything.
    pub fn tell(&self, record: &Record) {
        for fault in &record.faults {
            let (id, seat, kind) = (&record.id, fault.seat, fault.kind.word());
            self.say(&format!("{id}: p{seat} {}: {kind}: {}", fault.entrant, fault.text));
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
            return;
        }
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
        self.bar.set_message(progress_line(tracker));
        if !self.terminal && (done == total || done >= self.written + total.div_ceil(LINES)) {
            self.written = done;
            eprintln!("{done}/{total} games  {}", progress_line(tracker));
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
