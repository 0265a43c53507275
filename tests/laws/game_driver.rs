//! Controls a game in this process with protocol lines, and plays random games.

use base::rng::Rng;
use kit::options::{Kind, Spec, Values};
use kit::registry::RegisteredGame;
use kit::search::Stop;
use kit::session::{OpenGame, SearchRequest};
use kit::settings::Settings;
use speltafel::registry::REGISTRY;
use std::time::Instant;
use ugi::{Command, Go, Position, ProtocolError, Reply};

/// The maximum number of tokens in a random game.
pub const LONGEST: usize = 600;

/// A game with certain rule options, which is controlled by protocol lines.
pub struct GameDriver {
    pub name: String,
    values: Values,
    pub open: Box<dyn OpenGame>,
    game: &'static RegisteredGame,
}

impl GameDriver {
    pub fn new(game: &'static RegisteredGame, values: Values) -> Self {
        let open = (game.open)(&values);
        Self { name: format!("{} {values:?}", game.name), values, open, game }
    }

    /// Creates a driver for the same game and rules at the start position.
    pub fn fresh_copy(&self) -> Self {
        Self::new(self.game, self.values.clone())
    }

    pub fn set(&mut self, line: &str) -> Result<Vec<ProtocolError>, ProtocolError> {
        self.open.position(&Position::parse(line)?)
    }

    pub fn try_ask(&self, question: &str) -> Result<String, ProtocolError> {
        let line = format!("query {question}");
        match Command::parse(&line).unwrap().unwrap() {
            Command::Query(query) => self.open.query(query),
            other => panic!("{other}"),
        }
    }

    pub fn ask(&self, question: &str) -> String {
        self.try_ask(question).unwrap_or_else(|error| panic!("{}: {question}: {error}", self.name))
    }

    pub fn legal(&self) -> Vec<String> {
        self.ask("legal").split_whitespace().map(str::to_string).collect()
    }

    pub fn seats(&self) -> usize {
        self.ask("seats").parse().unwrap()
    }

    /// Returns whether a chance event decides the teams.
    pub fn deals_teams(&self) -> bool {
        self.fresh_copy().ask("teams") == "?"
    }

    /// Searches the position and returns the output lines, with times and speeds set to 0.
    pub fn go(&mut self, limits: &str, options: &[(&str, &str)]) -> Vec<String> {
        let mut settings = Settings::new(&REGISTRY);
        settings.set("Seed", Some("7")).unwrap();
        for (name, value) in options {
            settings.set(name, Some(value)).unwrap();
        }
        let mut lines = Vec::new();
        let stop = Stop::new(false);
        let search =
            SearchRequest { go: Go::parse(limits), preferences: settings.preferences(), start: Instant::now() };
        let best = self.open.go(&search, &stop, &mut |reply| {
            lines.push(match reply {
                Reply::Info(mut info) => {
                    (info.time, info.nps) = (Some(0), Some(0));
                    Reply::Info(info).to_string()
                }
                other => other.to_string(),
            });
        });
        lines.push(best.to_string());
        lines
    }
}

/// Returns the default rules, then rule sets that each differ from the default in one option.
pub fn rule_sets(game: &RegisteredGame) -> Vec<Values> {
    let mut all = vec![Values::default()];
    let mut with = |spec: &Spec, value: &str| {
        let mut values = Values::default();
        values.set(spec, spec.accept(value).unwrap());
        all.push(values);
    };
    for spec in game.options {
        match spec.kind {
            Kind::Combo(words) => words.iter().skip(1).for_each(|word| with(spec, word)),
            Kind::Check(default) => with(spec, &(!default).to_string()),
            Kind::Spin(..) => with(spec, "9"),
            Kind::ZeroOr(_, least, _) => [0, least].iter().for_each(|number| with(spec, &number.to_string())),
            Kind::Text(..) | Kind::Button => {}
        }
    }
    all
}

/// Plays a random game token by token and returns it as the arguments of `position`. Calls `look` at every position
/// that is reached, with the arguments so far, the driver and the token count.
pub fn random_game(table: &mut GameDriver, seed: u64, mut look: impl FnMut(&str, &mut GameDriver, usize)) -> String {
    let mut rng = Rng::new(seed);
    let mut line = "startpos moves".to_string();
    table.set("startpos").unwrap();
    for ply in 0..LONGEST {
        look(&line, table, ply);
        let token = match table.ask("turn").as_str() {
            "over" => break,
            "chance" => table.ask(&format!("draw {}", rng.next())),
            _ => {
                let legal = table.legal();
                assert!(!legal.is_empty(), "{}: {line}: no legal move, but the game is not over", table.name);
                legal[rng.index(legal.len())].clone()
            }
        };
        line = format!("{line} {token}");
        assert_eq!(table.set(&line), Ok(vec![]), "{}: {line}", table.name);
    }
    line
}
