//! The command line and the configuration file of the table. Only these two can add engines; the page cannot.

use super::hosts::PublicUrl;
use anyhow::{Context, Result, ensure};
use base::duration;
use base::files::open_text;
use base::quote::is_invisible;
use clap::Args;
use room::option_value;
use runner::{Program, Timeouts};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The default port.
const DEFAULT_PORT: u16 = 27530;
/// The longest timeout in the configuration file.
const LONGEST_TIMEOUT: Duration = Duration::from_secs(24 * 3600);

/// The command-line flags. A flag overrides the key of the same name in the configuration file, except that `--results`
/// adds tournaments, and `--engine` adds an engine or replaces the engine of the same name.
#[derive(Args, Debug, Default)]
pub struct Arguments {
    /// The port (default: 27530; 0: any free port)
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,

    /// Let other devices in the local network join (plain http)
    #[arg(long)]
    pub lan: bool,

    /// The address of a reverse proxy: only requests to it are accepted
    #[arg(long, value_name = "URL")]
    pub public_url: Option<String>,

    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,

    /// Offer an engine on the page (repeatable; default: the referee)
    #[arg(long, value_name = "NAME=COMMAND ARG...")]
    pub engine: Vec<String>,

    /// The engine that applies the rules (default: speltafel in the folder of this program, else in PATH)
    #[arg(long, value_name = "COMMAND ARG...")]
    pub referee: Option<String>,

    /// A TOML file with settings and engine options; flags override it, but --engine and --results add to its lists
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// The first game (default: the first game in the referee's list)
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,

    /// The folder for games and tables (default: speltafel in the folder for data of this system)
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// How long a move is shown before the next one is made, if a person plays (default: 1s)
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub pace: Option<Duration>,

    /// Show a tournament, given by its folder or its results.jsonl (repeatable)
    #[arg(long, value_name = "PATH")]
    pub results: Vec<PathBuf>,
}

/// The settings of a table.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The port; 0 selects a free one.
    pub port: u16,
    /// Whether to listen on the local network instead of the loopback interface.
    pub lan: bool,
    /// The address of a reverse proxy.
    pub public_url: Option<PublicUrl>,
    /// Whether to open the page in a browser.
    pub open: bool,
    /// The names and programs of the engines; never empty.
    pub engines: Vec<(String, Program)>,
    /// The engine that applies the rules.
    pub referee: Program,
    /// The first game; `None` selects the first game in the referee's list.
    pub game: Option<String>,
    /// The data folder; `None` selects that of the platform.
    pub data: Option<PathBuf>,
    /// How long a move is shown before the next one is made, in games in which a person plays.
    pub pace: Duration,
    /// The tournaments to show: tournament folders or record files.
    pub results: Vec<PathBuf>,
    /// The timeouts for engines. A search with a fixed time is late after that time plus `thinking`.
    pub timeouts: Timeouts,
    /// The time between two pings to a browser. One that misses two is disconnected.
    pub ping: Duration,
}

/// The contents of the configuration file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigFile {
    port: Option<u16>,
    lan: Option<bool>,
    #[serde(rename = "public-url")]
    public_url: Option<String>,
    open: Option<bool>,
    game: Option<String>,
    data: Option<PathBuf>,
    #[serde(default = "default_pace", with = "duration::serde")]
    pace: Duration,
    #[serde(default)]
    results: Vec<PathBuf>,
    referee: Option<EngineConfig>,
    #[serde(default)]
    engine: Vec<EngineConfig>,
    #[serde(default)]
    patience: TimeoutsConfig,
}

/// An engine in the configuration file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EngineConfig {
    name: Option<String>,
    command: PathBuf,
    #[serde(default)]
    args: Vec<String>,
    dir: Option<PathBuf>,
    #[serde(default)]
    options: BTreeMap<String, Value>,
    #[serde(default)]
    env: BTreeMap<String, String>,
}

/// The timeouts in the configuration file, which have other defaults than [`Timeouts`].
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct TimeoutsConfig {
    #[serde(deserialize_with = "timeout")]
    handshake: Duration,
    #[serde(deserialize_with = "timeout")]
    ready: Duration,
    #[serde(deserialize_with = "timeout")]
    stop: Duration,
    #[serde(deserialize_with = "timeout")]
    thinking: Duration,
    #[serde(deserialize_with = "timeout")]
    ping: Duration,
}

/// Reads a time with a unit that is neither zero nor longer than [`LONGEST_TIMEOUT`].
fn timeout<'de, D: Deserializer<'de>>(value: D) -> Result<Duration, D::Error> {
    let time = duration::serde::deserialize(value)?;
    if time.is_zero() || time > LONGEST_TIMEOUT {
        let [longest, found] = [LONGEST_TIMEOUT, time].map(duration::show);
        return Err(D::Error::custom(format!("expected a time from 1ms to {longest}, found {found}")));
    }
    Ok(time)
}

const fn default_pace() -> Duration {
    Duration::from_secs(1)
}

impl Default for TimeoutsConfig {
    fn default() -> Self {
        let [handshake, ready, stop, thinking, ping] = [10, 10, 2, 5, 10].map(Duration::from_secs);
        Self { handshake, ready, stop, thinking, ping }
    }
}

impl Setup {
    /// Combines the flags and the configuration file. `own` is the command of the default engine and referee.
    pub fn read(arguments: Arguments, own: &Path) -> Result<Self> {
        let config = match &arguments.config {
            Some(path) => read_config(path).with_context(|| path.display().to_string())?,
            None => toml::from_str("")?,
        };
        // Absolute, because an engine with `dir` is started in another folder.
        let file = arguments.config.as_deref().map(std::path::absolute).transpose()?;
        let here = file.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        let mut engines = Vec::new();
        for engine in config.engine {
            let name = engine.name.clone().context("every [[engine]] needs a `name`")?;
            engines.push((name, program(engine, here)?));
        }
        for words in &arguments.engine {
            let named = words.split_once('=').context("--engine: expected NAME=COMMAND ARG...")?;
            let new = command(named.1).with_context(|| format!("--engine {}", named.0))?;
            match engines.iter_mut().find(|(name, _)| name == named.0) {
                Some((_, program)) => *program = new,
                None => engines.push((named.0.to_string(), new)),
            }
        }
        let referee = match (&arguments.referee, config.referee) {
            (Some(words), _) => command(words).context("--referee")?,
            (None, Some(engine)) => program(engine, here)?,
            (None, None) => plain(own),
        };
        if engines.is_empty() {
            // The referee is an engine, so it can play every game that it knows.
            let name = referee.command.file_name().unwrap_or_default().to_string_lossy().into_owned();
            engines.push((name, referee.clone()));
        }
        for (index, (name, _)) in engines.iter().enumerate() {
            ensure!(!name.is_empty() && name.len() <= 60, "the name of an engine must have 1 to 60 bytes: {name}");
            ensure!(!name.contains(is_invisible), "the name of an engine must not contain invisible characters");
            ensure!(engines.iter().skip(index + 1).all(|(other, _)| other != name), "two engines have the name {name}");
        }
        let public_url = arguments.public_url.or(config.public_url);
        let TimeoutsConfig { handshake, ready, stop, thinking, ping } = config.patience;
        Ok(Self {
            port: arguments.port.or(config.port).unwrap_or(DEFAULT_PORT),
            lan: arguments.lan || config.lan.unwrap_or(false),
            public_url: public_url.map(|text| text.parse().context("--public-url")).transpose()?,
            open: arguments.open || config.open.unwrap_or(false),
            engines,
            referee,
            game: arguments.game.or(config.game),
            data: arguments.data.or(config.data.map(|data| here.join(data))),
            pace: arguments.pace.unwrap_or(config.pace),
            results: config.results.iter().map(|path| here.join(path)).chain(arguments.results).collect(),
            timeouts: Timeouts { handshake, ready, stop, thinking },
            ping,
        })
    }
}

fn read_config(path: &Path) -> Result<ConfigFile> {
    Ok(toml::from_str(&io::read_to_string(open_text(path)?)?)?)
}

fn program(config: EngineConfig, here: &Path) -> Result<Program> {
    let option = |(name, value): (String, Value)| {
        ensure!(!name.contains(char::is_control), "option {name}: control characters are not allowed");
        let text =
            option_value(&value).with_context(|| format!("option {name}: expected text, a number or a boolean"))?;
        Ok((name, text))
    };
    // A command without a slash is looked up in PATH. Other paths are relative to the folder of the configuration file.
    let bare = config.command.components().count() == 1;
    let command = if bare { config.command } else { here.join(config.command) };
    let options = config.options.into_iter().map(option).collect::<Result<_>>()?;
    Ok(Program { command, args: config.args, dir: config.dir.map(|dir| here.join(dir)), options, env: config.env })
}

fn command(words: &str) -> Result<Program> {
    let mut words = shlex::split(words).context("a quotation mark is not closed")?.into_iter();
    let command = words.next().context("the command is missing")?;
    Ok(Program { args: words.collect(), ..plain(Path::new(&command)) })
}

fn plain(command: &Path) -> Program {
    Program { command: command.to_path_buf(), ..Program::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: Arguments) -> Result<Setup> {
        Setup::read(arguments, Path::new("/x/speltafel"))
    }

    #[test]
    fn a_relative_configuration_file_gives_absolute_paths() {
        let folder = tempfile::tempdir().unwrap();
        // The way from the current folder up to the root and down to the temporary folder.
        let up: PathBuf = std::env::current_dir().unwrap().components().skip(1).map(|_| "..").collect();
        let config = up.join(folder.path().strip_prefix("/").unwrap()).join("table.toml");
        std::fs::write(&config, "[[engine]]\nname = 'a'\ncommand = 'bin/a'\ndir = 'there'\n").unwrap();
        let setup = read(Arguments { config: Some(config), ..Arguments::default() }).unwrap();
        let Program { command, dir, .. } = &setup.engines[0].1;
        assert!(command.is_absolute() && command.ends_with("bin/a"), "{}", command.display());
        assert!(dir.as_ref().is_some_and(|dir| dir.is_absolute() && dir.ends_with("there")), "{dir:?}");
    }

    #[test]
    fn default_engine_is_beside_this_program() {
        let setup = read(Arguments::default()).unwrap();
        assert_eq!(setup.engines, [("speltafel".to_string(), plain(Path::new("/x/speltafel")))]);
        assert_eq!(setup.referee, plain(Path::new("/x/speltafel")));
        assert_eq!(
            (setup.port, setup.open, setup.game, setup.pace),
            (DEFAULT_PORT, false, None, Duration::from_secs(1))
        );
    }

    #[test]
    fn default_engine_is_the_referee() {
        let referee = Some("./my-game --fast".to_string());
        let setup = read(Arguments { referee, ..Arguments::default() }).unwrap();
        assert_eq!(setup.engines, [("my-game".to_string(), setup.referee.clone())]);
        assert_eq!(setup.referee.args, ["--fast"]);
    }

    #[test]
    fn flags_override_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("table.toml");
        let text = "game = \"toss\"\ndata = \"kept\"\npace = \"0s\"\nresults = [\"cup\"]\n[[engine]]\nname = \"a\"\ncommand = \"bin/a\"\n\
                    options = { Hash = 64, Ponder = true }\n[[engine]]\nname = \"b\"\ncommand = \"b\"\n\
                    [patience]\nstop = '7ms'\n";
        std::fs::write(&config, text).unwrap();
        let engine = vec!["b=other 'one two'".to_string(), "c=c".to_string()];
        let setup = read(Arguments { config: Some(config), engine, ..Arguments::default() }).unwrap();
        let names: Vec<&str> = setup.engines.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        let [a, b, _] = [0, 1, 2].map(|index| setup.engines[index].1.clone());
        assert_eq!(a.command, folder.path().join("bin/a"));
        assert_eq!(a.options, BTreeMap::from([("Hash", "64"), ("Ponder", "true")].map(|(n, v)| (n.into(), v.into()))));
        assert_eq!((b.command, b.args), (PathBuf::from("other"), vec!["one two".to_string()]));
        assert_eq!(setup.game.as_deref(), Some("toss"));
        assert_eq!(setup.data, Some(folder.path().join("kept")));
        assert_eq!(setup.results, [folder.path().join("cup")]);
        assert_eq!((setup.timeouts.stop, setup.pace), (Duration::from_millis(7), Duration::ZERO));
        assert_eq!(setup.timeouts.ready, Duration::from_secs(10));
    }

    #[test]
    fn invalid_settings_are_errors() {
        for (engine, part) in
            [("x", "NAME=COMMAND"), ("x=", "the command is missing"), ("x='", "is not closed"), ("=y", "1 to 60")]
        {
            let error = read(Arguments { engine: vec![engine.to_string()], ..Arguments::default() }).unwrap_err();
            assert!(format!("{error:#}").contains(part), "{engine}: {error:#}");
        }
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("table.toml");
        let configs = [
            "gam = 1",
            "[[engine]]\ncommand = \"x\"",
            "[[engine]]\nname = \"x\"\ncommand = \"x\"\noptions = { A = [] }",
            "[patience]\nstop = 7",
        ];
        let error = |text: &str| {
            std::fs::write(&config, text).unwrap();
            format!("{:#}", read(Arguments { config: Some(config.clone()), ..Arguments::default() }).unwrap_err())
        };
        for text in configs {
            assert!(!error(text).is_empty(), "{text}");
        }
        let message = error("[patience]\nstop = '0s'");
        for part in ["line 2", "stop", "expected a time from 1ms to 24h, found 0s"] {
            assert!(message.contains(part), "{message}");
        }
    }
}
