//! Finds the engine `speltafel`, and explains why a program did not start.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The file name of the engine program.
const ENGINE: &str = "speltafel";

/// Returns the path of the engine in the folder of the running program. If it is not there, returns `speltafel`, which
/// is looked up in `PATH`.
///
/// ```
/// // The folder of this program contains no file `speltafel`.
/// assert_eq!(speltafel_runner::find_engine().as_os_str(), "speltafel");
/// ```
#[must_use]
pub fn find_engine() -> PathBuf {
    let beside = std::env::current_exe().ok().map(|program| program.with_file_name(ENGINE));
    beside.filter(|program| program.is_file()).unwrap_or_else(|| ENGINE.into())
}

/// Returns instructions for installing `program` if it is `speltafel`, else `None`.
///
/// ```
/// use std::path::Path;
/// use speltafel_runner::install_hint;
///
/// let hint = install_hint(Path::new("speltafel")).unwrap_or_default();
/// assert!(hint.ends_with("`cargo build --release` in a checkout builds it"));
/// assert_eq!(install_hint(Path::new("other-engine")), None);
/// ```
#[must_use]
pub fn install_hint(program: &Path) -> Option<String> {
    let is_ours = program == Path::new(ENGINE);
    is_ours.then(|| {
        format!("{ENGINE} is neither in the folder of this program nor in PATH; `cargo build --release` in a checkout builds it")
    })
}

/// Returns the error for a program that did not start. If the program is `speltafel` and was not found, the error is
/// that of [`install_hint`].
#[must_use]
pub(crate) fn start_error(program: &Path, error: io::Error) -> io::Error {
    match install_hint(program) {
        Some(hint) if error.kind() == ErrorKind::NotFound => io::Error::new(ErrorKind::NotFound, hint),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_engine_comes_with_an_install_hint() {
        let message = |program: &str, kind: ErrorKind| start_error(Path::new(program), kind.into()).to_string();
        assert!(message("speltafel", ErrorKind::NotFound).ends_with("`cargo build --release` in a checkout builds it"));
        assert_eq!(message("speltafel", ErrorKind::PermissionDenied), "permission denied");
        assert_eq!(message("/x/speltafel", ErrorKind::NotFound), "entity not found");
    }
}
