//! The engine's command line: without a subcommand it speaks the protocol.

use base::quote::quote;
use clap::error::ErrorKind as Misuse;
use clap::{CommandFactory, Parser, Subcommand};
use speltafel::games::{self, REGISTRY};
use speltafel::serve::Engine;
use speltafel::serve::output::Output;
use speltafel::settings::Settings;
use speltafel::{demo, openings, play};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use ugi::parse::{OWN_WORDS, UGI_WORDS, split};

/// One engine, five board games, one line protocol.
#[derive(Parser)]
#[command(version, about, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,

    /// The game that is open at first.
    #[arg(long, value_name = "NAME")]
    game: Option<String>,

    /// Protocol lines to obey one after the other, then leave; none: obey standard input.
    #[arg(value_name = "LINE")]
    lines: Vec<String>,
}

/// What people and scripts ask for; everything else is the protocol.
#[derive(Subcommand)]
enum Task {
    /// Show a short game of every game
    Demo(demo::Arguments),
    /// Play against the engine in the terminal
    Play(play::Arguments),
    /// Make balanced openings for a runner
    Openings(openings::Arguments),
    #[command(flatten)]
    OfOneGame(games::Task),
}

/// Words at least this alike are taken for each other misspelt; 1 is the same word.
const ALIKE: f64 = 0.6;

impl Arguments {
    /// A first argument of one word that is no line of any protocol: most likely a misspelt subcommand.
    fn unknown_word(&self) -> Option<&str> {
        let word = self.lines.first()?.trim();
        let is_word = !word.is_empty() && !word.contains(char::is_whitespace);
        (is_word && split(word).is_none() && REGISTRY.dialect(word).is_none()).then_some(word)
    }
}

/// What to say of a word that is unknown.
fn unknown(word: &str) -> String {
    let told = format!("'{}' is neither a subcommand nor a word of the protocol", quote(word));
    let command = Arguments::command();
    let openings = REGISTRY.dialects().map(|dialect| dialect.opening);
    let known =
        command.get_subcommands().map(clap::Command::get_name).chain(UGI_WORDS).chain(OWN_WORDS).chain(openings);
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(&word.to_lowercase(), known);
    match known.max_by(|one, other| likeness(one).total_cmp(&likeness(other))).filter(|known| likeness(known) >= ALIKE)
    {
        Some(known) => format!("{told}: did you mean '{known}'?"),
        None => format!("{told}: --help lists the subcommands, `speltafel help` lists the commands of the protocol"),
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(word) = arguments.unknown_word() {
        Arguments::command().error(Misuse::InvalidSubcommand, unknown(word)).exit();
    }
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        // Nobody reads any more, as with `| head`: no fault of ours.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            report(&format!("speltafel: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Writes a line to standard error. That nobody can read it must not change the exit code.
fn report(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if let Some(task) = &arguments.task {
        return carry_out(task);
    }
    let mut settings = Settings::new(&REGISTRY);
    if let Some(game) = &arguments.game {
        settings.set("Game", Some(game)).map_err(|fault| anyhow::anyhow!("--game: {}", fault.text))?;
    }
    // Nobody reads any more: there is nothing left to do, and nothing to complain about.
    let out = Arc::new(Output::new(Box::new(io::stdout()), || std::process::exit(0)));
    // The clients of other protocols start a program with the name of theirs (`scan hub`).
    if let [line] = &arguments.lines[..]
        && let Some(dialect) = REGISTRY.dialect(line)
    {
        return (dialect.speak)(&out, &mut io::stdin().lock());
    }
    let mut engine = Engine::new(settings, out);
    if !arguments.lines.is_empty() {
        return engine.obey_all(&arguments.lines);
    }
    let input = io::stdin();
    if input.is_terminal() {
        report(concat!("speltafel ", env!("CARGO_PKG_VERSION"), ": type help for the commands, quit to leave"));
    }
    engine.serve(&mut input.lock())
}

fn carry_out(task: &Task) -> anyhow::Result<()> {
    let (program, input, mut out) = (std::env::current_exe()?, io::stdin(), io::stdout());
    match task {
        Task::Demo(arguments) => demo::run(arguments, &program, out.is_terminal(), &mut out),
        Task::Play(arguments) => play::run(arguments, &program, &mut input.lock(), !input.is_terminal(), &mut out),
        Task::Openings(arguments) => openings::run(arguments, &REGISTRY, &mut out),
        Task::OfOneGame(task) => task.run(&mut out, &mut io::stderr()),
    }
}
