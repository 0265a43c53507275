//! The names of database files.

use crate::material::Material;
use std::path::{Path, PathBuf};

/// The file name extension.
pub const EXTENSION: &str = "egdb";

/// Returns the path of a material configuration's file, such as `FOLDER/2103.egdb`. The name is the configuration's
/// [`Display`](std::fmt::Display) form.
pub fn path(folder: &Path, material: Material) -> PathBuf {
    folder.join(material.to_string()).with_extension(EXTENSION)
}
