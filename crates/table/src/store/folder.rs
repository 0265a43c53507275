//! The data folder: where it is by default, who may read it, and the lock that keeps a second server out.

use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::fs::{DirBuilder, File, TryLockError};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// The name of the folder in the platform's folder for data.
const NAME: &str = "speltafel";
/// The file that a running server locks.
const LOCK: &str = "lock";

/// Returns the data folder of this platform: `speltafel` in `~/Library/Application Support` on macOS, and elsewhere in
/// `$XDG_DATA_HOME` or else `~/.local/share`.
pub fn default_folder() -> Result<PathBuf> {
    let home = std::env::home_dir().filter(|home| home.is_absolute());
    find_folder(home, std::env::var_os("XDG_DATA_HOME"))
        .context("there is no home directory for the data folder; give one with --data DIR")
}

fn find_folder(home: Option<PathBuf>, xdg: Option<OsString>) -> Option<PathBuf> {
    let share = if cfg!(target_os = "macos") {
        home?.join("Library/Application Support")
    } else {
        // The specification of XDG_DATA_HOME ignores a relative path.
        xdg.map(PathBuf::from).filter(|xdg| xdg.is_absolute()).or_else(|| Some(home?.join(".local/share")))?
    };
    Some(share.join(NAME))
}

/// Creates the folder if it does not exist, for its owner only, and locks it. The folder is locked until the file is
/// dropped or the process ends.
pub fn lock_folder(folder: &Path) -> Result<File> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder).context("cannot create the folder")?;
    let file = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK));
    let file = file.context("cannot write in the folder")?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!("another speltafel-table uses this folder; choose one with --data DIR"),
        Err(TryLockError::Error(error)) => Err(error).context("cannot lock the folder"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[cfg(not(target_os = "macos"))]
    #[test]
    fn the_default_folder_follows_the_xdg_specification() {
        let find =
            |home: Option<&str>, xdg: Option<&str>| find_folder(home.map(PathBuf::from), xdg.map(OsString::from));
        assert_eq!(find(Some("/h"), Some("/x")), Some("/x/speltafel".into()));
        for xdg in [None, Some(""), Some("x")] {
            assert_eq!(find(Some("/h"), xdg), Some("/h/.local/share/speltafel".into()));
        }
        assert_eq!(find(None, None), None);
    }

    #[test]
    fn a_folder_is_private_and_has_one_user() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("a/b");
        let lock = lock_folder(&folder).unwrap();
        assert_eq!(folder.metadata().unwrap().permissions().mode() & 0o777, 0o700);
        assert!(lock_folder(&folder).unwrap_err().to_string().starts_with("another speltafel-table"));
        drop(lock);
        lock_folder(&folder).unwrap();
    }
}
