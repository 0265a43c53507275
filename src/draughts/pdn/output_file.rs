//! A file that is written whole or not at all, wherever its name leads; a pipe or a device is written straight to.
//! Knows nothing of what is written.

use anyhow::{Context, Result, bail};
use base::files::{AtomicFile, resolve_links};
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Where something is written.
pub(super) enum OutputFile {
    /// A new file that takes the place of the old one in the end, and its mode.
    Atomic { file: AtomicFile, mode: Option<Permissions> },
    /// A pipe, a terminal, a device.
    Direct(File),
}

impl OutputFile {
    /// What is to be at `path`, which may be a link.
    ///
    /// # Errors
    /// It is a folder, or cannot be written.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let cannot = || format!("cannot write {}", path.display());
        let mode = match fs::metadata(path) {
            Ok(found) if found.is_dir() => bail!("{}: it is a folder", cannot()),
            Ok(found) if found.is_file() => Some(found.permissions()),
            Ok(_) => return Ok(Self::Direct(File::options().write(true).open(path).with_context(cannot)?)),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error).with_context(cannot),
        };
        let place = resolve_links(path).with_context(cannot)?;
        Ok(Self::Atomic { file: AtomicFile::create(&place).with_context(cannot)?, mode })
    }

    /// Where to write.
    pub(super) fn writer(&self) -> &File {
        match self {
            Self::Atomic { file, .. } => file.file(),
            Self::Direct(file) => file,
        }
    }

    /// It is all there. Without this the old file stays.
    ///
    /// # Errors
    /// What the system says.
    pub(super) fn finish(self) -> io::Result<()> {
        let Self::Atomic { file, mode } = self else { return Ok(()) };
        if let Some(mode) = mode {
            file.file().set_permissions(mode)?;
        }
        file.finish()
    }
}
