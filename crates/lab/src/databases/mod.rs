//! The subcommands of `egdb`, which build and verify endgame databases.

mod distances;
mod longest;
mod progress;
mod retrograde;
mod search;

#[cfg(test)]
mod tests;

use anyhow::Result;
use base::files::{read_file, write_atomic};
use clap::{Args, Subcommand};
use egdb::build::{self, BuildPlan, Builder, Built, FileState, material_sides};
use egdb::material::Material;
use egdb::slice::SliceStore;
use egdb::verify::verify;
use egdb::{Database, folder};
use longest::LongestArguments;
use progress::Progress;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The subcommands of `egdb`.
#[derive(Subcommand, Debug)]
pub enum DatabaseCommand {
    /// Build and verify databases; an interrupted build is resumed
    #[command(after_help = BUILD_EXAMPLE)]
    Build(BuildArguments),
    /// Verify all checksums and all values in databases
    #[command(after_help = VERIFY_EXAMPLE)]
    Verify(VerifyArguments),
    /// Find the longest wins by retrograde analysis, without database files
    #[command(after_help = LONGEST_EXAMPLE)]
    Longest(LongestArguments),
}

const BUILD_EXAMPLE: &str = "\
Example:
  speltafel-lab egdb build checkers --pieces 6 --threads 2 --output egdb";

const VERIFY_EXAMPLE: &str = "\
Example:
  speltafel-lab egdb verify checkers --path egdb --threads 2";

const LONGEST_EXAMPLE: &str = "\
Example:
  speltafel-lab egdb longest checkers --pieces 5 --threads 2";

/// The arguments of `egdb build`.
#[derive(Args, Debug)]
pub struct BuildArguments {
    /// Game
    #[arg(value_name = "GAME", value_parser = ["checkers"])]
    _game: String,

    /// Maximum number of pieces, both sides together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=Material::MOST_PIECES as i64))]
    pieces: u8,

    /// Number of threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Memory limit in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    memory: u32,

    /// Folder for the database files; finished files in it are kept
    #[arg(long, value_name = "FOLDER", default_value = "egdb")]
    output: PathBuf,

    /// Also write the concatenation of all files to this file, as for the built-in databases
    #[arg(long, value_name = "FILE")]
    joined: Option<PathBuf>,
}

/// The arguments of `egdb verify`.
#[derive(Args, Debug)]
pub struct VerifyArguments {
    /// Game
    #[arg(value_name = "GAME", value_parser = ["checkers"])]
    _game: String,

    /// Folder of the database files
    #[arg(long, value_name = "FOLDER")]
    path: PathBuf,

    /// Number of threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl DatabaseCommand {
    /// Runs the subcommand.
    ///
    /// # Errors
    /// Returns an error if an argument is out of range, if a file cannot be read or written or is damaged, or if a
    /// value is wrong.
    pub fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
        match self {
            Self::Build(arguments) => arguments.run(out, err),
            Self::Verify(arguments) => arguments.run(out, err),
            Self::Longest(arguments) => arguments.run(out, err),
        }
    }
}

impl BuildArguments {
    fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
        let pieces = usize::from(self.pieces);
        let mut builder = Builder::new(BuildPlan {
            pieces,
            threads: usize::from(self.threads),
            memory: (self.memory as usize) << 20,
            folder: self.output.clone(),
        })?;
        let mut table = Vec::new();
        for pieces in 2..=pieces {
            let mut progress = Progress::new(pieces, err);
            let mut report = |material, state| {
                let action = match state {
                    FileState::Valid => "up to date",
                    FileState::Missing => "built",
                    FileState::Damaged => "unusable, built again",
                };
                progress.finish(material, action);
            };
            table.push((pieces, builder.build(pieces, &mut report)?));
            progress.end();
        }
        if let Some(path) = &self.joined {
            join(pieces, &self.output, path)?;
        }
        print(&table, out)
    }
}

impl VerifyArguments {
    fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
        let threads = usize::from(self.threads);
        let (mut store, mut table) = (SliceStore::default(), Vec::new());
        let most = Database::open_strictly(&self.path)?.most_pieces() as usize;
        for pieces in 2..=most {
            let mut progress = Progress::new(pieces, err);
            let mut built = Built::default();
            for material in build::material_pairs(pieces) {
                let load = |side| build::load(&folder::path(&self.path, side), &mut store, threads);
                let headers = material_sides(material).map(load).collect::<Result<Vec<_>>>()?;
                for header in &headers {
                    built.add(header);
                    verify(header.material, header.results, &store, threads)?;
                }
                progress.finish(material, "verified");
            }
            progress.end();
            table.push((pieces, built));
        }
        print(&table, out)
    }
}

/// Writes the concatenation of the database files for 2 to `pieces` pieces to the file `to`.
fn join(pieces: usize, folder: &Path, to: &Path) -> Result<()> {
    let mut bytes = Vec::new();
    for material in (2..=pieces).flat_map(Material::all) {
        let path = folder::path(folder, material);
        bytes.extend(read_file(&path)?);
    }
    write_atomic(to, &bytes)
}

fn print(table: &[(usize, Built)], out: &mut dyn Write) -> Result<()> {
    writeln!(out, "pieces      positions            won          drawn           lost         bytes")?;
    for (pieces, Built { results: [won, drawn, lost], bytes }) in table {
        let all = won + drawn + lost;
        writeln!(out, "{pieces:>6} {all:>14} {won:>14} {drawn:>14} {lost:>14} {bytes:>13}")?;
    }
    Ok(())
}
