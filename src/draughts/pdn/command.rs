//! `pdn`: a database checked game by game, its positions printed, its games annotated. Knows no notation.

use super::annotate::{Annotator, Limit};
use super::file_summary::FileSummary;
use super::openings::Openings;
use super::output_file::OutputFile;
use super::{ReadOptions, Reader, Replay, replay, write};
use crate::draughts::equipment::Equipment;
use crate::games::checkers::squares::fen;
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Nodes of each search where nothing else is said.
const NODES: u64 = 100_000;

/// Which database, and what to do with it.
#[derive(Args, Debug)]
pub struct Arguments {
    /// A PDN database; - reads standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Print positions as FEN.
    #[arg(long, value_enum, value_name = "WHICH", conflicts_with = "annotate")]
    fens: Option<Fens>,

    /// Print the distinct positions after so many plies of the games, as position lines for tournaments and books.
    #[arg(long, value_name = "N", conflicts_with_all = ["annotate", "fens"])]
    openings: Option<usize>,

    /// Print the games with comments by the engine.
    #[arg(long)]
    annotate: bool,

    /// Milliseconds for each move.
    #[arg(long, value_name = "MS", requires = "annotate", conflicts_with = "nodes")]
    movetime: Option<u64>,

    /// Nodes for each move, 100000 where nothing is said.
    #[arg(long, value_name = "N", requires = "annotate")]
    nodes: Option<u64>,

    /// Start of everything random.
    #[arg(long, value_name = "S", default_value_t = 1, requires = "annotate")]
    seed: u64,

    #[command(flatten)]
    reading: ReadOptions,

    /// Write games or positions to this file, all or nothing: it stays as it was where a game cannot be read.
    #[arg(long, value_name = "PATH")]
    output: Option<PathBuf>,

    #[command(flatten)]
    equipment: Equipment,
}

/// Which positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Fens {
    /// The last one of each game, one a line
    Final,
    /// All of each game, an empty line behind each game
    Plies,
}

impl Arguments {
    /// Do games or positions come out?
    const fn prints(&self) -> bool {
        self.annotate || self.fens.is_some() || self.openings.is_some()
    }
}

/// Checks, prints, annotates. Problems go to `out`, or to `err` where `out` has games or positions.
///
/// # Errors
/// A file cannot be read or written, or a game has a problem.
pub fn run(arguments: &Arguments, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
    ensure!(arguments.annotate || arguments.equipment.is_plain(), "--option: it needs --annotate");
    let path = &arguments.file;
    let input: Box<dyn BufRead> = if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).with_context(|| format!("cannot open {}", path.display()))?))
    };
    let prints = arguments.prints();
    let tally = match (&arguments.output, prints) {
        (Some(target), true) => {
            let cannot = || format!("cannot write {}", target.display());
            let target_file = OutputFile::open(target)?;
            let mut writer = BufWriter::new(target_file.writer());
            let tally = go_through(arguments, input, &mut writer, out)?;
            writer.flush().with_context(cannot)?;
            drop(writer);
            if tally.unreadable == 0 {
                target_file.finish().with_context(cannot)?;
            } else if matches!(target_file, OutputFile::Atomic { .. }) {
                writeln!(out, "{}: not written, because not every game could be read", target.display())?;
            }
            tally
        }
        (_, true) => go_through(arguments, input, out, err)?,
        (_, false) => go_through(arguments, input, &mut io::sink(), out)?,
    };
    if tally.faulty > 0 {
        bail!("{}: {tally}", path.display());
    }
    let told: &mut dyn Write = if prints && arguments.output.is_none() { err } else { out };
    writeln!(told, "{}: {tally}", path.display())?;
    Ok(())
}

/// Game after game; games and positions to `out`, problems to `told`.
fn go_through(
    arguments: &Arguments,
    input: Box<dyn BufRead>,
    out: &mut dyn Write,
    told: &mut dyn Write,
) -> Result<FileSummary> {
    let path = arguments.file.display();
    let limit = match (arguments.movetime, arguments.nodes) {
        (Some(ms), _) => Limit::Time(Duration::from_millis(ms.max(1))),
        (None, nodes) => Limit::Nodes(nodes.unwrap_or(NODES).max(1)),
    };
    let mut annotator = match arguments.annotate {
        true => Some(Annotator::new(arguments.equipment.player(told)?, limit, arguments.seed)),
        false => None,
    };
    let mut reader = Reader::new(input);
    let mut tally = FileSummary::new(path.to_string(), arguments.openings.map(Openings::new));
    while let Some((mut game, unreadable)) = reader.next_game().with_context(|| format!("{path}"))? {
        let replayed = replay(&mut game, arguments.reading);
        tally.add(&game, &replayed, unreadable.as_ref(), told)?;
        if unreadable.is_some() {
            // What is there of it is not the game.
            if arguments.prints() {
                writeln!(told, "{path}: game {} is left out", tally.number())?;
            }
            continue;
        }
        if let Some(annotator) = &mut annotator {
            annotator.annotate(&mut game, &replayed);
            annotator.faults().iter().try_for_each(|fault| writeln!(told, "{fault}"))?;
            out.write_all(write(&game).as_bytes())?;
        }
        if replayed.begun {
            print_positions(arguments.fens, &replayed, out)?;
            if let Some(line) = tally.openings.as_mut().and_then(|openings| openings.line(&replayed)) {
                writeln!(out, "{line} # game {}", tally.number())?;
            }
        }
    }
    tally.finish(told)?;
    Ok(tally)
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
