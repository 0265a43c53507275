//! Files that are there whole or not at all: written beside their place under another name, synced, then renamed.
//! Knows nothing of what is in them.

use anyhow::{Context, Result};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A file that is not at its place yet. What is dropped unfinished leaves nothing behind and changes nothing.
#[derive(Debug)]
pub struct NewFile {
    file: NamedTempFile,
    place: PathBuf,
}

impl NewFile {
    /// One that is going to be at `place`, with the mode that new files have.
    ///
    /// # Errors
    /// The folder is missing or cannot be written.
    pub fn at(place: &Path) -> io::Result<Self> {
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = Builder::new();
        // As readable as any other new file; a temporary one would be for its owner alone.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        fs::metadata(folder)?;
        // The message of the library names a file that nobody has asked for.
        let file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
        Ok(Self { file, place: place.to_path_buf() })
    }

    /// Where to write.
    #[must_use]
    pub fn file(&self) -> &File {
        self.file.as_file()
    }

    /// It is all there: it takes the place of what was there before.
    ///
    /// # Errors
    /// What the system says.
    pub fn finish(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist(self.place).map_err(|error| error.error)?;
        Ok(())
    }
}

/// Writes a file whole or not at all.
///
/// # Errors
/// It cannot be written; the path is named.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let write = || {
        let new = NewFile::at(path)?;
        new.file().write_all(bytes)?;
        new.finish()
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_or_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let (path, plain) = (folder.path().join("new"), folder.path().join("plain"));
        write_whole(&path, b"first").unwrap();
        fs::write(&plain, "").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions(), fs::metadata(&plain).unwrap().permissions());
        let unfinished = NewFile::at(&path).unwrap();
        unfinished.file().write_all(b"half").unwrap();
        drop(unfinished);
        assert_eq!(fs::read(&path).unwrap(), b"first");
        write_whole(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn what_cannot_be_written_is_named_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let nowhere = folder.path().join("no/such/folder");
        for path in [&nowhere, folder.path()] {
            let told = format!("{:#}", write_whole(path, b"").unwrap_err());
            let cause = told.strip_prefix(&format!("cannot write {}: ", path.display()));
            assert!(cause.is_some_and(|cause| !cause.is_empty() && !cause.contains(".tmp")), "{told}");
        }
    }
}
