//! Files that are there whole or not at all: written beside their place under another name, synced, then renamed; and
//! files read whole that may be anything at all. Knows nothing of what is in them.

use anyhow::{Context, Result, bail, ensure};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// Links behind each other.
const MAX_LINKS: usize = 40;

/// A file that is not at its place yet. What is dropped unfinished leaves nothing behind and changes nothing.
#[derive(Debug)]
pub struct AtomicFile {
    file: NamedTempFile,
    target: PathBuf,
}

impl AtomicFile {
    /// One that is going to be at `place`, with the mode that new files have.
    ///
    /// # Errors
    /// The folder is missing or cannot be written.
    pub fn create(place: &Path) -> io::Result<Self> {
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::metadata(folder)?;
        #[cfg_attr(not(unix), allow(unused_mut))]
        let mut builder = Builder::new();
        // As readable as any other new file; a temporary one would be for its owner alone.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // The message of the library names a file that nobody has asked for.
        let file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
        Ok(Self { file, target: place.to_path_buf() })
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
        self.file.persist(self.target).map_err(|error| error.error)?;
        Ok(())
    }
}

/// Writes a file whole or not at all; links are followed.
///
/// # Errors
/// It cannot be written, or something is there that is no file (a folder, a pipe, a device); the path is named.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<()> {
    let write = || -> Result<()> {
        let new = create_atomic(path)?;
        new.file().write_all(bytes)?;
        Ok(new.finish()?)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Would [`write_atomic`] find a place for it? For what is written only after long work.
///
/// # Errors
/// As there.
pub fn ensure_writable(path: &Path) -> Result<()> {
    create_atomic(path).map(drop).with_context(|| format!("cannot write {}", path.display()))
}

fn create_atomic(path: &Path) -> Result<AtomicFile> {
    if path.exists() {
        ensure_file(path)?;
    }
    Ok(AtomicFile::create(&resolve_links(path)?)?)
}

/// Reads a file of at most so many bytes.
///
/// # Errors
/// It cannot be read, is larger, or is no file (a folder, a pipe, a device); the path is named.
pub fn read_limited(path: &Path, most: u64) -> Result<Vec<u8>> {
    let read = || {
        let size = ensure_file(path)?;
        ensure!(size <= most, "has {size} bytes, expected at most {most}");
        Ok(fs::read(path)?)
    };
    read().with_context(|| path.display().to_string())
}

/// Reads a file of any size.
///
/// # Errors
/// It cannot be read, or is no file (a folder, a pipe, a device); the path is named.
pub fn read_file(path: &Path) -> Result<Vec<u8>> {
    read_limited(path, u64::MAX)
}

/// Is it a file? Gives its bytes. A pipe that is opened waits for somebody to write, a device may never end.
///
/// # Errors
/// It is something else, or is not there.
pub fn ensure_file(path: &Path) -> Result<u64> {
    ensure!(path.exists(), "no such file");
    let found = fs::metadata(path)?;
    ensure!(found.is_file(), "is no file but a folder, a pipe or a device");
    Ok(found.len())
}

/// Where links lead; there need not be anything yet.
///
/// # Errors
/// Too many links behind each other.
pub fn resolve_links(path: &Path) -> Result<PathBuf> {
    let mut place = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&place) else { return Ok(place) };
        place = place.parent().unwrap_or(Path::new("")).join(next);
    }
    bail!("more than {MAX_LINKS} links behind each other")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_or_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let (path, plain) = (folder.path().join("new"), folder.path().join("plain"));
        write_atomic(&path, b"first").unwrap();
        fs::write(&plain, "").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions(), fs::metadata(&plain).unwrap().permissions());
        let unfinished = AtomicFile::create(&path).unwrap();
        unfinished.file().write_all(b"half").unwrap();
        drop(unfinished);
        assert_eq!(fs::read(&path).unwrap(), b"first");
        write_atomic(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_what_is_no_file_is_left_alone() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        use std::os::unix::net::UnixListener;
        let folder = tempfile::tempdir().unwrap();
        let [link, file, socket] = ["link", "file", "socket"].map(|name| folder.path().join(name));
        symlink("file", &link).unwrap();
        for bytes in [&b"new"[..], b"old"] {
            write_atomic(&link, bytes).unwrap();
            assert_eq!(read_limited(&file, 3).unwrap(), bytes);
        }
        assert!(fs::read_link(&link).is_ok());
        assert!(
            read_limited(&link, 2).unwrap_err().root_cause().to_string().contains("has 3 bytes, expected at most 2")
        );
        let _listener = UnixListener::bind(&socket).unwrap();
        for error in [write_atomic(&socket, b"").unwrap_err(), read_limited(&socket, 9).unwrap_err()] {
            assert!(format!("{error:#}").ends_with("socket: is no file but a folder, a pipe or a device"), "{error:#}");
        }
        assert!(fs::metadata(&socket).unwrap().file_type().is_socket());
    }

    #[test]
    fn what_cannot_be_written_is_named_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let nowhere = folder.path().join("no/such/folder");
        for path in [&nowhere, folder.path()] {
            let told = format!("{:#}", write_atomic(path, b"").unwrap_err());
            let cause = told.strip_prefix(&format!("cannot write {}: ", path.display()));
            assert!(cause.is_some_and(|cause| !cause.is_empty() && !cause.contains(".tmp")), "{told}");
        }
    }
}
