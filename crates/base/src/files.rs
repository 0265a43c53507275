//! Atomic file writes, and reads that accept only regular files. Texts must not be compressed.
//!
//! A file is written under a temporary name in the target's folder, synced, and renamed to the target. A reader sees
//! either the old content or the complete new content.

use anyhow::{Context, Result, bail, ensure};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// The maximum number of symbolic links to follow from one path.
const MAX_LINKS: usize = 40;
/// The first bytes of compressed files.
const COMPRESSED: &[(&[u8], &str)] = &[
    (b"\x1f\x8b\x08", "gzip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"PK\x03\x04", "zip"),
    (b"\xfd7zXZ\0", "xz"),
    (b"BZh", "bzip2"),
];

/// A file with a temporary name. [`AtomicFile::finish`] renames it to its target. If the value is dropped before that,
/// the file is deleted.
#[derive(Debug)]
pub struct AtomicFile {
    file: NamedTempFile,
    target: PathBuf,
}

impl AtomicFile {
    /// Creates a temporary file in the folder of `target`, with the default permissions of new files.
    ///
    /// # Errors
    /// Returns an error if the folder is missing or not writable.
    pub fn create(target: &Path) -> io::Result<Self> {
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::metadata(folder)?;
        // `Builder::tempfile_in` would create a file that only its owner can read, and would name it in errors.
        let file = Builder::new()
            .make_in(folder, |path| File::options().read(true).write(true).create_new(true).open(path))?;
        Ok(Self { file, target: target.to_path_buf() })
    }

    /// Returns the file, open for writing.
    #[must_use]
    pub fn file(&self) -> &File {
        self.file.as_file()
    }

    /// Syncs the file and renames it to its target, replacing the previous file.
    ///
    /// # Errors
    /// Returns an error if syncing or renaming fails.
    pub fn finish(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist(self.target).map_err(|error| error.error)?;
        Ok(())
    }
}

/// Writes `bytes` to a file atomically. Symbolic links are followed.
///
/// # Errors
/// Returns an error that names the path if the file cannot be written, or if the path exists and is not a regular file.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<()> {
    let write = || -> Result<()> {
        let new = create_atomic(path)?;
        new.file().write_all(bytes)?;
        Ok(new.finish()?)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Checks that [`write_atomic`] can create a file at `path`. Use this before a long computation whose result is written
/// to `path`.
///
/// # Errors
/// Returns an error that names the path if no file can be created there, or if the path exists and is not a regular
/// file.
pub fn ensure_writable(path: &Path) -> Result<()> {
    create_atomic(path).map(drop).with_context(|| format!("cannot write {}", path.display()))
}

/// Creates a temporary file that replaces the file at `path` when it is finished, for content that is written in parts.
/// Symbolic links are followed.
///
/// # Errors
/// Returns an error if no file can be created there, or if the path exists and is not a regular file.
pub fn create_atomic(path: &Path) -> Result<AtomicFile> {
    ensure_file_or_new(path)?;
    Ok(AtomicFile::create(&resolve_links(path)?)?)
}

/// Reads a file of at most `max_bytes` bytes.
///
/// # Errors
/// Returns an error that names the path if the file cannot be read, is not a regular file, or is larger than
/// `max_bytes`.
pub fn read_limited(path: &Path, max_bytes: u64) -> Result<Vec<u8>> {
    let read = || {
        let size = ensure_file(path)?;
        ensure!(size <= max_bytes, "has {size} bytes, expected at most {max_bytes}");
        Ok(fs::read(path)?)
    };
    read().with_context(|| path.display().to_string())
}

/// Reads a file of any size.
///
/// # Errors
/// Returns an error that names the path if the file cannot be read or is not a regular file.
pub fn read_file(path: &Path) -> Result<Vec<u8>> {
    read_limited(path, u64::MAX)
}

/// Opens a regular file for reading.
///
/// # Errors
/// Returns an error if the file cannot be opened or is not a regular file.
pub fn open_file(path: &Path) -> io::Result<File> {
    ensure_file(path)?;
    File::open(path)
}

/// Opens a text for reading.
///
/// # Errors
/// Returns an error if the file cannot be opened, is not a regular file, or is compressed or UTF-16.
pub fn open_text(path: &Path) -> io::Result<BufReader<File>> {
    let mut reader = BufReader::new(open_file(path)?);
    ensure_plain(&mut reader)?;
    Ok(reader)
}

/// Reads a text, which need not be UTF-8.
///
/// # Errors
/// Returns an error if the file cannot be read, is not a regular file, or is compressed or UTF-16.
pub fn read_text(path: &Path) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    open_text(path)?.read_to_end(&mut text)?;
    Ok(text)
}

/// Checks that `reader` is not at the beginning of a compressed file or of a text in UTF-16.
///
/// # Errors
/// Returns an error that names the kind of compression or UTF-16, or one of `reader`.
pub fn ensure_plain(reader: &mut impl BufRead) -> io::Result<()> {
    let start = reader.fill_buf()?;
    let found = match COMPRESSED.iter().find(|(magic, _)| start.starts_with(magic)) {
        Some((_, kind)) => format!("is compressed ({kind}); expected the decompressed text"),
        None if is_utf_16(start) => "is UTF-16; expected UTF-8".to_string(),
        None => return Ok(()),
    };
    Err(io::Error::new(ErrorKind::InvalidData, found))
}

/// Returns whether a text that begins with `bytes` is UTF-16. It has a byte order mark, or every other byte is zero.
fn is_utf_16(bytes: &[u8]) -> bool {
    let ascii = |byte: u8| (b' '..=b'~').contains(&byte);
    let marked = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    marked || matches!(bytes, [0, a, 0, b, ..] | [a, 0, b, 0, ..] if ascii(*a) && ascii(*b))
}

/// Checks that `path` is a regular file and returns its size in bytes.
///
/// Call this before opening a file: opening a named pipe blocks until a process writes to it, and reading a device may
/// never end.
///
/// # Errors
/// Returns an error if nothing exists at `path`, or if it is not a regular file.
pub fn ensure_file(path: &Path) -> io::Result<u64> {
    let metadata = fs::metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => io::Error::new(ErrorKind::NotFound, "no such file"),
        _ => error,
    })?;
    if metadata.is_file() {
        Ok(metadata.len())
    } else {
        Err(io::Error::new(ErrorKind::InvalidInput, "is not a regular file"))
    }
}

/// Checks that `path` is a regular file, or that nothing exists there. Call this before opening a file that is created
/// if it does not exist.
///
/// # Errors
/// Returns an error if `path` is not a regular file.
pub fn ensure_file_or_new(path: &Path) -> io::Result<()> {
    match ensure_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Follows symbolic links from `path` and returns the path that the last one points to, or `path` itself if it is not a
/// link. The returned path need not exist.
///
/// # Errors
/// Returns an error after more than 40 links, for example if the links form a loop.
fn resolve_links(path: &Path) -> Result<PathBuf> {
    let mut target = path.to_path_buf();
    for _ in 0..=MAX_LINKS {
        let Ok(next) = fs::read_link(&target) else { return Ok(target) };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    bail!("more than {MAX_LINKS} symbolic links in a row")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unfinished_write_changes_nothing() {
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
    fn links_are_followed_and_other_files_are_rejected() {
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
        for error in [
            write_atomic(&socket, b"").unwrap_err(),
            read_limited(&socket, 9).unwrap_err(),
            anyhow::Error::from(open_text(&socket).unwrap_err()).context("socket"),
            anyhow::Error::from(ensure_file_or_new(&socket).unwrap_err()).context("socket"),
        ] {
            assert!(format!("{error:#}").ends_with("socket: is not a regular file"), "{error:#}");
        }
        assert!(fs::metadata(&socket).unwrap().file_type().is_socket());
    }

    #[test]
    fn a_text_in_another_form_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        for (start, kind) in COMPRESSED {
            fs::write(&path, [*start, b" and more"].concat()).unwrap();
            let error = read_text(&path).unwrap_err().to_string();
            assert_eq!(error, format!("is compressed ({kind}); expected the decompressed text"));
        }
        let little: Vec<u8> = "1. 11-15".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "1. 11-15".encode_utf16().flat_map(u16::to_be_bytes).collect();
        for text in [&little, &big, &[b"\xff\xfe", &little[..]].concat(), &[b"\xfe\xff", &big[..]].concat()] {
            fs::write(&path, text).unwrap();
            assert_eq!(read_text(&path).unwrap_err().to_string(), "is UTF-16; expected UTF-8");
        }
        for text in [&b""[..], b"B", b"PK", b"\xe9 is Latin-1"] {
            fs::write(&path, text).unwrap();
            assert_eq!(read_text(&path).unwrap(), text);
        }
        assert_eq!(read_text(&folder.path().join("none")).unwrap_err().to_string(), "no such file");
        ensure_file_or_new(&folder.path().join("none")).unwrap();
    }

    #[test]
    fn a_write_error_names_the_path_and_not_the_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let nowhere = folder.path().join("no/such/folder");
        for path in [&nowhere, folder.path()] {
            let message = format!("{:#}", write_atomic(path, b"").unwrap_err());
            let cause = message.strip_prefix(&format!("cannot write {}: ", path.display()));
            assert!(cause.is_some_and(|cause| !cause.is_empty() && !cause.contains(".tmp")), "{message}");
        }
        #[cfg(target_os = "linux")]
        {
            let message = format!("{:#}", write_atomic(Path::new("/proc/new"), b"").unwrap_err());
            assert_eq!(message, "cannot write /proc/new: No such file or directory (os error 2)");
        }
    }
}
