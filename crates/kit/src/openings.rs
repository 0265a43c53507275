//! `openings`: distinct, balanced openings as position lines for any runner: random legal plies that a short search
//! calls about even. Names no game.

use crate::preferences::Preferences;
use crate::registry::Registry;
use crate::search::{Score, Stop};
use crate::session::{OpenGame, SearchRequest};
use crate::settings::Settings;
use anyhow::{Result, bail};
use base::pairs::pair;
use base::rng::{Rng, mix};
use clap::Args;
use std::collections::HashSet;
use std::io::Write;
use std::time::Instant;
use ugi::history::position_text;
use ugi::{Go, Position, ProtocolError, Query, Reply};

/// Candidates tried for each opening asked for, before giving up.
const TRIES_PER_OPENING: u64 = 400;

/// Which openings to make.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The game.
    #[arg(value_name = "GAME")]
    game: String,

    /// Plies of each opening; deals do not count.
    #[arg(long, value_name = "N")]
    plies: usize,

    /// The number of openings.
    #[arg(long, value_name = "M")]
    count: u64,

    /// Start of everything random.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Keep an opening when the search is within so many points of even.
    #[arg(long, value_name = "CP", default_value_t = 40)]
    balance: u32,

    /// Nodes of that search.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,

    /// Print position texts instead of moves, for runners that take nothing else.
    #[arg(long)]
    fen: bool,

    /// An option of the engine, such as a rule of the game; may be given often.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
}

/// Finds and prints them, one a line: what follows `position` (with `--fen`: what follows `position fen`).
///
/// # Errors
/// An unknown game or option, or too few openings that are balanced.
pub fn run(arguments: &Arguments, registry: &'static Registry, out: &mut dyn Write) -> Result<()> {
    let mut settings = Settings::new(registry);
    // A new table for every search makes each score depend on its own opening alone; a small one is soon cleared.
    let fixed = [("Hash", "1"), ("Seed", "1"), ("Game", arguments.game.as_str())];
    let given = arguments.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    for (name, value) in fixed.into_iter().chain(given) {
        settings.set(name, Some(value))?;
    }
    let mut game = (settings.registered().open)(settings.values());
    if let Some(missing) = game.load_resources(settings.values()).first() {
        bail!("{missing}");
    }
    if game.query(Query::Seats)? == "1" {
        bail!("{} is played alone: there are no two sides to balance", arguments.game);
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
            writeln!(out, "{}", game.query(Query::Fen)?)?;
        } else {
            writeln!(out, "{}", position_text("startpos", &tokens))?;
        }
    }
    if found < arguments.count {
        bail!("only {found} of {} openings found: ask for more plies or a wider balance", arguments.count);
    }
    Ok(())
}

/// Loads the history of one candidate; `None` when the game ends on the way.
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
        let so_far: Vec<&str> = tokens.iter().map(String::as_str).collect();
        game.position(&Position::from_start(&so_far))?;
    }
}

/// Does a short search call it about even, and is the game still open? A best line that runs into the end of the game
/// is a draw that can be forced: nothing is left to play for.
fn is_balanced(
    game: &mut dyn OpenGame,
    tokens: &[String],
    preferences: Preferences,
    arguments: &Arguments,
) -> Result<bool, ProtocolError> {
    game.clear_tables();
    let limits = format!("nodes {}", arguments.nodes);
    let mut best = None;
    let search = SearchRequest { go: Go::read(&limits), preferences, start: Instant::now() };
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
