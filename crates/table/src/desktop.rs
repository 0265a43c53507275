//! Opens the page in the desktop's browser. As in Jupyter, the browser gets the path of a private file that redirects
//! to the host's address, because every user of the machine can read the arguments of a process.

use anyhow::{Context, Result};
use rustix::fs::Mode;
use std::fs::{OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// The file that redirects to the page, in a private folder. Dropping the value removes the file and the folder.
#[derive(Debug)]
pub struct LauncherFile {
    _folder: TempDir,
}

/// Opens the page at `address` in the desktop's browser. The returned file must be kept until the page has connected.
/// `umask` is the user's own mask, because the browser may go on after this process, and saves other files.
pub fn open_browser(address: &str, umask: Mode) -> Result<LauncherFile> {
    let mut folder = tempfile::Builder::new();
    let folder = folder.prefix("speltafel-").permissions(Permissions::from_mode(0o700)).tempdir();
    let folder = folder.context("--open: cannot create a private folder")?;
    let file = folder.path().join("table.html");
    write_private(&file, &redirect_page(address))
        .with_context(|| format!("--open: cannot write {}", file.display()))?;
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = Stdio::null;
    let script = format!("umask {:o}; exec \"$0\" \"$1\"", umask.bits());
    let mut command = Command::new("sh");
    command.args(["-c", &script, opener]).arg(&file);
    let started = command.stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    // If no browser can be started, the user opens the address that the terminal shows.
    if let Ok(mut child) = started {
        let wait = move || _ = child.wait();
        drop(std::thread::Builder::new().name("open".to_string()).spawn(wait));
    }
    Ok(LauncherFile { _folder: folder })
}

fn write_private(file: &Path, text: &str) -> std::io::Result<()> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)?.write_all(text.as_bytes())
}

/// Returns an HTML page that redirects to `address`. Table addresses contain no characters that need escaping.
fn redirect_page(address: &str) -> String {
    format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n<title>speltafel</title>\n\
         <a href=\"{address}\">speltafel</a>\n"
    )
}
