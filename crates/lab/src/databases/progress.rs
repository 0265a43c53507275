//! What people see of a build that runs: a bar on a terminal, elsewhere a line for each slice.

use crate::progress_bars::progress_bar;
use egdb::build::{material_pairs, material_sides};
use egdb::material::Material;
use indicatif::ProgressBar;
use std::io::Write;
use std::time::Instant;

/// A build or a check of one number of pieces.
pub struct Progress<'a> {
    bar: ProgressBar,
    /// Where lines go when there is no bar.
    lines: Option<&'a mut dyn Write>,
    total: u64,
    done: u64,
    start: Instant,
}

impl<'a> Progress<'a> {
    /// Begins with all slices of so many pieces to do.
    pub fn new(pieces: usize, err: &'a mut dyn Write) -> Self {
        let total = material_pairs(pieces).map(positions).sum();
        let bar = progress_bar(format!("{pieces} pieces"), total);
        bar.tick();
        Self { lines: bar.is_hidden().then_some(err), bar, total, done: 0, start: Instant::now() }
    }

    /// A pair of slices is finished, by what was done to it.
    pub fn finish(&mut self, material: Material, what: &str) {
        self.done += positions(material);
        self.bar.set_position(self.done);
        self.bar.set_message(material.to_string());
        if let Some(err) = &mut self.lines {
            let percent = 100 * self.done / self.total.max(1);
            // Nobody may be there to read it; the work goes on.
            let _ = writeln!(err, "{material} {what}, {percent} % in {:.1} s", self.start.elapsed().as_secs_f64());
        }
    }

    /// Takes the bar away.
    pub fn end(self) {
        self.bar.finish_and_clear();
    }
}

/// A measure for the work of a pair: its positions, those counted too that cannot be.
fn positions(material: Material) -> u64 {
    let count = |side: Material| {
        [side.own, side.other].iter().map(|force| (force.men_sets() * force.king_sets()) as u64).product::<u64>()
    };
    material_sides(material).map(count).sum()
}
