//! Digests of the files that play, as evidence of which programs played a game.

use crate::plan::Plan;
use base::files::open_file;
use data_encoding::HEXLOWER;
use runner::Program;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Returns the SHA-256 of the programs of the referee and the participants and of each of their arguments that is a
/// file, by the path as the plan has it. The path of a program in the plan's folder begins with this folder as `.`,
/// because the folder may move. Files that cannot be read are left out.
pub fn digests(plan: &Plan) -> BTreeMap<String, String> {
    let programs = std::iter::once(&plan.referee).chain(plan.participants.iter().map(|one| &one.program));
    let mut found = BTreeMap::new();
    for (name, path) in programs.flat_map(|program| files(program, &plan.run.folder)) {
        if !found.contains_key(&name)
            && let Some(digest) = digest(&path)
        {
            found.insert(name, digest);
        }
    }
    found
}

/// Returns the program and the arguments that are files, each with its path.
fn files(program: &Program, plan_folder: &Path) -> Vec<(String, PathBuf)> {
    let folder = program.dir.clone().unwrap_or_default();
    let mut files: Vec<(String, PathBuf)> = program.args.iter().map(|arg| (arg.clone(), folder.join(arg))).collect();
    let below = program.command.strip_prefix(plan_folder).map(|below| Path::new(".").join(below));
    let name = below.unwrap_or_else(|_| program.command.clone());
    files.push((name.display().to_string(), resolved(&program.command)));
    files.retain(|(_, path)| path.is_file());
    files
}

/// Returns the path of a program, which is looked up in `PATH` if it has no slash.
fn resolved(command: &Path) -> PathBuf {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&folders).map(|folder| folder.join(command));
    let found = if command.components().count() == 1 { places.find(|path| path.is_file()) } else { None };
    found.unwrap_or_else(|| command.to_path_buf())
}

fn digest(path: &Path) -> Option<String> {
    let (mut file, mut hash) = (open_file(path).ok()?, Sha256::new());
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer).ok()? {
            0 => return Some(HEXLOWER.encode(&hash.finalize())),
            length => hash.update(&buffer[..length]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::synthetic::plan;

    #[test]
    fn programs_and_arguments_that_are_files_have_digests() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("net"), "abc").unwrap();
        let mut plan = plan(&["a", "b"], 2);
        plan.referee.command = "sh".into();
        let program = &mut plan.participants[0].program;
        program.dir = Some(folder.path().to_path_buf());
        program.args = ["net", "--quiet", "missing", "."].map(str::to_string).to_vec();
        program.command = folder.path().join("net");
        plan.run.folder = folder.path().to_path_buf();
        let found = digests(&plan);
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!((found["net"].as_str(), found["./net"].as_str()), (abc, abc));
        assert_eq!((found.len(), found["sh"].len()), (3, 64));
    }
}
