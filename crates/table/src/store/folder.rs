//! The data folder: where it is by default, who may read it, and the lock that keeps a second server out.

use super::warning::warn;
use anyhow::{Context, Result, bail};
use base::files::ensure_file_or_new;
use rustix::fs::Mode;
use std::ffi::OsString;
use std::fs::{DirBuilder, File, Permissions, TryLockError};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
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

/// Lets only the owner read the files that this process, and processes that it starts, create from now on. Returns the
/// mask that applied before.
pub fn keep_files_private() -> Mode {
    rustix::process::umask(Mode::RWXG | Mode::RWXO)
}

/// Creates the folder if it does not exist, for its owner only, locks it, and makes its files private. The folder is
/// locked until the file is dropped or the process ends.
pub fn lock_folder(folder: &Path) -> Result<File> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder).context("cannot create the folder")?;
    ensure_file_or_new(&folder.join(LOCK)).context(LOCK)?;
    let file = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK));
    let file = file.context("cannot write in the folder")?;
    match file.try_lock() {
        Ok(()) => {
            make_private(folder)?;
            Ok(file)
        }
        Err(TryLockError::WouldBlock) => bail!("another speltafel-table uses this folder; choose one with --data DIR"),
        Err(TryLockError::Error(error)) => Err(error).context("cannot lock the folder"),
    }
}

/// Makes the lock and the databases in the folder private. The folder may be any that the user has chosen, so other
/// files and the folder itself stay as they are.
fn make_private(folder: &Path) -> Result<()> {
    for entry in folder.read_dir().context("cannot read the folder")? {
        let entry = entry.context("cannot read the folder")?;
        let (name, path) = (entry.file_name(), entry.path());
        let is_ours = name == LOCK || name.to_string_lossy().contains(".sqlite");
        // A link may lead to a file that is not ours.
        let is_here = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_ours && is_here && is_open_to_others(&path)? {
            let changed = std::fs::set_permissions(&path, Permissions::from_mode(0o600));
            changed.unwrap_or_else(|error| warn(&format!("others may read {}: {error}", path.display())));
        }
    }
    if is_open_to_others(folder)? {
        let name = folder.to_string_lossy();
        let quoted = shlex::try_quote(&name).unwrap_or_default();
        warn(&format!("other users can enter the data folder; to prevent that: chmod 700 {quoted}"));
    }
    Ok(())
}

fn is_open_to_others(path: &Path) -> Result<bool> {
    let metadata = path.metadata().with_context(|| path.display().to_string())?;
    Ok(metadata.permissions().mode() & 0o077 != 0)
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

    #[test]
    fn only_files_of_the_folder_become_private() {
        let parent = tempfile::tempdir().unwrap();
        let (folder, outside) = (parent.path().join("data"), parent.path().join("outside"));
        std::fs::create_dir(&folder).unwrap();
        for file in [&outside, &folder.join("a.sqlite")] {
            std::fs::write(file, "").unwrap();
            std::fs::set_permissions(file, Permissions::from_mode(0o644)).unwrap();
        }
        std::os::unix::fs::symlink(&outside, folder.join("b.sqlite")).unwrap();
        lock_folder(&folder).unwrap();
        let mode = |file: &Path| file.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&folder.join("a.sqlite")), mode(&outside)), (0o600, 0o644));
    }
}
