//! The progress of the commands that process pairs of slices one after another: a bar on a terminal, otherwise one line
//! per pair.

use crate::progress_bars::progress_bar;
use egdb::build::{material_pairs, material_sides};
use egdb::material::Material;
use indicatif::ProgressBar;
use std::io::Write;
use std::time::Instant;

/// The progress through the slices with a given number of pieces.
pub struct Progress<'a> {
    bar: ProgressBar,
    /// Where progress lines are written if there is no progress bar.
    lines: Option<&'a mut dyn Write>,
    total: u64,
    done: u64,
    start: Instant,
}

impl<'a> Progress<'a> {
    /// Starts at 0 for the slices with `pieces` pieces and shows the bar. Without a terminal, progress lines go to
    /// `err`.
    pub fn new(pieces: usize, err: &'a mut dyn Write) -> Self {
        let total = material_pairs(pieces).map(positions).sum();
        let bar = progress_bar(format!("{pieces} pieces"), total);
        bar.tick();
        Self { lines: bar.is_hidden().then_some(err), bar, total, done: 0, start: Instant::now() }
    }

    /// Reports that a pair of slices is finished. `action` is the word for the progress line, such as `built`.
    pub fn finish(&mut self, material: Material, action: &str) {
        self.done += positions(material);
        self.bar.set_position(self.done);
        self.bar.set_message(material.to_string());
        if let Some(err) = &mut self.lines {
            let percent = 100 * self.done / self.total.max(1);
            // Ignore errors: the work continues even if nobody reads the output.
            let _ = writeln!(err, "{material} {action}, {percent} % in {:.1} s", self.start.elapsed().as_secs_f64());
        }
    }

    /// Removes the bar.
    pub fn end(self) {
        self.bar.finish_and_clear();
    }
}

/// Returns the amount of work for a pair of slices: its number of positions, impossible positions included.
fn positions(material: Material) -> u64 {
    let count = |side: Material| {
        [side.own, side.other].iter().map(|force| (force.men_sets() * force.king_sets()) as u64).product::<u64>()
    };
    material_sides(material).map(count).sum()
}
