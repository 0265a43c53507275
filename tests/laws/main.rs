//! Tests that every registered game obeys the laws of `kit`, and tests of the command loop, of files and of recorded
//! games. The module `import_cycles` tests the source files instead.
#![allow(clippy::unwrap_used)]

mod boards;
mod bytes;
mod environment;
mod files;
mod import_cycles;
mod numbers;
mod recorded;

use kit::game::Game;
use speltafel::games::checkers::Checkers;
use speltafel::games::jeex::Jeex;
use speltafel::games::keezen::Keezen;
use speltafel::games::querbeet::Querbeet;
use speltafel::games::querbeet_chain::QuerbeetChain;
use speltafel::games::querbeet_figure::QuerbeetFigure;
use speltafel::games::wieniet::Wieniet;
use speltafel::registry::REGISTRY;

/// Creates a test for each game, and one that no registered game is missing.
macro_rules! check_games {
    ($($test:ident: $game:ty),+ $(,)?) => {
        $(
            #[test]
            fn $test() {
                kit::laws::check::<$game>();
            }
        )+

        #[test]
        fn every_registered_game_is_checked() {
            let registered: Vec<&str> = REGISTRY.games().iter().map(|game| game.name).collect();
            assert_eq!(registered, [$(<$game>::NAME),+]);
        }
    };
}

check_games! {
    checkers: Checkers,
    jeex: Jeex,
    wieniet: Wieniet,
    keezen: Keezen,
    querbeet: Querbeet,
    querbeet_figure: QuerbeetFigure,
    querbeet_chain: QuerbeetChain,
}
