//! The command line of an engine: without a subcommand it speaks the protocol.

use crate::output::Output;
use crate::registry::Registry;
use crate::serve::Server;
use crate::settings::Settings;
use crate::{demo, openings, play};
use anyhow::Result;
use base::exit::exit_code;
use base::manual;
use base::quote::quote;
use clap::error::ErrorKind as Misuse;
use clap::{Args, Command, FromArgMatches, Subcommand};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use ugi::parse::{OWN_WORDS, UGI_WORDS, split};

/// The command line of every engine, with the subcommands `Own` of one.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
struct Arguments<Own: Subcommand> {
    #[command(subcommand)]
    task: Option<EngineCommand<Own>>,

    /// The game that is open at first.
    #[arg(long, value_name = "NAME")]
    game: Option<String>,

    /// Protocol lines to obey one after the other, then leave; none: obey standard input.
    #[arg(value_name = "LINE")]
    lines: Vec<String>,
}

/// What people and scripts ask for; everything else is the protocol.
#[derive(Subcommand)]
enum EngineCommand<Own: Subcommand> {
    /// Show a short game of every game
    Demo(demo::Arguments),
    /// Play against the engine in the terminal
    Play(play::Arguments),
    /// Make balanced openings for a runner
    Openings(openings::Arguments),
    /// Write man pages and shell completions to a folder
    Manual(manual::Arguments),
    #[command(flatten)]
    Own(Own),
}

/// The subcommands of an engine that has none of its own.
#[derive(Subcommand)]
enum NoCommand {}

/// Words at least this alike are taken for each other misspelt; 1 is the same word.
const ALIKE: f64 = 0.6;

/// Runs an engine of these games with the arguments of this process; the whole of a `main`.
#[must_use]
pub fn run(registry: &'static Registry) -> ExitCode {
    run_with(registry, |task: NoCommand, _, _| match task {})
}

/// Runs an engine of these games that has subcommands of its own: `carry_out` gets the one that was asked for, the output
/// and the error output.
pub fn run_with<Own: Subcommand>(
    registry: &'static Registry,
    carry_out: impl FnOnce(Own, &mut dyn Write, &mut dyn Write) -> Result<()>,
) -> ExitCode {
    let mut command = Arguments::<Own>::augment_args(Command::new(registry.program.name))
        .version(registry.program.version)
        .about(registry.program.about)
        .max_term_width(manual::HELP_WIDTH)
        .disable_help_subcommand(true);
    let matches = command.get_matches_mut();
    let arguments = Arguments::<Own>::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    if let Some(word) = unknown_word(registry, &arguments.lines) {
        command.error(Misuse::InvalidSubcommand, unknown_word_error(registry, &command, word)).exit();
    }
    exit_code(registry.program.name, obey(registry, command, arguments, carry_out))
}

/// A first argument of one word that is no line of any protocol: most likely a misspelt subcommand.
fn unknown_word<'a>(registry: &Registry, lines: &'a [String]) -> Option<&'a str> {
    let word = lines.first()?.trim();
    let is_word = !word.is_empty() && !word.contains(char::is_whitespace);
    (is_word && split(word).is_none() && registry.front_end(word).is_none()).then_some(word)
}

/// What to say of a word that is unknown.
fn unknown_word_error(registry: &Registry, command: &Command, word: &str) -> String {
    let told = format!("'{}' is neither a subcommand nor a word of the protocol", quote(word));
    let subcommands = command.get_subcommands().filter(|known| !known.is_hide_set()).map(Command::get_name);
    let openings = registry.front_ends().map(|dialect| dialect.first_word);
    let known = subcommands.chain(UGI_WORDS).chain(OWN_WORDS).chain(openings);
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(&word.to_lowercase(), known);
    match known.max_by(|one, other| likeness(one).total_cmp(&likeness(other))).filter(|known| likeness(known) >= ALIKE)
    {
        Some(known) => format!("{told}: did you mean '{known}'?"),
        None => {
            let name = registry.program.name;
            format!("{told}: --help lists the subcommands, `{name} help` lists the commands of the protocol")
        }
    }
}

fn obey<Own: Subcommand>(
    registry: &'static Registry,
    command: Command,
    arguments: Arguments<Own>,
    carry_out: impl FnOnce(Own, &mut dyn Write, &mut dyn Write) -> Result<()>,
) -> Result<()> {
    let (input, mut out) = (io::stdin(), io::stdout());
    match arguments.task {
        None => {}
        Some(EngineCommand::Demo(task)) => {
            return demo::run(&task, registry.program.name, &std::env::current_exe()?, out.is_terminal(), &mut out);
        }
        Some(EngineCommand::Play(task)) => {
            let echo = !input.is_terminal();
            return play::run(&task, &std::env::current_exe()?, &mut input.lock(), echo, &mut out);
        }
        Some(EngineCommand::Openings(task)) => return openings::run(&task, registry, &mut out),
        Some(EngineCommand::Manual(task)) => return task.write(command),
        Some(EngineCommand::Own(task)) => return carry_out(task, &mut out, &mut io::stderr()),
    }
    let mut settings = Settings::new(registry);
    if let Some(game) = &arguments.game {
        settings.set("Game", Some(game)).map_err(|fault| anyhow::anyhow!("--game: {}", fault.text))?;
    }
    // Nobody reads any more: there is nothing left to do, and nothing to complain about.
    let out = Arc::new(Output::new(Box::new(io::stdout()), || std::process::exit(0)));
    // The clients of other protocols start a program with the name of theirs (`scan hub`).
    if let [line] = &arguments.lines[..]
        && let Some(dialect) = registry.front_end(line)
    {
        return (dialect.run)(&out, &mut io::stdin().lock());
    }
    let mut engine = Server::new(settings, out);
    if !arguments.lines.is_empty() {
        return engine.handle_lines(&arguments.lines);
    }
    if input.is_terminal() {
        let program = &registry.program;
        // Nobody may read it; the engine serves all the same.
        let _ =
            writeln!(io::stderr(), "{} {}: type help for the commands, quit to leave", program.name, program.version);
    }
    engine.serve(&mut input.lock())
}
