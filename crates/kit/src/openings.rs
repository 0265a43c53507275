//! The subcommand `openings`: generates distinct, balanced openings for tournament runners. An opening is a sequence
//! of random legal moves after which a short search returns a value close to zero.

use crate::preferences::Preferences;
use crate::registry::Registry;
use crate::search::Stop;
use crate::session::{OpenGame, SearchRequest};
use crate::settings::Settings;
use anyhow::{Result, bail};
use base::pairs::pair;
use base::rng::{Rng, mix};
use clap::Args;
use std::collections::HashSet;
use std::io::Write;
use std::time::Instant;
use ugi::{Go, Position, ProtocolError, Query, Reply, Score, position_text};

/// The number of candidates is limited to this constant times the number of requested openings.
const TRIES_PER_OPENING: u64 = 400;

/// The arguments of `openings`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The game, one of the list below
    #[arg(value_name = "GAME")]
    game: String,

    /// Plies per opening, not counting deals
    #[arg(long, value_name = "N")]
    plies: usize,

    /// Number of openings
    #[arg(long, value_name = "M")]
    count: u64,

    /// Seed of all random choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Maximum absolute value of an opening in cp
    #[arg(long, value_name = "CP", default_value_t = 40)]
    balance: u32,

    /// Nodes per search
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,

    /// Print position texts instead of moves
    #[arg(long)]
    fen: bool,

    /// Set an engine option; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
}

/// Generates openings and writes one per line, as arguments of `position`, or of `position fen` with `--fen`.
///
/// # Errors
/// Returns an error if the game does not exist or has a single seat, if an option is invalid or a resource cannot be
/// loaded, if too few balanced openings are found, or if the output cannot be written.
pub fn run(arguments: &Arguments, registry: &'static Registry, out: &mut dyn Write) -> Result<()> {
    // The table is cleared before each search so that a score depends only on its opening. A small table is cleared
    // quickly.
    let fixed = [("Hash", "1"), ("Seed", "1"), ("Game", arguments.game.as_str())];
    let fixed = fixed.map(|(name, value)| (name.to_string(), value.to_string()));
    let settings = Settings::with(registry, &[&fixed[..], &arguments.options].concat())?;
    let mut game = settings.open()?;
    if game.query(Query::Seats)? == "1" {
        bail!("{} has a single seat: a balanced opening needs two sides", arguments.game);
    }
    let (mut found, mut seen) = (0, HashSet::new());
    for candidate in 0..arguments.count.saturating_mul(TRIES_PER_OPENING) {
        if found == arguments.count {
            break;
        }
        let Some(tokens) = random_plies(game.as_mut(), arguments, candidate)? else { continue };
        if !seen.insert(game.key()) || !is_balanced(game.as_mut(), &tokens, settings.preferences(), arguments)? {
            continue;
        }
        found += 1;
        if arguments.fen {
            writeln!(out, "{}", game.query(Query::Fen(None))?)?;
        } else {
            writeln!(out, "{}", position_text("startpos", &tokens))?;
        }
    }
    if found < arguments.count {
        bail!("found only {found} of {} openings: increase --plies or --balance", arguments.count);
    }
    Ok(())
}

/// Plays `--plies` random moves from the start position and returns the tokens, including those of deals. On return,
/// `game` is at the position after these tokens. Returns `None` if the game ends, even if only with the last move.
fn random_plies(
    game: &mut dyn OpenGame,
    arguments: &Arguments,
    candidate: u64,
) -> Result<Option<Vec<String>>, ProtocolError> {
    let mut rng = Rng::new(mix(arguments.seed ^ mix(candidate)));
    let mut tokens: Vec<String> = Vec::new();
    let mut plies = 0;
    game.new_game();
    loop {
        match game.query(Query::Turn)?.as_str() {
            "over" => return Ok(None),
            "chance" => tokens.push(game.query(Query::Draw(rng.next()))?),
            _ if plies == arguments.plies => return Ok(Some(tokens)),
            _ => {
                let legal = game.query(Query::Legal)?;
                let legal: Vec<&str> = legal.split(' ').collect();
                tokens.push(legal[rng.index(legal.len())].to_string());
                plies += 1;
            }
        }
        let played: Vec<&str> = tokens.iter().map(String::as_str).collect();
        game.position(&Position::from_start(&played))?;
    }
}

/// Returns whether a short search gives the opening a value within the limit and a best line that does not end the
/// game. A balanced value whose best line ends the game means that the search has found a forced draw. Such an opening
/// is already decided.
fn is_balanced(
    game: &mut dyn OpenGame,
    tokens: &[String],
    preferences: Preferences,
    arguments: &Arguments,
) -> Result<bool, ProtocolError> {
    game.clear_tables();
    let limits = format!("nodes {}", arguments.nodes);
    let mut best = None;
    let search = SearchRequest { go: Go::parse(&limits), preferences, start: Instant::now() };
    game.go(&search, &Stop::new(false), &mut |reply| {
        if let Reply::Info(info) = reply {
            best = info.score.map(|score| (score, info.pv)).or(best.take());
        }
    });
    let Some((score, pv)) = best else { return Ok(false) };
    if !matches!(score, Score::Cp(value) if value.unsigned_abs() <= arguments.balance) {
        return Ok(false);
    }
    let opening: Vec<&str> = tokens.iter().map(String::as_str).collect();
    let line: Vec<&str> = opening.iter().copied().chain(pv.iter().map(String::as_str)).collect();
    game.position(&Position::from_start(&line))?;
    let decided = game.query(Query::GameOver)? == "true";
    game.position(&Position::from_start(&opening))?;
    Ok(!decided)
}
