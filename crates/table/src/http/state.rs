//! What all HTTP requests share.

use crate::desktop::LauncherFile;
use crate::tables::Tables;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::runtime::Handle;

/// The state that all HTTP requests share.
pub struct HttpState {
    pub tables: Arc<Tables>,
    /// The name of the owner's cookie. It contains the port, because browsers send a cookie to all ports of a host.
    pub owner_cookie: String,
    /// The number of the next browser.
    pub browsers: AtomicU64,
    /// The file that redirects the desktop's browser to the page. It is removed when the host connects.
    pub launcher: Mutex<Option<LauncherFile>>,
    /// Runs the sockets of spectators.
    pub spectators: Handle,
    /// The time between two pings to a browser.
    pub ping: Duration,
}
