//! Creates samples from the games in PDN files. A sample is a position without a pending capture, with its search score
//! and the game's result.

use super::sample::Sample;
use super::selfplay::{outcome, result, search_nodes};
use anyhow::{Context, Result, ensure};
use base::files::read_text;
use base::rng::{fnv1a, mix};
use kit::search::{Evaluate, Searcher};
use kit::ugi::{GameResult, Score};
use speltafel::draughts::pdn::{self, Evidence, ReadOptions, Reader, replay};
use speltafel::games::checkers::{Checkers, Rules, Strong};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The usable games of a list of PDN files, in order.
pub struct RecordedGames {
    games: Vec<RecordedGame>,
    /// A digest of the files' content and of the options for reading them.
    pub digest: u64,
}

struct RecordedGame {
    /// The positions that can be samples, in order.
    positions: Vec<Checkers>,
    result: GameResult,
}

impl RecordedGames {
    /// Reads PDN files. Games with a problem, without a result, or without a usable position are skipped and reported
    /// on `err`. If `options` does not specify which side's points come first in a result, the order is detected for
    /// each file.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or has no usable game.
    pub fn read(paths: &[PathBuf], options: ReadOptions, err: &mut dyn Write) -> Result<Self> {
        let mut recorded = Self { games: Vec::new(), digest: digest(options) };
        for path in paths {
            let bytes = read_text(path).with_context(|| path.display().to_string())?;
            let before = recorded.games.len();
            recorded.add(&bytes, path, options, err)?;
            ensure!(recorded.games.len() > before, "{}: the file has no usable game", path.display());
            recorded.digest = mix(recorded.digest ^ fnv1a(&bytes));
        }
        Ok(recorded)
    }

    /// Returns the number of usable games in all files.
    pub const fn len(&self) -> u64 {
        self.games.len() as u64
    }

    fn add(&mut self, bytes: &[u8], path: &Path, options: ReadOptions, err: &mut dyn Write) -> Result<()> {
        let first = match options.first {
            Some(first) => first,
            None => Evidence::of(bytes, options).with_context(|| path.display().to_string())?.first(),
        };
        let options = ReadOptions { first: Some(first), ..options };
        let mut reader = Reader::new(bytes);
        let mut number = 0;
        while let Some((mut game, unreadable)) = reader.next_game().with_context(|| path.display().to_string())? {
            number += 1;
            let replayed = replay(&mut game, options);
            let mut problems: Vec<String> =
                unreadable.iter().chain(&replayed.problems).map(ToString::to_string).collect();
            if problems.is_empty() {
                // If the game sets up a new position, the moves before it did not lead to the result and are skipped.
                let played = &replayed.plies[replayed.unbroken(replayed.plies.len())..];
                let all = played.iter().map(|(position, _)| position.with_rules(&Rules::default()));
                let positions: Vec<Checkers> = all.filter(is_quiet).collect();
                match pdn::result(&game, first) {
                    Some(result) if !positions.is_empty() => self.games.push(RecordedGame { positions, result }),
                    Some(_) => problems.push(format!("line {}: it has no position without a capture", game.line)),
                    None => problems.push(format!("line {}: it has no result", game.line)),
                }
            }
            for problem in problems {
                writeln!(err, "{}: game {number}, {problem}; the game is skipped", path.display())?;
            }
        }
        Ok(())
    }
}

fn digest(options: ReadOptions) -> u64 {
    fnv1a(format!("{:?} {}", options.first, options.as_english).as_bytes())
}

/// Searches the positions of recorded games to create samples.
pub struct Scorer<'a> {
    recorded: &'a RecordedGames,
    nodes: u64,
    player: Strong,
}

impl<'a> Scorer<'a> {
    /// Creates a scorer that searches `nodes` nodes per position with `player`.
    pub const fn new(recorded: &'a RecordedGames, nodes: u64, player: Strong) -> Self {
        Self { recorded, nodes, player }
    }

    /// Appends the samples of game `number`, counted from 0. Appends nothing if there is no such game. The samples do
    /// not depend on previous calls. As in self-play, positions with a mate score are skipped.
    pub fn score(&mut self, number: u64, out: &mut Vec<Sample>) {
        let Some(RecordedGame { positions, result }) = self.recorded.games.get(number as usize) else { return };
        self.player.clear();
        for position in positions {
            if let Some(Score::Cp(value)) = search_nodes(&mut self.player, self.nodes, position).score {
                out.push(Sample::new(position, value, Some(outcome(*result, position))));
            }
        }
    }
}

/// Returns whether a position can be a sample: it has no pending capture and the game is not over.
fn is_quiet(position: &Checkers) -> bool {
    !position.is_forced() && result(position).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::search::Wdl;
    use speltafel::draughts::pdn::PointsOrder;

    const GAMES: &str = "[Event \"won\"]\n[Result \"1-0\"]\n\n1. 11-15 22-18 2. 15x22 25x18 3. 8-11 *\n\n\
        [Event \"undecided\"]\n\n1. 11-15 22-18 *\n\n[Event \"wrong\"]\n\n1. 11-15\n22-19 1-0\n\n\
        [Event \"cut\"]\n\n1. 11-15 22-18 a2-b3 1-0\n\n[Event \"set up\"]\n\n\
        1. 11-15 /FEN \"W:W21,22,27,30,K31:B3,5,12,K14,20\"/ 30-26 14-10 27-23 1/2-1/2\n\n\
        [Event \"captures\"]\n[FEN \"B:W9:B5,K10\"]\n\n5x14 1-0\n";

    fn read(files: &[&str], first: PointsOrder) -> (Result<RecordedGames>, String) {
        read_with(files, ReadOptions { first: Some(first), ..ReadOptions::default() })
    }

    fn read_with(files: &[&str], options: ReadOptions) -> (Result<RecordedGames>, String) {
        let folder = tempfile::tempdir().unwrap();
        let paths: Vec<PathBuf> = (0..files.len()).map(|number| folder.path().join(format!("{number}.pdn"))).collect();
        paths.iter().zip(files).for_each(|(path, text)| std::fs::write(path, text).unwrap());
        let mut output = Vec::new();
        let recorded = RecordedGames::read(&paths, options, &mut output);
        (recorded, String::from_utf8(output).unwrap().replace(&format!("{}/", folder.path().display()), ""))
    }

    fn samples(recorded: &RecordedGames, numbers: &[u64]) -> Vec<Sample> {
        let mut scorer = Scorer::new(recorded, 200, Strong::default());
        let mut samples = Vec::new();
        for &number in numbers {
            samples.clear();
            scorer.score(number, &mut samples);
        }
        samples
    }

    #[test]
    fn unusable_games_are_reported_with_their_line() {
        let (recorded, output) = read(&[GAMES], PointsOrder::Black);
        assert_eq!(recorded.unwrap().len(), 2);
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(lines.len(), 4, "{output}");
        assert_eq!(lines[0], "0.pdn: game 2, line 6: it has no result; the game is skipped");
        assert!(lines[1].starts_with("0.pdn: game 3, line 13, ply 2: 22-19: it is not legal in W:"), "{output}");
        assert!(lines[2].starts_with("0.pdn: game 4, line 17: cannot read"), "{output}");
        assert_eq!(lines[3], "0.pdn: game 6, line 23: it has no position without a capture; the game is skipped");
        let (none, _) = read(&[GAMES, "1. 11-15 *\n"], PointsOrder::Black);
        assert!(none.err().unwrap().to_string().ends_with("1.pdn: the file has no usable game"));
        let missing = RecordedGames::read(&["/no/such.pdn".into()], ReadOptions::default(), &mut std::io::sink());
        assert!(format!("{:#}", missing.err().unwrap()).starts_with("/no/such.pdn: "));
    }

    #[test]
    fn samples_are_the_quiet_positions_with_the_result_for_the_side_to_move() {
        let (recorded, _) = read(&[GAMES], PointsOrder::Black);
        let recorded = recorded.unwrap();
        let won = samples(&recorded, &[0]);
        // The position before Black's third move is a sample; those before the two captures are not.
        let (count, outcomes): (Vec<u32>, Vec<Wdl>) = (won
            .iter()
            .filter_map(|sample| Some(((sample.seen.own | sample.seen.other).count_ones(), sample.outcome?))))
        .unzip();
        assert_eq!((count, outcomes), (vec![24, 24, 22], vec![Wdl::Win, Wdl::Loss, Wdl::Win]));
        let set_up = samples(&recorded, &[1]);
        assert_eq!(set_up.iter().map(|sample| sample.outcome).collect::<Vec<_>>(), [Some(Wdl::Draw); 3]);
        assert!(set_up.iter().all(|sample| sample.seen.kings.count_ones() == 2), "only positions after the setup");
        assert_eq!(samples(&recorded, &[0, 1]), set_up, "independent of previous searches");
        assert!(samples(&recorded, &[2]).is_empty());
        let (turned, _) = read(&[GAMES], PointsOrder::White);
        let turned = turned.unwrap();
        assert_ne!(turned.digest, recorded.digest);
        assert_eq!(samples(&turned, &[0])[0].outcome, Some(Wdl::Loss));
    }

    /// pydraughts writes games of English draughts with White's points first and with the GameType of another variant.
    /// The order of points must be detected from the games.
    #[test]
    fn results_from_whites_side_are_found() {
        let games = std::fs::read_to_string("../../tests/data/pydraughts.pdn").unwrap();
        let (none, output) = read_with(&[&games], ReadOptions::default());
        assert!(none.is_err() && output.matches("--as-english").count() == 5, "{output}");
        let english = |first| ReadOptions { first, as_english: true };
        let (found, output) = read_with(&[&games], english(None));
        let found = found.unwrap();
        assert_eq!((found.len(), output.as_str()), (5, ""));
        let outcomes = [0, 1, 2].map(|number| samples(&found, &[number])[0].outcome);
        assert_eq!(outcomes, [Some(Wdl::Loss), Some(Wdl::Win), Some(Wdl::Draw)], "Black is to move");
        let (given, _) = read_with(&[&games], english(Some(PointsOrder::White)));
        assert_eq!(samples(&found, &[0, 1]), samples(&given.unwrap(), &[0, 1]));
        let (one, output) = read_with(&[&games], english(Some(PointsOrder::Black)));
        assert_eq!((one.unwrap().len(), output.matches("has won, but the result is").count()), (1, 4));
    }

    #[test]
    fn long_endings_without_progress_end_as_in_games_of_the_engine() {
        let text = format!("[FEN \"B:WK32,K31:BK1,K2\"]\n{} 1/2-1/2", "1-6 32-27 6-1 27-32 ".repeat(15));
        let (recorded, _) = read(&[&text], PointsOrder::Black);
        let samples = samples(&recorded.unwrap(), &[0]);
        assert_eq!(samples.iter().map(|sample| sample.quiet_plies).max(), Some(39));
    }
}
