//! Where the engine of this project is, and what people read when a program does not start.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The program of the engine.
const ENGINE: &str = "speltafel";

/// The engine beside this program; where there is none its name, which is looked up in `PATH` when it is started.
#[must_use]
pub fn engine() -> PathBuf {
    let beside = std::env::current_exe().ok().map(|program| program.with_file_name(ENGINE));
    beside.filter(|program| program.is_file()).unwrap_or_else(|| ENGINE.into())
}

/// How to get a program that is not in `PATH`; `None` where it is not the engine of this project.
#[must_use]
pub fn install_hint(program: &Path) -> Option<String> {
    let is_ours = program == Path::new(ENGINE);
    is_ours.then(|| format!("{ENGINE} is neither beside this program nor in PATH; cargo install {ENGINE} installs it"))
}

/// Why a program did not start; `role` is what people know it as, such as `the referee`.
#[must_use]
pub fn cannot_start(role: &str, program: &Path, error: &io::Error) -> String {
    let advice = install_hint(program).filter(|_| error.kind() == ErrorKind::NotFound);
    format!("cannot start {role} {}: {}", program.display(), advice.unwrap_or_else(|| error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_engine_comes_with_an_install_hint() {
        let [missing, other] = [ErrorKind::NotFound, ErrorKind::PermissionDenied].map(io::Error::from);
        let told = |program: &str, error: &io::Error| cannot_start("the referee", Path::new(program), error);
        assert!(told("speltafel", &missing).ends_with("nor in PATH; cargo install speltafel installs it"));
        assert_eq!(told("speltafel", &other), "cannot start the referee speltafel: permission denied");
        assert_eq!(told("/x/speltafel", &missing), "cannot start the referee /x/speltafel: entity not found");
    }
}
