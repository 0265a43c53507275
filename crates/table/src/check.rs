//! Checks at startup that the engines and the tournaments in the settings can be used.

use super::{Setup, records};
use anyhow::{Context, Result, ensure};
use runner::{Program, install_hint};
use rustix::fs::{Access, access};
use std::ffi::OsString;
use std::path::Path;

impl Setup {
    /// Checks that the referee and the engines are executable files and that the tournaments can be read.
    pub fn check(&self) -> Result<()> {
        find_program(&self.referee).context("referee")?;
        for (name, program) in &self.engines {
            find_program(program).with_context(|| format!("engine {name}"))?;
        }
        for path in &self.results {
            records::check(path).with_context(|| format!("results {}", path.display()))?;
        }
        Ok(())
    }
}

/// Checks that a program exists and is executable. A command without a slash is looked up in PATH.
fn find_program(Program { command, dir, env, .. }: &Program) -> Result<()> {
    if let Some(dir) = dir {
        ensure!(dir.is_dir(), "{}: no such folder", dir.display());
    }
    if command.as_os_str().as_encoded_bytes().contains(&b'/') {
        let path = dir.as_deref().unwrap_or(Path::new("")).join(command);
        ensure!(path.exists(), "{}: no such program", path.display());
        ensure!(is_program(&path), "{}: not an executable file", path.display());
        return Ok(());
    }
    let folders = env.get("PATH").map(OsString::from).or_else(|| std::env::var_os("PATH")).unwrap_or_default();
    let found = std::env::split_paths(&folders).any(|folder| is_program(&folder.join(command)));
    let name = command.display();
    let elsewhere = || format!("{name}: no such program in PATH; write ./{name} for a program in this folder");
    ensure!(found, install_hint(command).unwrap_or_else(elsewhere));
    Ok(())
}

fn is_program(path: &Path) -> bool {
    path.is_file() && access(path, Access::EXEC_OK).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::os::unix::fs::PermissionsExt;

    fn program(command: &Path) -> Program {
        let (options, env) = (BTreeMap::new(), BTreeMap::new());
        Program { command: command.to_path_buf(), args: Vec::new(), dir: None, options, env }
    }

    fn error_text(program: &Program) -> String {
        find_program(program).map_err(|error| error.to_string()).err().unwrap_or_default()
    }

    #[test]
    fn programs_must_exist_and_be_executable() {
        let folder = tempfile::tempdir().unwrap();
        let (script, path) = (folder.path().join("engine"), folder.path().display().to_string());
        std::fs::write(&script, "#!/bin/sh\n").unwrap();
        let in_path = Program { env: BTreeMap::from([("PATH".to_string(), path)]), ..program(Path::new("engine")) };
        let in_folder = Program { dir: Some(folder.path().to_path_buf()), ..program(Path::new("./engine")) };
        let nobody = BTreeMap::from([("PATH".to_string(), "/nonexistent".to_string())]);
        let without_engine = Program { env: nobody, ..program(Path::new("speltafel")) };
        let nowhere = Program { dir: Some("/nonexistent".into()), ..program(&script) };
        for (program, part) in [
            (&program(&script), "not an executable file"),
            (&program(folder.path()), "not an executable file"),
            (&program(&folder.path().join("none")), "no such program"),
            (&in_path, "no such program in PATH"),
            (&in_folder, "not an executable file"),
            (&without_engine, "nor in PATH; `cargo build --release` in a checkout builds it"),
            (&nowhere, "no such folder"),
        ] {
            assert!(error_text(program).contains(part), "{part}: {}", error_text(program));
        }
        std::fs::set_permissions(&script, PermissionsExt::from_mode(0o700)).unwrap();
        assert_eq!([&program(&script), &in_path, &in_folder].map(error_text), ["", "", ""]);
    }
}
