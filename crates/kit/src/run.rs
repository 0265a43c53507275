//! The command line of an engine. Without a subcommand, the engine speaks the protocol.

use crate::error::BoxError;
use crate::output::Output;
use crate::registry::Registry;
use crate::search_thread::with_deep_stack;
use crate::serve::Server;
use crate::settings::Settings;
use crate::{demo, openings, play};
use base::exit::exit_code;
use base::manual;
use base::quote::quote;
use base::suggest::nearest;
use clap::error::ErrorKind;
use clap::{Args, Command, FromArgMatches, Subcommand};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use ugi::Command as Protocol;

/// The command line of an engine. `Own` contains the engine's additional subcommands.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
struct Arguments<Own: Subcommand> {
    #[command(subcommand)]
    task: Option<EngineCommand<Own>>,

    /// Start with this game
    #[arg(long, value_name = "NAME")]
    game: Option<String>,

    /// Protocol commands to execute [default: read stdin]
    #[arg(value_name = "LINE")]
    lines: Vec<String>,
}

/// The subcommands of an engine.
#[derive(Subcommand)]
enum EngineCommand<Own: Subcommand> {
    /// Watch the engine play each game once
    Demo(demo::Arguments),
    /// Play against the engine in the terminal
    Play(play::Arguments),
    /// Generate balanced openings for tournaments
    Openings(openings::Arguments),
    /// Write man pages and shell completions to a folder
    Manual(manual::Arguments),
    #[command(flatten)]
    Own(Own),
}

/// The additional subcommands of an engine that has none.
#[derive(Subcommand)]
enum NoCommand {}

/// Runs an engine with the command-line arguments of this process. An engine's `main` needs to call nothing else.
///
/// See the example of [`Game`](crate::game::Game).
#[must_use]
pub fn run(registry: &'static Registry) -> ExitCode {
    start(registry, |task: NoCommand, _, _| match task {})
}

/// Runs an engine that has additional subcommands, declared with clap 4. Needs the feature `subcommands`. `run_own`
/// receives the subcommand, the standard output and the standard error.
///
/// ```no_run
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use clap::Subcommand;
/// use nim::REGISTRY;
/// use std::process::ExitCode;
///
/// /// The additional subcommands of the engine.
/// #[derive(Subcommand)]
/// enum Own {
///     /// Print who wins from a heap if both play perfectly
///     Winner { heap: u64 },
/// }
///
/// fn main() -> ExitCode {
///     speltafel_kit::run_with(&REGISTRY, |Own::Winner { heap }, out, _| {
///         writeln!(out, "p{}", if heap % 4 == 0 { 2 } else { 1 })?;
///         Ok(())
///     })
/// }
/// ```
#[cfg(feature = "subcommands")]
pub fn run_with<Own: Subcommand>(
    registry: &'static Registry,
    run_own: impl FnOnce(Own, &mut dyn Write, &mut dyn Write) -> Result<(), BoxError>,
) -> ExitCode {
    start(registry, run_own)
}

fn start<Own: Subcommand>(
    registry: &'static Registry,
    run_own: impl FnOnce(Own, &mut dyn Write, &mut dyn Write) -> Result<(), BoxError>,
) -> ExitCode {
    let mut command = Arguments::<Own>::augment_args(Command::new(registry.program.name))
        .version(registry.program.version)
        .about(registry.program.about)
        .max_term_width(manual::HELP_WIDTH)
        .after_help(examples(registry))
        .mut_subcommands(|subcommand| list_games(registry, subcommand))
        .disable_help_subcommand(true);
    let matches = command.get_matches_mut();
    let arguments = Arguments::<Own>::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    if let Some(word) = unknown_word(registry, &arguments.lines) {
        command.error(ErrorKind::InvalidSubcommand, unknown_word_error(registry, &command, word)).exit();
    }
    exit_code(registry.program.name, execute(registry, command, arguments, run_own))
}

/// Adds the list of games to the help text of `subcommand` if the subcommand has an argument GAME.
fn list_games(registry: &Registry, subcommand: Command) -> Command {
    let names = subcommand.get_positionals().filter_map(|argument| argument.get_value_names()).flatten();
    if !names.into_iter().any(|name| name == "GAME") {
        return subcommand;
    }
    let names: Vec<&str> = registry.games().iter().map(|game| game.name).collect();
    subcommand.after_help(format!("Games: {}", names.join(" ")))
}

/// Returns the examples that follow the options in the help.
fn examples(registry: &Registry) -> String {
    let name = registry.program.name;
    let game = registry.games().first().map_or("", |game| game.name);
    format!(
        "\
Without a subcommand, the engine executes the commands LINE, or those that it
reads from standard input. `{name} help` lists the protocol commands.

Examples:
  {name} play {game} --skill 5
  {name} demo {game}
  {name} 'position startpos' 'go movetime 1000'"
    )
}

/// Returns the first argument if it is a single word but starts neither a protocol command nor a front-end protocol.
/// Such a word is most likely a misspelt subcommand.
fn unknown_word<'a>(registry: &Registry, lines: &'a [String]) -> Option<&'a str> {
    let word = lines.first()?.trim();
    let is_word = !word.is_empty() && !word.contains(char::is_whitespace);
    (is_word && Protocol::word_of(word).is_none() && registry.front_end(word).is_none()).then_some(word)
}

/// Returns the message about an unknown word, with the closest known word if there is one.
fn unknown_word_error(registry: &Registry, command: &Command, word: &str) -> String {
    let message = format!("'{}' is neither a subcommand nor a protocol command", quote(word));
    let subcommands = command.get_subcommands().filter(|known| !known.is_hide_set()).map(Command::get_name);
    let first_words = registry.front_ends().map(|front_end| front_end.first_word);
    let known = subcommands.chain(Protocol::WORDS.iter().copied()).chain(first_words);
    match nearest(word, known) {
        Some(known) => format!("{message}: did you mean '{known}'?"),
        None => {
            let name = registry.program.name;
            format!("{message}: `{name} --help` lists the subcommands, `{name} help` the protocol commands")
        }
    }
}

/// Converts an error. An error of input or output keeps its type, by which `exit_code` recognises a closed pipe.
fn typed(error: BoxError) -> anyhow::Error {
    error.downcast::<io::Error>().map_or_else(anyhow::Error::from_boxed, |error| anyhow::Error::new(*error))
}

fn execute<Own: Subcommand>(
    registry: &'static Registry,
    command: Command,
    arguments: Arguments<Own>,
    run_own: impl FnOnce(Own, &mut dyn Write, &mut dyn Write) -> Result<(), BoxError>,
) -> anyhow::Result<()> {
    let (input, mut out) = (io::stdin(), io::stdout());
    match arguments.task {
        None => {}
        Some(EngineCommand::Demo(task)) => {
            return with_deep_stack(|| demo::run(&task, registry, out.is_terminal(), &mut out))?;
        }
        Some(EngineCommand::Play(task)) => {
            let echo = !input.is_terminal();
            return with_deep_stack(|| play::run(&task, registry, &mut io::stdin().lock(), echo, &mut out))?;
        }
        Some(EngineCommand::Openings(task)) => return with_deep_stack(|| openings::run(&task, registry, &mut out))?,
        Some(EngineCommand::Manual(task)) => return task.write(command),
        Some(EngineCommand::Own(task)) => {
            return run_own(task, &mut out, &mut io::stderr()).map_err(typed);
        }
    }
    let mut settings = Settings::new(registry);
    if let Some(game) = &arguments.game {
        settings.set("Game", Some(game)).map_err(|error| anyhow::anyhow!("--game: {}", error.text))?;
    }
    let out = Arc::new(Output::standard());
    // Clients of front-end protocols start the engine with the protocol's name as its only argument, as in `scan hub`.
    if let [line] = &arguments.lines[..]
        && let Some(front_end) = registry.front_end(line)
    {
        return (front_end.run)(&out, &mut io::stdin().lock()).map_err(typed);
    }
    let mut engine = Server::new(settings, out);
    if !arguments.lines.is_empty() {
        return Ok(engine.handle_lines(&arguments.lines)?);
    }
    if input.is_terminal() {
        let program = &registry.program;
        // A write error is ignored, because the engine works without this message.
        let _ =
            writeln!(io::stderr(), "{} {}: type help for the commands, quit to exit", program.name, program.version);
    }
    Ok(engine.serve(&mut input.lock())?)
}
