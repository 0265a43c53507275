//! Tests for plans from files and flags: values, defaults and error messages.

mod change;
mod errors;
mod example;
mod flags;

use super::{Flags, Plan, read};
use clap::{Args, Command, FromArgMatches};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// A temporary folder with a plan, and with a program, an opening file and a subfolder that the plan may refer to.
pub(super) struct TestFolder {
    pub(super) folder: TempDir,
}

impl TestFolder {
    pub(super) fn new(plan: &str) -> Self {
        let test = Self { folder: TempDir::new().unwrap() };
        test.write("plan.toml", plan);
        test.write("engine", "");
        test.write("openings.txt", "startpos\n");
        fs::create_dir(test.folder.path().join("work")).unwrap();
        test
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Reads the plan with these flags. Error messages contain paths relative to the folder.
    pub(super) fn read(&self, words: &[&str]) -> Result<Plan, String> {
        let text =
            |error: anyhow::Error| format!("{error:#}").replace(&format!("{}/", self.folder.path().display()), "");
        read(Some(&self.path("plan.toml")), &flags(words)?).map(|(plan, _)| plan).map_err(text)
    }
}

/// Parses a command line with these words.
pub(super) fn flags(words: &[&str]) -> Result<Flags, String> {
    let command = Flags::augment_args(Command::new("tune")).no_binary_name(true);
    let matches = command.try_get_matches_from(words).map_err(|error| error.to_string())?;
    Flags::from_arg_matches(&matches).map_err(|error| error.to_string())
}

/// The shortest valid plan.
pub(super) const SHORT: &str = r#"
game.name = "toy"
format.games = 10
limit.nodes = 100
[[participant]]
name = "a"
[[participant]]
name = "b"
"#;
