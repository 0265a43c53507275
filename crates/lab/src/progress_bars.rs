//! Progress bars for long-running commands.

use indicatif::{ProgressBar, ProgressStyle};
use std::borrow::Cow;

/// Creates a progress bar on standard error for `length` steps, with the prefix `name`. If standard error is not a
/// terminal, the bar is hidden.
pub fn progress_bar(name: impl Into<Cow<'static, str>>, length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length).with_prefix(name);
    let template = "{prefix} [{bar:30}] {percent:>3} % {elapsed} (left: {eta}) {msg}";
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        // Fall back to the default style.
        Err(_) => bar,
    }
}
