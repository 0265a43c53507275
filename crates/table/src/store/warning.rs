//! Warnings about the data folder, for whoever started the server.

use std::io::{self, Write};

/// Writes a warning to standard error. A failure to write is ignored.
pub fn warn(text: &str) {
    let _ = writeln!(io::stderr(), "speltafel-table: warning: {text}");
}
