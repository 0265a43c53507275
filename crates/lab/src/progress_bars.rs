//! The progress bar of long work on a terminal: one look for all of it but tournaments.

use indicatif::{ProgressBar, ProgressStyle};
use std::borrow::Cow;

/// A bar on the error stream, hidden where that is no terminal, for work of `length` steps that is called `name`.
#[must_use]
pub fn progress_bar(name: impl Into<Cow<'static, str>>, length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length).with_prefix(name);
    let template = "{prefix} [{bar:30}] {percent:>3} % {elapsed} (left: {eta}) {msg}";
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        // The usual look; the work goes on.
        Err(_) => bar,
    }
}
