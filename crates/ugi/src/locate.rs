//! Finds the engine `speltafel`, and formats messages about programs that do not start.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The file name of the engine program.
const ENGINE: &str = "speltafel";

/// Returns the path of the engine in the folder of the running program. If it is not there, returns `speltafel`, which
/// is looked up in `PATH`.
///
/// ```
/// // The folder of this program contains no file `speltafel`.
/// assert_eq!(speltafel_ugi::locate::engine().as_os_str(), "speltafel");
/// ```
#[must_use]
pub fn engine() -> PathBuf {
    let beside = std::env::current_exe().ok().map(|program| program.with_file_name(ENGINE));
    beside.filter(|program| program.is_file()).unwrap_or_else(|| ENGINE.into())
}

/// Returns instructions for installing `program` if it is `speltafel`, else `None`.
///
/// ```
/// use std::path::Path;
/// use speltafel_ugi::locate::install_hint;
///
/// let hint = install_hint(Path::new("speltafel")).unwrap_or_default();
/// assert!(hint.ends_with("cargo install speltafel installs it"));
/// assert_eq!(install_hint(Path::new("other-engine")), None);
/// ```
#[must_use]
pub fn install_hint(program: &Path) -> Option<String> {
    let is_ours = program == Path::new(ENGINE);
    is_ours.then(|| {
        format!("{ENGINE} is neither in the folder of this program nor in PATH; cargo install {ENGINE} installs it")
    })
}

/// Returns the message for a program that did not start. `role` describes the program, such as `the referee`.
///
/// ```
/// use std::io::{Error, ErrorKind};
/// use std::path::Path;
/// use speltafel_ugi::locate::cannot_start;
///
/// let message = cannot_start("the referee", Path::new("./engine"), &Error::from(ErrorKind::PermissionDenied));
/// assert_eq!(message, "cannot start the referee ./engine: permission denied");
/// ```
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
        let message = |program: &str, error: &io::Error| cannot_start("the referee", Path::new(program), error);
        assert!(message("speltafel", &missing).ends_with("nor in PATH; cargo install speltafel installs it"));
        assert_eq!(message("speltafel", &other), "cannot start the referee speltafel: permission denied");
        assert_eq!(message("/x/speltafel", &missing), "cannot start the referee /x/speltafel: entity not found");
    }
}
