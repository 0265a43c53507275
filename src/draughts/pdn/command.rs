//! The subcommand `pdn`: checks a file, prints its positions or annotates its games.

use super::annotate::{Annotator, Limit};
use super::file_summary::FileSummary;
use super::openings::Openings;
use super::{ReadOptions, Reader, Replay, replay, write};
use crate::draughts::equipment::EngineResources;
use crate::games::checkers::squares::fen;
use anyhow::{Context, Result, bail, ensure};
use base::files::{ensure_plain, ensure_writable, open_file};
use clap::{Args, ValueEnum};
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::time::Duration;

/// The default number of nodes per search.
const NODES: u64 = 100_000;

const EXAMPLES: &str = "\
Examples:
  speltafel pdn games.pdn
  speltafel pdn games.pdn --openings 6 > openings.txt
  speltafel pdn games.pdn --annotate --movetime 200 --output annotated.pdn";

/// Arguments of `pdn`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// PDN file to read; - reads standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Print positions as FEN.
    #[arg(long, value_enum, value_name = "WHICH", conflicts_with = "annotate")]
    fens: Option<Fens>,

    /// Print the distinct positions after N plies, for tournaments and books.
    ///
    /// Each line is a position in the engine's protocol, followed by the number of its first game.
    #[arg(long, value_name = "N", conflicts_with_all = ["annotate", "fens"])]
    openings: Option<usize>,

    /// Print the games with the engine's evaluation as comments.
    #[arg(long)]
    annotate: bool,

    /// Search this number of milliseconds per move.
    #[arg(long, value_name = "MS", requires = "annotate", conflicts_with = "nodes")]
    movetime: Option<u64>,

    /// Search this number of nodes per move [default: 100000].
    #[arg(long, value_name = "N", requires = "annotate")]
    nodes: Option<u64>,

    /// Seed of the random number generator.
    #[arg(long, value_name = "S", default_value_t = 1, requires = "annotate")]
    seed: u64,

    #[command(flatten)]
    reading: ReadOptions,

    /// Write games or positions to this file instead of standard output.
    ///
    /// The file does not change if a game cannot be read.
    #[arg(long, value_name = "PATH")]
    output: Option<PathBuf>,

    #[command(flatten)]
    equipment: EngineResources,
}

/// The positions to print.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Fens {
    /// The last position of each game, one per line
    Final,
    /// All positions, with an empty line after each game
    Plies,
}

impl Arguments {
    /// Returns whether games or positions are printed.
    const fn prints(&self) -> bool {
        self.annotate || self.fens.is_some() || self.openings.is_some()
    }
}

/// Runs the subcommand. Problems are written to `out`, or to `err` if `out` receives games or positions.
///
/// # Errors
/// Returns an error if an argument is invalid, a file cannot be read or written, or a game has a problem.
pub fn run(arguments: &Arguments, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
    ensure!(arguments.annotate || arguments.equipment.is_plain(), "--option requires --annotate");
    let path = &arguments.file;
    let what = || format!("cannot open {}", path.display());
    let mut input: Box<dyn BufRead> = if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(open_file(path).with_context(what)?))
    };
    ensure_plain(&mut input).with_context(what)?;
    let prints = arguments.prints();
    let summary = match (&arguments.output, prints) {
        (Some(target), true) => {
            // An annotation can take hours, so the path is checked before.
            ensure_writable(target)?;
            let mut content = Vec::new();
            let summary = process_games(arguments, input, &mut content, out)?;
            if summary.unreadable == 0 {
                fs::write(target, content).with_context(|| format!("cannot write {}", target.display()))?;
            } else {
                writeln!(out, "{}: not written, because not every game could be read", target.display())?;
            }
            summary
        }
        (_, true) => process_games(arguments, input, out, err)?,
        (_, false) => process_games(arguments, input, &mut io::sink(), out)?,
    };
    if summary.faulty > 0 {
        bail!("{}: {summary}", path.display());
    }
    let messages: &mut dyn Write = if prints && arguments.output.is_none() { err } else { out };
    writeln!(messages, "{}: {summary}", path.display())?;
    Ok(())
}

/// Processes all games. Games and positions are written to `out`, problems to `messages`.
fn process_games(
    arguments: &Arguments,
    input: Box<dyn BufRead>,
    out: &mut dyn Write,
    messages: &mut dyn Write,
) -> Result<FileSummary> {
    let path = arguments.file.display();
    let limit = match (arguments.movetime, arguments.nodes) {
        (Some(ms), _) => Limit::Time(Duration::from_millis(ms.max(1))),
        (None, nodes) => Limit::Nodes(nodes.unwrap_or(NODES).max(1)),
    };
    let mut annotator = match arguments.annotate {
        true => Some(Annotator::new(arguments.equipment.player(messages)?, limit, arguments.seed)),
        false => None,
    };
    let mut reader = Reader::new(input);
    let mut summary = FileSummary::new(path.to_string(), arguments.openings.map(Openings::new));
    while let Some((mut game, unreadable)) = reader.next_game().with_context(|| format!("{path}"))? {
        let replayed = replay(&mut game, arguments.reading);
        summary.add(&game, &replayed, unreadable.as_ref(), messages)?;
        if unreadable.is_some() {
            // Skip the game, because only a part of it was parsed.
            if arguments.prints() {
                writeln!(messages, "{path}: game {} is skipped", summary.number())?;
            }
            continue;
        }
        if let Some(annotator) = &mut annotator {
            annotator.annotate(&mut game, &replayed);
            annotator.errors().iter().try_for_each(|error| writeln!(messages, "{error}"))?;
            out.write_all(write(&game).as_bytes())?;
        }
        if replayed.begun {
            print_positions(arguments.fens, &replayed, out)?;
            if let Some(line) = summary.openings.as_mut().and_then(|openings| openings.line(&replayed)) {
                writeln!(out, "{line} # game {}", summary.number())?;
            }
        }
    }
    summary.finish(messages)?;
    Ok(summary)
}

fn print_positions(fens: Option<Fens>, replayed: &Replay, out: &mut dyn Write) -> Result<()> {
    match fens {
        None => {}
        Some(Fens::Final) => writeln!(out, "{}", fen(&replayed.last))?,
        Some(Fens::Plies) => {
            for (position, _) in &replayed.plies {
                writeln!(out, "{}", fen(position))?;
            }
            writeln!(out, "{}\n", fen(&replayed.last))?;
        }
    }
    Ok(())
}
