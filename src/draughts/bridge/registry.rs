//! The registry of a bridge: checkers with the other engine's options instead of those of this engine.

use crate::draughts::pdn;
use crate::games::checkers::Checkers;
use crate::games::checkers::decks::DECKS;
use kit::options::{Kind, Spec};
use kit::preferences::{CLEAR_HASH, LOG_FILE, MOVE_OVERHEAD, PONDER, PROTOCOL, any_text};
use kit::registry::{Program, RegisteredGame, Registry};

/// The extensions of a bridge. It does not observe, and has no databases of its own player.
const EXTENSIONS: Spec = Spec {
    name: "UGI_Extensions",
    kind: Kind::Text { default: "seats,chance,views,referee,files,facts,ids", check: any_text },
};

/// The common options that a bridge declares besides those of the engine.
pub(super) const COMMON: [Spec; 6] = [MOVE_OVERHEAD, PONDER, LOG_FILE, CLEAR_HASH, EXTENSIONS, PROTOCOL];
/// The common options of a bridge to an engine that neither ponders nor knows the increment.
pub(super) const SIMPLE: [Spec; 3] = [LOG_FILE, EXTENSIONS, PROTOCOL];

/// Who the engine is, as far as it says so.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Identity {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) author: String,
}

/// Creates the registry of a bridge. It lives as long as the process. `own` are the options of the engine.
pub(super) fn registry(identity: Identity, common: &'static [Spec], own: Vec<Spec>) -> &'static Registry {
    let Identity { name, version, author } = identity;
    let program = Program { name: name.leak(), version: version.leak(), author: author.leak(), about: "" };
    let mut game = RegisteredGame::of::<Checkers>().with_interchange_format(pdn::INTERCHANGE_FORMAT).with_decks(DECKS);
    (game.resources, game.book_file) = (own.leak(), None);
    let games = Box::leak(Box::new([game]));
    Box::leak(Box::new(Registry::new(program, games, &["checkers"]).with_options(common)))
}
