//! The command line and the configuration file of the table. Engines come from here and from nowhere else: never from a
//! page. Knows no process.

use super::request::invisible_character;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use ugi::program::{Program, Timeouts};

/// The engine that is there when nobody names another.
const DEFAULT_ENGINE: &str = "speltafel";

/// The flags; each stands above the same key of the configuration file.
#[derive(Args, Debug, Default)]
pub struct Arguments {
    /// The port on 127.0.0.1; 0 or none: one that is free
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,

    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,

    /// An engine that can be chosen on the page (repeatable; none: the speltafel beside this program, else in PATH)
    #[arg(long, value_name = "NAME=COMMAND ARG...")]
    pub engine: Vec<String>,

    /// The engine that knows the rules (none: the speltafel beside this program, else in PATH)
    #[arg(long, value_name = "COMMAND ARG...")]
    pub referee: Option<String>,

    /// A TOML file with the same keys, and options for engines
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// The game that is on the table at first
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,

    /// Results to look at: a tournament's folder or its results.jsonl (repeatable)
    #[arg(long, value_name = "PATH")]
    pub results: Vec<PathBuf>,

    /// Serve the files of the page from this folder, to work on them
    #[arg(long, value_name = "DIR", hide = true)]
    pub page: Option<PathBuf>,
}

/// All that a table is told before it begins.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The port; 0: one that is free.
    pub port: u16,
    /// Is the page opened in a browser?
    pub open: bool,
    /// The engines by their names, in the order in which they were given; at least one.
    pub engines: Vec<(String, Program)>,
    /// The engine that knows the rules.
    pub referee: Program,
    /// The first game; `None`: the first that the referee has.
    pub game: Option<String>,
    /// Tournaments to look at.
    pub results: Vec<PathBuf>,
    /// Where the files of the page lie, if not in this program.
    pub page: Option<PathBuf>,
    /// How long engines may take; `thinking` beyond their time for a move.
    pub timeouts: Timeouts,
}

/// The configuration file.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct ConfigFile {
    port: Option<u16>,
    open: Option<bool>,
    game: Option<String>,
    #[serde(default)]
    results: Vec<PathBuf>,
    referee: Option<EngineConfig>,
    #[serde(default)]
    engine: Vec<EngineConfig>,
    patience: Option<TimeoutsConfig>,
}

/// An engine of that file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EngineConfig {
    name: Option<String>,
    command: PathBuf,
    #[serde(default)]
    args: Vec<String>,
    dir: Option<PathBuf>,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    #[serde(default)]
    env: BTreeMap<String, String>,
}

/// Milliseconds; see [`Timeouts`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TimeoutsConfig {
    handshake: Option<u64>,
    ready: Option<u64>,
    stop: Option<u64>,
    thinking: Option<u64>,
}

impl Setup {
    /// What flags and file say together; `own` is the engine of this project.
    ///
    /// # Errors
    /// A file that cannot be read, or what is wrong in a flag or in it.
    pub fn read(arguments: Arguments, own: &Path) -> Result<Self> {
        let sheet = match &arguments.config {
            Some(path) => read_config(path).with_context(|| path.display().to_string())?,
            None => ConfigFile::default(),
        };
        let here = arguments.config.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        let mut engines = Vec::new();
        for engine in sheet.engine {
            let name = engine.name.clone().context("every [[engine]] has a name")?;
            engines.push((name, program(engine, here)?));
        }
        for words in &arguments.engine {
            let named = words.split_once('=').context("--engine wants NAME=COMMAND ARG...")?;
            let made = command(named.1).with_context(|| format!("--engine {}", named.0))?;
            match engines.iter_mut().find(|(name, _)| name == named.0) {
                Some((_, program)) => *program = made,
                None => engines.push((named.0.to_string(), made)),
            }
        }
        if engines.is_empty() {
            engines.push((DEFAULT_ENGINE.to_string(), plain(own)));
        }
        for (index, (name, _)) in engines.iter().enumerate() {
            ensure!(!name.is_empty() && name.len() <= 60, "an engine's name has 1 to 60 bytes: {name}");
            ensure!(invisible_character(name).is_none(), "an engine's name is one line of signs that can be seen");
            ensure!(engines.iter().skip(index + 1).all(|(other, _)| other != name), "two engines are called {name}");
        }
        let referee = match (&arguments.referee, sheet.referee) {
            (Some(words), _) => command(words).context("--referee")?,
            (None, Some(engine)) => program(engine, here)?,
            (None, None) => plain(own),
        };
        let told = sheet.patience;
        let told = |of: fn(&TimeoutsConfig) -> Option<u64>, usual| told.as_ref().and_then(of).unwrap_or(usual);
        Ok(Self {
            port: arguments.port.or(sheet.port).unwrap_or(0),
            open: arguments.open || sheet.open.unwrap_or(false),
            engines,
            referee,
            game: arguments.game.or(sheet.game),
            results: sheet.results.iter().map(|path| here.join(path)).chain(arguments.results).collect(),
            page: arguments.page,
            timeouts: Timeouts {
                handshake: told(|sheet| sheet.handshake, 10_000),
                ready: told(|sheet| sheet.ready, 10_000),
                stop: told(|sheet| sheet.stop, 2_000),
                thinking: told(|sheet| sheet.thinking, 5_000),
            },
        })
    }
}

fn read_config(path: &Path) -> Result<ConfigFile> {
    Ok(toml::from_str(&std::fs::read_to_string(path)?)?)
}

fn program(sheet: EngineConfig, here: &Path) -> Result<Program> {
    let option = |(name, value): (String, toml::Value)| {
        let value = match value {
            toml::Value::String(text) => text,
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Boolean(flag) => flag.to_string(),
            _ => bail!("option {name}: a text, a whole number or true or false"),
        };
        ensure!(
            !name.contains(char::is_control) && !value.contains(char::is_control),
            "option {name}: one line of text"
        );
        Ok((name, value))
    };
    // A word without a slash is looked up in PATH; a path is meant from where the file lies.
    let bare = sheet.command.components().count() == 1;
    let command = if bare { sheet.command } else { here.join(sheet.command) };
    let options = sheet.options.into_iter().map(option).collect::<Result<_>>()?;
    Ok(Program { command, args: sheet.args, dir: sheet.dir.map(|dir| here.join(dir)), options, env: sheet.env })
}

fn command(words: &str) -> Result<Program> {
    let mut words = shlex::split(words).context("a quote is not closed")?.into_iter();
    let command = words.next().context("there is no command")?;
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
    fn nothing_said_means_the_engine_beside_this_program() {
        let setup = read(Arguments::default()).unwrap();
        assert_eq!(setup.engines, [("speltafel".to_string(), plain(Path::new("/x/speltafel")))]);
        assert_eq!(setup.referee, plain(Path::new("/x/speltafel")));
        assert_eq!((setup.port, setup.open, setup.game), (0, false, None));
    }

    #[test]
    fn a_flag_stands_above_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("table.toml");
        let text = "game = \"toss\"\nresults = [\"cup\"]\n[[engine]]\nname = \"a\"\ncommand = \"bin/a\"\n\
                    options = { Hash = 64, Ponder = true }\n[[engine]]\nname = \"b\"\ncommand = \"b\"\n\
                    [patience]\nstop = 7\n";
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
        assert_eq!(setup.results, [folder.path().join("cup")]);
        assert_eq!((setup.timeouts.stop, setup.timeouts.ready), (7, 10_000));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (engine, part) in [("x", "NAME=COMMAND"), ("x=", "no command"), ("x='", "a quote"), ("=y", "1 to 60")] {
            let error = read(Arguments { engine: vec![engine.to_string()], ..Arguments::default() }).unwrap_err();
            assert!(format!("{error:#}").contains(part), "{engine}: {error:#}");
        }
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("table.toml");
        let sheets = [
            "gam = 1",
            "[[engine]]\ncommand = \"x\"",
            "[[engine]]\nname = \"x\"\ncommand = \"x\"\noptions = { A = [] }",
        ];
        for text in sheets {
            std::fs::write(&config, text).unwrap();
            assert!(read(Arguments { config: Some(config.clone()), ..Arguments::default() }).is_err(), "{text}");
        }
    }
}
