//! Man pages and shell completions, generated from a program's command-line definition.

use crate::files::write_atomic;
use anyhow::{Context, Result};
use clap::Command;
use clap_complete::{Shell, generate};
use std::fs;
use std::path::PathBuf;

/// The maximum width of help texts, in columns. On a narrower terminal, help texts wrap at the terminal's width.
pub const HELP_WIDTH: usize = 80;

/// The arguments of the subcommand `manual`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Folder to write to, laid out like /usr/share; created if missing
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl Arguments {
    /// Writes the man pages and the shell completions of `command` to the folder. The program and each subcommand get a
    /// man page; bash, zsh and fish get one completion script each, in the subfolder where the shell looks for it.
    ///
    /// # Errors
    /// Returns an error if a folder or a file cannot be written.
    pub fn write(&self, mut command: Command) -> Result<()> {
        let name = command.get_name().to_string();
        let folder = |path: &str| -> Result<PathBuf> {
            let folder = self.folder.join(path);
            fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
            Ok(folder)
        };
        command.build();
        let pages = folder("man/man1")?;
        clap_mangen::generate_to(command.clone(), &pages).with_context(|| pages.display().to_string())?;
        let shells = [
            (Shell::Bash, "bash-completion/completions", name.clone()),
            (Shell::Zsh, "zsh/site-functions", format!("_{name}")),
            (Shell::Fish, "fish/vendor_completions.d", format!("{name}.fish")),
        ];
        for (shell, path, file) in shells {
            let mut script = Vec::new();
            generate(shell, &mut command, &name, &mut script);
            write_atomic(&folder(path)?.join(file), &script)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subcommand_has_a_page_and_every_shell_a_script() {
        let folder = tempfile::tempdir().unwrap();
        let command = Command::new("toy").about("A toy").subcommand(Command::new("play").about("Play"));
        Arguments { folder: folder.path().join("share") }.write(command).unwrap();
        for (path, text) in [
            ("man/man1/toy.1", "toy \\- A toy"),
            ("man/man1/toy-play.1", "Play"),
            ("bash-completion/completions/toy", "play"),
            ("zsh/site-functions/_toy", "#compdef toy"),
            ("fish/vendor_completions.d/toy.fish", "complete -c toy"),
        ] {
            let written = fs::read_to_string(folder.path().join("share").join(path)).unwrap();
            assert!(written.contains(text), "{path}: {written}");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = Arguments { folder: file.path().into() }.write(Command::new("toy")).unwrap_err();
        assert!(error.to_string().starts_with(&file.path().display().to_string()), "{error:#}");
    }
}
