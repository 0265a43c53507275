//! Generates the samples of one round on several threads, and writes them in the order of the games.

use super::sample::Sample;
use super::store::{BLOCK_GAMES, SampleStore};
use anyhow::{Result, anyhow};
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread::Builder;

/// Extends `store` to `games` games, rounded up to whole blocks. Each thread creates its own player with `player()`. A
/// player must append the samples of the game whose number it gets, independently of previous calls. The content of the
/// store then does not depend on `threads`.
///
/// # Errors
/// Returns an error if the file cannot be written or a thread ends early.
pub fn play<P: FnMut(u64, &mut Vec<Sample>)>(
    player: &(impl Fn() -> P + Sync),
    games: u64,
    threads: usize,
    store: &mut SampleStore,
    bar: &ProgressBar,
) -> Result<()> {
    let (first, end) = (store.blocks(), games.div_ceil(BLOCK_GAMES));
    bar.set_length(end * BLOCK_GAMES);
    bar.set_position(first * BLOCK_GAMES);
    let (next, failed) = (AtomicU64::new(first), AtomicBool::new(false));
    let work = &|deliver: &mut dyn FnMut(u64, Vec<Sample>) -> bool| {
        let mut player = player();
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= end || failed.load(Ordering::Relaxed) {
                return;
            }
            let mut samples = Vec::new();
            for number in block * BLOCK_GAMES..(block + 1) * BLOCK_GAMES {
                player(number, &mut samples);
                bar.inc(1);
            }
            if !deliver(block, samples) {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        let mut running = 0;
        for _ in 0..threads {
            let sender = sender.clone();
            let player = move || work(&mut |block, samples| sender.send((block, samples)).is_ok());
            // If the system cannot start more threads, the running threads do all the work.
            if Builder::new().spawn_scoped(scope, player).is_err() {
                break;
            }
            running += 1;
        }
        drop(sender);
        if running == 0 {
            let mut result = Ok(());
            work(&mut |_, samples| {
                result = store.append(&samples);
                result.is_ok()
            });
            return result;
        }
        let mut waiting = BTreeMap::new();
        for (block, samples) in receiver {
            waiting.insert(block, samples);
            while let Some(samples) = waiting.remove(&store.blocks()) {
                store.append(&samples).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
            }
        }
        anyhow::Ok(())
    })?;
    (store.blocks() >= end).then_some(()).ok_or_else(|| anyhow!("a thread ended before its games were finished"))
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
