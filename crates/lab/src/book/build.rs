//! Builds opening books: expands positions in batches, searches their successors on several threads, and writes the
//! file after each batch.

use super::tree::{PageCandidate, Tree};
use anyhow::{Result, ensure};
use base::files::write_atomic;
use base::parallel::map_chunks;
use base::rng::fnv1a;
use indicatif::ProgressBar;
use kit::game::Game;
use kit::options::Values;
use kit::search::{Control, MATE, SearchTask, Searcher, Stop};
use kit::state::State;
use kit::ugi::Score;
use speltafel::games::checkers::Checkers;
use speltafel::games::checkers::book::OpeningBook;
use speltafel::games::checkers::relative_position::RelativePosition;
use std::path::Path;

/// The number of positions per batch. It is fixed, so that the content of the book does not depend on the number of
/// threads.
const BATCH: usize = 32;
/// The number of searches that a thread takes at a time.
const PART: usize = 4;
/// The transposition table size in MiB. The table is cleared before each search.
const HASH: usize = 4;

/// The settings that determine the content of a book.
pub struct BookPlan {
    /// The positions at which the book starts.
    pub roots: Vec<PageCandidate>,
    /// The maximum number of plies from the start of the game to a position in the book.
    pub plies: u8,
    /// The node limit per search.
    pub nodes: u64,
    /// The seed for choosing among positions of equal cost.
    pub seed: u64,
    /// The digest of the evaluation:
    /// [`Network::built_in_digest`](speltafel::games::checkers::network::Network::built_in_digest).
    pub evaluation: u64,
}

impl BookPlan {
    fn digest(&self) -> u64 {
        let Self { roots, plies, nodes, seed, evaluation } = self;
        let roots: Vec<u8> = roots.iter().flat_map(|root| root.seen.to_bytes()).collect();
        fnv1a(format!("{plies} {nodes} {seed} {:x} {evaluation:x}", fnv1a(&roots)).as_bytes())
    }

    /// Extends the book in the file `path`, or starts a new book, until it has at least `positions` positions or none
    /// can be expanded. The number of positions is rounded up to whole batches. Neither the number of threads nor
    /// interruptions change the content.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, is damaged, or was made with other settings.
    pub fn build(&self, path: &Path, positions: usize, threads: usize, bar: &ProgressBar) -> Result<OpeningBook> {
        let digest = self.digest();
        let mut book = OpeningBook { digest, ..OpeningBook::default() };
        if path.exists() {
            book = OpeningBook::open(path)?;
            ensure!(
                book.digest == digest,
                "{}: was made with other settings (--plies, --nodes, --seed, --openings) or another evaluation; choose \
                 another file",
                path.display()
            );
        }
        bar.set_length(positions.div_ceil(BATCH) as u64 * BATCH as u64);
        let mut tree = Tree::new(std::mem::take(&mut book.entries), self.roots.clone(), self.plies, self.seed);
        while tree.pages.len() < positions {
            bar.set_position(tree.pages.len() as u64);
            let candidates = tree.candidates(BATCH);
            if candidates.is_empty() {
                break;
            }
            let unknown = tree.unknown(&candidates);
            let found = map_chunks(unknown.len(), PART, threads, |part| self.search(&unknown[part]));
            tree.grow(&candidates, found.into_iter().flatten());
            book.entries = std::mem::take(&mut tree.pages);
            write_atomic(path, &book.bytes())?;
            tree.pages = std::mem::take(&mut book.entries);
        }
        book.entries = tree.pages;
        Ok(book)
    }

    /// Searches positions and returns each with its value for the side to move. Positions without a legal move are
    /// omitted.
    fn search(&self, positions: &[RelativePosition]) -> Vec<(RelativePosition, i16)> {
        let mut player = Checkers::strong(&Values::default());
        let task = SearchTask { hash: HASH, ..SearchTask::default() };
        let mut found = Vec::new();
        for seen in positions {
            let position = seen.position(0);
            if position.count_actions() == 0 {
                continue;
            }
            player.clear();
            let stop = Stop::new(false);
            let control = Control { nodes: Some(self.nodes), ..Control::new(&stop) };
            let value = match player.search(&position, &task, &control, &mut |_| ()).score {
                Some(Score::Cp(value)) => value,
                Some(Score::Mate(plies)) if plies > 0 => MATE - plies,
                Some(Score::Mate(plies)) => -MATE - plies,
                None => 0,
            };
            found.push((*seen, value.clamp(-MATE, MATE) as i16));
        }
        found
    }
}
