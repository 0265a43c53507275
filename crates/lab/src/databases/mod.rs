//! `egdb`: builds endgame databases, checks them, measures them.

mod retrograde;
mod longest;
mod play;
mod distances;
mod progress;
mod roots;
mod search;

#[cfg(test)]
mod tests;

use anyhow::{Context, Result};
use base::files::write_atomic;
use clap::{Args, Subcommand};
use egdb::build::{self, BuildPlan, Builder, Built, FileState, material_sides};
use egdb::material::Material;
use egdb::slice::SliceStore;
use egdb::verify::verify;
use egdb::{Database, folder};
use longest::LongestArguments;
use play::PlayArguments;
use progress::Progress;
use speltafel::games::checkers::database_game::DatabaseGame;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What to do.
#[derive(Subcommand, Debug)]
pub enum DatabaseCommand {
    /// Build databases and verify them; what is finished is not done again
    Build(BuildArguments),
    /// Check every checksum and every value of databases
    Verify(VerifyArguments),
    /// Find the longest wins, counted from the end
    Longest(LongestArguments),
    /// Let the engine play out positions of known value against a defender that gives none away
    Play(PlayArguments),
}

/// What to build.
#[derive(Args, Debug)]
pub struct BuildArguments {
    /// The game.
    #[arg(value_enum)]
    game: DatabaseGame,

    /// Pieces of both sides together, at most.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=Material::MOST_PIECES as i64))]
    pieces: u8,

    /// Threads.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Memory that values may take.
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    memory: u32,

    /// Where the files are and will be.
    #[arg(long, value_name = "FOLDER", default_value = "egdb")]
    output: PathBuf,

    /// Write all files into this one, too: that is the form which is compiled in.
    #[arg(long, value_name = "FILE")]
    joined: Option<PathBuf>,
}

/// What to check.
#[derive(Args, Debug)]
pub struct VerifyArguments {
    /// The game.
    #[arg(value_enum)]
    game: DatabaseGame,

    /// The folder with the files.
    #[arg(long, value_name = "FOLDER")]
    path: PathBuf,

    /// Threads.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl DatabaseCommand {
    /// Does it.
    ///
    /// # Errors
    /// A file or a position cannot be read, a file cannot be written or turns out to be damaged, a value is wrong.
    pub fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
        match self {
            Self::Build(arguments) => arguments.run(out, err),
            Self::Verify(arguments) => arguments.run(out, err),
            Self::Longest(arguments) => arguments.run(out, err),
            Self::Play(arguments) => arguments.run(out),
        }
    }
}

impl BuildArguments {
    fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
        let DatabaseGame::Checkers = self.game;
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
            let mut tell = |material, found| {
                let what = match found {
                    FileState::Valid => "was there",
                    FileState::Missing => "built",
                    FileState::Damaged => "could not be used, built again",
                };
                progress.finish(material, what);
            };
            table.push((pieces, builder.build(pieces, &mut tell)?));
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
        let DatabaseGame::Checkers = self.game;
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

/// Writes all files of a folder one behind the other.
fn join(pieces: usize, folder: &Path, to: &Path) -> Result<()> {
    let mut bytes = Vec::new();
    for material in (2..=pieces).flat_map(Material::all) {
        let path = folder::path(folder, material);
        bytes.extend(fs::read(&path).with_context(|| path.display().to_string())?);
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
