//! The HTTP server of a table: access control, the files of the page, and the WebSocket of each browser.

use super::actor::{Actor, ActorEvent};
use super::address::{Addresses, Role};
use super::arguments::Setup;
use super::assets::page_file;
use super::desktop::{LauncherFile, open_browser};
use super::listen::{DEFAULT_LIMITS, answer_all};
use super::outbox::Outbox;
use super::permits::{PermitPool, Quota};
use super::rules;
use anyhow::{Context, Result, bail};
use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{any, get};
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// The maximum size of a received message in bytes. A request to import a whole game must fit.
const LARGEST_FRAME: usize = 1 << 20;
/// The maximum number of requests per browser that may wait for the actor. Further requests stay in the socket.
const MAX_QUEUED_REQUESTS: usize = 8;
/// Limits per role on the number of browsers at the table.
const BROWSERS: Quota = Quota { host: 16, seat: 8, watch: 32 };
/// The time limit for sending a message. A browser that does not accept the message in time is disconnected.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);
/// The content security policy: the page may load its own files and open its own socket.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The state that all HTTP requests share.
struct HttpState {
    /// The accepted values of the `Host` header.
    hosts: [String; 2],
    addresses: Arc<Addresses>,
    inbox: Sender<ActorEvent>,
    permits: PermitPool,
    browsers: AtomicU64,
    /// The file that redirects the desktop's browser to the page. It is removed when the host connects.
    launcher: Mutex<Option<LauncherFile>>,
}

/// Serves a table until SIGINT, SIGTERM or SIGHUP. Prints the host's address to `out` when the server listens.
pub fn serve(setup: Setup, guard: Option<runner::Guard>, out: &mut dyn Write) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    runtime.block_on(async {
        let wanted = setup.port;
        let listener = TcpListener::bind(("127.0.0.1", wanted)).await;
        let listener = listener.with_context(|| format!("cannot listen on 127.0.0.1:{wanted}"))?;
        let port = listener.local_addr()?.port();
        let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        let addresses = Arc::new(Addresses::new(format!("http://{}", hosts[0])));
        let address = addresses.link(Role::Host)?;
        let open = setup.open;
        let (inbox, ended) = Actor::start(setup, guard, Arc::clone(&addresses))?;
        writeln!(out, "table at {address}")?;
        out.flush()?;
        let launcher = Mutex::new(if open { Some(open_browser(&address)?) } else { None });
        let (permits, browsers) = (PermitPool::new(BROWSERS), AtomicU64::new(1));
        let state = Arc::new(HttpState { hosts, addresses, inbox, permits, browsers, launcher });
        let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        let mut hangup = signal(SignalKind::hangup())?;
        tokio::select! {
            () = answer_all(listener, router(state), DEFAULT_LIMITS) => Ok(()),
            _ = interrupt.recv() => Ok(()),
            _ = terminate.recv() => Ok(()),
            _ = hangup.recv() => Ok(()),
            // Without the actor, no request of a page is answered, so the server stops.
            _ = ended => bail!("the table has stopped after an internal error"),
        }
    })
}

fn router(state: Arc<HttpState>) -> Router {
    Router::new()
        .route("/{word}", get(home))
        .route("/{word}/", get(page))
        .route("/{word}/ws", any(socket))
        .route("/{word}/rules/{game}/{language}", get(rules_of))
        .route("/{word}/{*path}", get(file))
        .fallback(|| async { StatusCode::NOT_FOUND })
        .layer(from_fn_with_state(Arc::clone(&state), check_origin))
        .with_state(state)
}

/// Rejects requests with a foreign `Host` or `Origin` header, and adds security headers to every response.
async fn check_origin(State(state): State<Arc<HttpState>>, request: Request, next: Next) -> Response {
    let mut response =
        if state.admits(request.headers()) { next.run(request).await } else { StatusCode::FORBIDDEN.into_response() };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

impl HttpState {
    /// Returns whether the request has exactly one `Host` header and at most one `Origin` header, both with the address
    /// of this table.
    fn admits(&self, headers: &HeaderMap) -> bool {
        let one = |name| {
            let mut values = headers.get_all(name).iter();
            (values.next().map(|value| value.to_str().unwrap_or_default()), values.next().is_none())
        };
        let is_own = |host: &str| self.hosts.iter().any(|own| own == host);
        let (host, single) = one(header::HOST);
        let (origin, alone) = one(header::ORIGIN);
        let from_here = |origin: &str| origin.strip_prefix("http://").is_some_and(is_own);
        single && alone && host.is_some_and(is_own) && origin.is_none_or(from_here)
    }
}

async fn home(State(state): State<Arc<HttpState>>, Path(word): Path<String>) -> Response {
    match state.addresses.role(&word) {
        Some(_) => Redirect::permanent(&format!("/{word}/")).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn page(state: State<Arc<HttpState>>, Path(word): Path<String>) -> Response {
    file(state, Path((word, String::new()))).await
}

async fn file(State(state): State<Arc<HttpState>>, Path((word, path)): Path<(String, String)>) -> Response {
    let found = state.addresses.role(&word).and_then(|_| page_file(&path));
    match found {
        Some((bytes, content_type)) => ([(header::CONTENT_TYPE, content_type)], bytes).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn rules_of(
    State(state): State<Arc<HttpState>>,
    Path((word, game, language)): Path<(String, String, String)>,
) -> Response {
    if state.addresses.role(&word).is_none() {
        return StatusCode::NOT_FOUND.into_response();
    }
    let (answer, markdown) = oneshot::channel();
    let asked = ActorEvent::RulesRequest { game, language: language.clone(), answer };
    if state.inbox.send(asked).is_err() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    match markdown.await {
        Ok(Some(markdown)) => {
            let html = rules::rules_html(&markdown, &language);
            ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn socket(
    State(state): State<Arc<HttpState>>,
    Path(word): Path<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Some(role) = state.addresses.role(&word) else { return StatusCode::NOT_FOUND.into_response() };
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let Some(permit) = state.permits.acquire(role) else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    if role == Role::Host {
        drop(state.launcher.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
    upgrade.max_message_size(LARGEST_FRAME).max_frame_size(LARGEST_FRAME).on_upgrade(move |socket| async move {
        let browser = state.browsers.fetch_add(1, Ordering::Relaxed);
        let outbox = Arc::new(Outbox::default());
        if state.inbox.send(ActorEvent::Joined { browser, role, outbox: Arc::clone(&outbox) }).is_ok() {
            run_socket(socket, &state.inbox, (browser, role), &outbox).await;
            // The permit is freed when the actor has removed the browser.
            let _ = state.inbox.send(ActorEvent::Left { browser, role, _permit: permit });
        }
    })
}

/// Transfers frames in both directions until one side closes.
async fn run_socket(mut socket: WebSocket, inbox: &Sender<ActorEvent>, (browser, role): (u64, Role), outbox: &Outbox) {
    let waiting = Arc::new(Semaphore::new(MAX_QUEUED_REQUESTS));
    loop {
        tokio::select! {
            text = outbox.take() => {
                let Some(text) = text else { break };
                let sent = tokio::time::timeout(SEND_TIMEOUT, socket.send(Message::Text(text.into())));
                if !matches!(sent.await, Ok(Ok(()))) {
                    return;
                }
            }
            received = next(&mut socket, &waiting) => {
                let Some((text, permit)) = received else { return };
                if inbox.send(ActorEvent::Request { browser, role, text, _place: permit }).is_err() {
                    return;
                }
            }
        }
    }
    let _ = tokio::time::timeout(SEND_TIMEOUT, socket.send(Message::Close(None))).await;
}

/// Waits for a permit, then for a text frame. Returns `None` if the browser has closed the socket or sends binary data,
/// or if the connection fails.
async fn next(socket: &mut WebSocket, waiting: &Arc<Semaphore>) -> Option<(Utf8Bytes, OwnedSemaphorePermit)> {
    // Acquire the permit before reading, because `select!` may cancel this future. If a frame were read first, it would
    // be lost when the future is cancelled while waiting for the permit.
    let permit = Arc::clone(waiting).acquire_owned().await.ok()?;
    loop {
        match socket.recv().await?.ok()? {
            Message::Text(text) => return Some((text, permit)),
            Message::Ping(_) | Message::Pong(_) => {}
            Message::Binary(_) | Message::Close(_) => return None,
        }
    }
}
