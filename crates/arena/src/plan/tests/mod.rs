//! Plans from files and flags: values, defaults, messages.

mod change;
mod errors;
mod estimate;
mod example;
mod flags;

use super::{Flags, Plan, read};
use clap::{Args, Command, FromArgMatches};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// A folder with a plan and what it names.
pub(super) struct TestFolder {
    pub(super) folder: TempDir,
}

impl TestFolder {
    pub(super) fn new(plan: &str) -> Self {
        let place = Self { folder: TempDir::new().unwrap() };
        place.write("plan.toml", plan);
        place.write("engine", "");
        place.write("openings.txt", "startpos\n");
        fs::create_dir(place.folder.path().join("work")).unwrap();
        place
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The plan, or what is wrong with it, without the folder.
    pub(super) fn read(&self, words: &[&str]) -> Result<Plan, String> {
        let text =
            |error: anyhow::Error| format!("{error:#}").replace(&format!("{}/", self.folder.path().display()), "");
        read(Some(&self.path("plan.toml")), &flags(words)?).map(|(plan, _)| plan).map_err(text)
    }
}

/// What a command line with these words gives.
pub(super) fn flags(words: &[&str]) -> Result<Flags, String> {
    let command = Flags::augment_args(Command::new("run")).no_binary_name(true);
    let matches = command.try_get_matches_from(words).map_err(|error| error.to_string())?;
    Flags::from_arg_matches(&matches).map_err(|error| error.to_string())
}

/// The shortest plan there is.
pub(super) const SHORT: &str = r#"
game.name = "toy"
format.games = 10
limit.nodes = 100
[[participant]]
name = "a"
[[participant]]
name = "b"
"#;
