//! The names of files in a folder.

use crate::material::Material;
use std::path::{Path, PathBuf};

/// The ending of the names of files.
pub const EXTENSION: &str = "egdb";

/// The path of the file of a material.
#[must_use]
pub fn path(folder: &Path, material: Material) -> PathBuf {
    folder.join(material.to_string()).with_extension(EXTENSION)
}
