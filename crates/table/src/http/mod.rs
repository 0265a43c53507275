//! The HTTP server: access control, the pages with their files, and the WebSocket of each browser.

mod join;
mod owner;
mod pages;
mod pulse;
mod socket;
mod state;
mod visit;
mod words;

use super::arguments::Setup;
use super::desktop::open_browser;
use super::hosts::Hosts;
use super::listen::{DEFAULT_LIMITS, allow_descriptors, answer_all, bind};
use super::store::keep_files_private;
use super::tables::Tables;
use anyhow::{Context, Result, bail};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use state::HttpState;
use std::future::pending;
use std::io::Write;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::sleep;

/// The content security policy of the page: it may load its own files and open its own socket.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The maximum size of a form in bytes.
const LARGEST_FORM: usize = 4096;
/// The time between two looks at the interfaces.
const NETWORK_INTERVAL: Duration = Duration::from_secs(3);
/// The maximum number of threads that start referees, for rule pages and for new tables, delete tables, and save names
/// of guests.
const RULES_THREADS: usize = 2;

/// Serves tables until SIGINT, SIGTERM or SIGHUP. Prints the owner's address to `out` when the server listens.
pub fn serve(setup: Setup, guard: Option<runner::Guard>, out: &mut dyn Write) -> Result<()> {
    allow_descriptors();
    let umask = keep_files_private();
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_io().enable_time().max_blocking_threads(RULES_THREADS).build()?;
    runtime.block_on(async {
        let (wanted, open, lan, ping) = (setup.port, setup.open, setup.lan, setup.ping);
        let listener = bind(wanted, lan).with_context(|| {
            format!("cannot listen on port {wanted}; choose another with --port, or any free one with --port 0")
        })?;
        let port = listener.local_addr()?.port();
        let hosts = Arc::new(Hosts::new(port, lan, setup.public_url.clone()));
        let tables = Tables::open(setup, guard, hosts)?;
        let address = format!("{}{}", tables.hosts.home(), tables.owner.link());
        writeln!(out, "table at {address}")?;
        out.flush()?;
        let launcher = Mutex::new(if open { Some(open_browser(&address, umask)?) } else { None });
        let owner_cookie = format!("speltafel-owner-{port}");
        let browsers = AtomicU64::new(1);
        let spectators = start_thread("spectators")?;
        let state = HttpState { tables: Arc::clone(&tables), owner_cookie, browsers, launcher, spectators, ping };
        let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        let mut hangup = signal(SignalKind::hangup())?;
        let served = tokio::select! {
            () = answer_all(listener, router(Arc::new(state)), DEFAULT_LIMITS) => Ok(()),
            _ = interrupt.recv() => Ok(()),
            _ = terminate.recv() => Ok(()),
            _ = hangup.recv() => Ok(()),
            () = follow_network(&tables) => Ok(()),
            () = tables.emptied() => bail!("the table has stopped after an internal error"),
        };
        tables.close();
        served
    })
}

/// Starts a thread that runs the tasks of the returned runtime.
fn start_thread(name: &str) -> Result<Handle> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let handle = runtime.handle().clone();
    std::thread::Builder::new().name(name.to_string()).spawn(move || runtime.block_on(pending::<()>()))?;
    Ok(handle)
}

/// Reads the addresses of the interfaces again and again, and tells the hosts of all tables if they have changed.
async fn follow_network(tables: &Tables) {
    loop {
        sleep(NETWORK_INTERVAL).await;
        if tables.hosts.refresh() {
            tables.tell_links();
        }
    }
}

fn router(state: Arc<HttpState>) -> Router {
    Router::new()
        .route("/", get(pages::home))
        .route("/join/{word}", get(join::show_link).post(join::use_link))
        .route("/files/{*path}", get(pages::file))
        .route("/t/{table}/{*path}", get(pages::table))
        .fallback(pages::nothing)
        .layer(DefaultBodyLimit::max(LARGEST_FORM))
        .layer(from_fn_with_state(Arc::clone(&state), check_host))
        .with_state(state)
}

/// Rejects requests with a foreign `Host` or `Origin` header, and adds security headers to every response.
async fn check_host(State(state): State<Arc<HttpState>>, request: Request, next: Next) -> Response {
    let admitted = state.tables.hosts.admit(request.method(), request.headers());
    let mut response = if admitted { next.run(request).await } else { StatusCode::FORBIDDEN.into_response() };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
