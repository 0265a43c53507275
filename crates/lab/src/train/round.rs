//! Generates the samples of one round on several threads, and writes them in the order of the games.

use super::sample::Sample;
use super::store::{BLOCK_GAMES, SampleStore};
use anyhow::Result;
use base::parallel::map_chunks;
use indicatif::ProgressBar;

/// The number of blocks per thread between two writes.
const BLOCKS_PER_WRITE: u64 = 16;

/// Extends `store` to `games` games, rounded up to whole blocks. The player that `player()` creates must append the
/// samples of the game whose number it gets, independently of previous calls. The content of the store then does not
/// depend on `threads`.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn play<P: FnMut(u64, &mut Vec<Sample>)>(
    player: &(impl Fn() -> P + Sync),
    games: u64,
    threads: usize,
    store: &mut SampleStore,
    bar: &ProgressBar,
) -> Result<()> {
    let end = games.div_ceil(BLOCK_GAMES);
    bar.set_length(end * BLOCK_GAMES);
    bar.set_position(store.blocks() * BLOCK_GAMES);
    while store.blocks() < end {
        let first = store.blocks();
        let count = (end - first).min(BLOCKS_PER_WRITE * threads.max(1) as u64);
        let blocks = map_chunks(count as usize, 1, threads, |part| {
            let block = first + part.start as u64;
            let (mut player, mut samples) = (player(), Vec::new());
            for number in block * BLOCK_GAMES..(block + 1) * BLOCK_GAMES {
                player(number, &mut samples);
                bar.inc(1);
            }
            samples
        });
        blocks.iter().try_for_each(|samples| store.append(samples))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::selfplay::{SelfPlay, SelfPlayConfig, ballots};
    use super::*;
    use speltafel::games::checkers::Strong;

    #[test]
    fn threads_do_not_change_the_file_and_more_games_are_appended() {
        let folder = tempfile::tempdir().unwrap();
        let config =
            SelfPlayConfig { seed: 2, nodes: 30, detour_rate: 0.5, tablebase: None, ballots: ballots().unwrap() };
        let player = || {
            let mut games = SelfPlay::new(&config, Strong::default());
            move |number, samples: &mut Vec<Sample>| games.play(number, samples)
        };
        let file = |name: &str, runs: &[(u64, usize)]| {
            let path = folder.path().join(name);
            for &(games, threads) in runs {
                let mut store = SampleStore::open(&path, 1).unwrap();
                play(&player, games, threads, &mut store, &ProgressBar::hidden()).unwrap();
                assert_eq!(store.blocks(), games.div_ceil(BLOCK_GAMES));
            }
            std::fs::read(path).unwrap()
        };
        let whole = file("one", &[(100, 1)]);
        assert_eq!(file("three", &[(100, 3)]), whole);
        assert_eq!(file("parts", &[(1, 2), (70, 0), (100, 2)]), whole);
    }
}
