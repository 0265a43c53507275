//! The WebSocket of a browser.

use super::owner;
use super::pulse::Pulse;
use super::state::HttpState;
use crate::actor::ActorEvent;
use crate::outbox::Outbox;
use crate::tables::{Table, Tables};
use axum::body::Bytes;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use room::{Pass, Role};
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum size of a message from the host in bytes. A request to import a whole game must fit.
const LARGEST_IMPORT: usize = 1 << 20;
/// The maximum size of a message from anybody else in bytes. A long variation must fit.
const LARGEST_MESSAGE: usize = 64 << 10;
/// The size of the buffer for received bytes, which every socket has.
const READ_BUFFER: usize = 4 << 10;
/// The maximum number of requests per browser that may wait for the actor. Further requests stay in the socket.
const MAX_QUEUED_REQUESTS: usize = 8;
/// The time limit for sending a message. A browser that does not accept the message in time is disconnected.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);

/// Opens the socket of a browser that has this role at a table, as soon as it may come in. `fair` is whether the
/// browser takes part in fair deals.
pub async fn open_socket(
    state: &Arc<HttpState>,
    table: &Table,
    (role, pass): (Role, Pass),
    fair: bool,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let Some(permit) = table.entrance.enter(role).await else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    if role == Role::Host {
        drop(state.launcher.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
    let (browser, inbox, ping) = (state.browsers.fetch_add(1, Ordering::Relaxed), table.inbox.clone(), state.ping);
    let tables = Arc::clone(&state.tables);
    let largest = if role == Role::Host { LARGEST_IMPORT } else { LARGEST_MESSAGE };
    let upgrade = upgrade.max_message_size(largest).max_frame_size(largest).read_buffer_size(READ_BUFFER);
    // Spectators' sockets have a thread of their own, so that their messages do not delay those of players.
    let runtime = if role == Role::Watch { state.spectators.clone() } else { Handle::current() };
    upgrade.on_upgrade(move |socket| async move {
        runtime.spawn(async move {
            let outbox = Arc::new(Outbox::default());
            let joined = ActorEvent::Joined { browser, role, pass: pass.clone(), fair, outbox: Arc::clone(&outbox) };
            if inbox.send(joined).is_ok() {
                run_socket(socket, &tables, &pass, &inbox, (browser, role), &outbox, ping).await;
                // The permit is freed when the actor has removed the browser.
                let _ = inbox.send(ActorEvent::Left { browser, role, _permit: permit });
            }
        });
    })
}

/// Transfers frames in both directions until one side closes or the browser no longer answers pings.
async fn run_socket(
    mut socket: WebSocket,
    tables: &Arc<Tables>,
    pass: &Pass,
    inbox: &Sender<ActorEvent>,
    (browser, role): (u64, Role),
    outbox: &Outbox,
    ping: Duration,
) {
    let waiting = Arc::new(Semaphore::new(MAX_QUEUED_REQUESTS));
    let (pulse, mut timer) = (Pulse::new(), Pulse::timer(ping));
    loop {
        tokio::select! {
            text = outbox.take() => {
                let Some(text) = text else { break };
                if !send(&mut socket, Message::Text(text.into())).await {
                    return;
                }
            }
            // While requests of the browser wait for the actor, its answers are not read.
            _ = timer.tick(), if waiting.available_permits() > 0 => {
                if !pulse.beat() || !send(&mut socket, Message::Ping(Bytes::new())).await {
                    return;
                }
            }
            received = next(&mut socket, &waiting, &pulse) => {
                let Some((text, permit)) = received else { return };
                if owner::answer(tables, pass, &text, outbox).await {
                    continue;
                }
                if inbox.send(ActorEvent::Request { browser, role, text, _place: permit }).is_err() {
                    return;
                }
            }
        }
    }
    send(&mut socket, Message::Close(None)).await;
}

/// Sends a frame. Returns false if the browser does not accept it in time or the connection fails.
async fn send(socket: &mut WebSocket, frame: Message) -> bool {
    matches!(tokio::time::timeout(SEND_TIMEOUT, socket.send(frame)).await, Ok(Ok(())))
}

/// Waits for a permit, then for a text frame. Returns `None` if the browser has closed the socket or sends binary data,
/// or if the connection fails.
async fn next(
    socket: &mut WebSocket,
    waiting: &Arc<Semaphore>,
    pulse: &Pulse,
) -> Option<(Utf8Bytes, OwnedSemaphorePermit)> {
    // Acquire the permit before reading, because `select!` may cancel this future. If a frame were read first, it would
    // be lost when the future is cancelled while waiting for the permit.
    let permit = Arc::clone(waiting).acquire_owned().await.ok()?;
    loop {
        let frame = socket.recv().await?.ok()?;
        pulse.heard();
        match frame {
            Message::Text(text) => return Some((text, permit)),
            Message::Ping(_) | Message::Pong(_) => {}
            Message::Binary(_) | Message::Close(_) => return None,
        }
    }
}
