//! An output file that is replaced atomically, through symbolic links. Pipes and devices are written directly.

use anyhow::{Context, Result, bail};
use base::files::{AtomicFile, resolve_links};
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// An open output file.
pub(super) enum OutputFile {
    /// A temporary file that replaces the old file on success. `mode` contains the permissions of the old file, if
    /// there is one.
    Atomic { file: AtomicFile, mode: Option<Permissions> },
    /// A pipe, a terminal or another device.
    Direct(File),
}

impl OutputFile {
    /// Opens the file at `path`, which may be a symbolic link.
    ///
    /// # Errors
    /// Returns an error if the path is a folder or cannot be written.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let cannot = || format!("cannot write {}", path.display());
        let mode = match fs::metadata(path) {
            Ok(found) if found.is_dir() => bail!("{}: the path is a folder", cannot()),
            Ok(found) if found.is_file() => Some(found.permissions()),
            Ok(_) => return Ok(Self::Direct(File::options().write(true).open(path).with_context(cannot)?)),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error).with_context(cannot),
        };
        let place = resolve_links(path).with_context(cannot)?;
        Ok(Self::Atomic { file: AtomicFile::create(&place).with_context(cannot)?, mode })
    }

    /// Returns the file to write to.
    pub(super) fn writer(&self) -> &File {
        match self {
            Self::Atomic { file, .. } => file.file(),
            Self::Direct(file) => file,
        }
    }

    /// Replaces the old file, which otherwise remains unchanged. Does nothing for a pipe or a device.
    ///
    /// # Errors
    /// Returns the I/O error if the file cannot be replaced.
    pub(super) fn finish(self) -> io::Result<()> {
        let Self::Atomic { file, mode } = self else { return Ok(()) };
        if let Some(mode) = mode {
            file.file().set_permissions(mode)?;
        }
        file.finish()
    }
}
