//! Links. Opening a link shows a page and changes nothing, because chat programs fetch links to show previews. The form
//! of the page sets the cookie of the link's role.

use super::state::HttpState;
use super::visit::{COOKIE, Visit};
use super::words::JoinForm;
use crate::tables::{Door, Table};
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use room::{Key, Role, Secrets, is_name};
use serde::Deserialize;
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// How long a browser keeps a cookie, in seconds: a year.
const MAX_AGE: u32 = 365 * 24 * 3600;

/// The header that sets a cookie.
type SetCookie = AppendHeaders<[(header::HeaderName, String); 1]>;

/// The form of a link's page.
#[derive(Deserialize)]
pub struct Guest {
    /// The name that the guest has chosen.
    #[serde(default)]
    name: String,
}

/// Shows the page of a link. On the server's own device, the links of owner and host open the table at once: no preview
/// is fetched there.
pub async fn show_link(State(state): State<Arc<HttpState>>, Path(word): Path<String>, visit: Visit) -> Response {
    match find(&state, &word, &visit) {
        Ok(Door::Owner) if visit.local => (state.owner_cookie(), visit.language.words().lead("/")).into_response(),
        Ok(Door::Owner) => link_page(&visit, Role::Host, &state.tables.owner, ""),
        Ok(Door::Table(table, key)) if key.role == Role::Host && visit.local => {
            let next = format!("{}/", key.role.path(&table.id));
            (state.table_cookie(&table, &key), visit.language.words().lead(&next)).into_response()
        }
        Ok(Door::Table(_, key)) => link_page(&visit, key.role, &key.secrets, &key.name),
        Err((status, title, text)) => visit.language.words().page(status, title, text),
    }
}

/// Uses a link: sets the cookie, and redirects to the page.
pub async fn use_link(
    State(state): State<Arc<HttpState>>,
    Path(word): Path<String>,
    visit: Visit,
    form: Result<Form<Guest>, FormRejection>,
) -> Response {
    let (table, key) = match find(&state, &word, &visit) {
        Ok(Door::Table(table, key)) => (table, key),
        Ok(Door::Owner) => {
            return (state.owner_cookie(), Redirect::to("/")).into_response();
        }
        Err((status, title, text)) => return visit.language.words().page(status, title, text),
    };
    if let Role::Seat(_) = key.role {
        let guest = match form {
            Ok(Form(guest)) => guest,
            Err(rejection) => return rejection.into_response(),
        };
        let name = guest.name.trim();
        if !is_name(name) {
            let mut page = link_page(&visit, key.role, &key.secrets, name);
            *page.status_mut() = StatusCode::BAD_REQUEST;
            return page;
        }
        if !name.is_empty() {
            let (table, role, name) = (Arc::clone(&table), key.role, name.to_string());
            // Other requests do not wait for the disk.
            let saved = spawn_blocking(move || table.keys.set_name(role, &name)).await;
            if !matches!(saved, Ok(Ok(()))) {
                return StatusCode::SERVICE_UNAVAILABLE.into_response();
            }
        }
    }
    (state.table_cookie(&table, &key), Redirect::to(&format!("{}/", key.role.path(&table.id)))).into_response()
}

/// Returns what a link opens, or why it opens nothing: the status, the title and the text of a page.
fn find(state: &HttpState, word: &str, visit: &Visit) -> Result<Door, (StatusCode, &'static str, &'static str)> {
    let words = visit.language.words();
    let unknown = || (StatusCode::NOT_FOUND, words.unknown, words.unknown_why);
    let door = state.tables.door(word).ok_or_else(unknown)?;
    let may_use = match &door {
        Door::Owner => visit.may_own(),
        Door::Table(_, key) => visit.may_use(key),
    };
    let closed = || (StatusCode::FORBIDDEN, words.closed, words.local_why);
    may_use.then_some(door).ok_or_else(closed)
}

/// Returns the page of a link, with the guest's name so far.
fn link_page(visit: &Visit, role: Role, secrets: &Secrets, name: &str) -> Response {
    let words = visit.language.words();
    let (title, text, button) = match role {
        Role::Host => (words.host, words.host_why, words.open),
        Role::Seat(_) => (words.seat, words.seat_why, words.sit_down),
        Role::Watch => (words.watch, words.watch_why, words.look),
    };
    let text = if is_name(name) { text } else { words.bad_name };
    let name = matches!(role, Role::Seat(_)).then_some((words.name, name));
    words.form(title, text, JoinForm { action: &secrets.link(), name, button })
}

impl HttpState {
    /// Returns the header that sets the owner's cookie.
    fn owner_cookie(&self) -> SetCookie {
        self.set_cookie(&self.owner_cookie, &self.tables.owner.cookie, "/")
    }

    /// Returns the header that sets the cookie of a key.
    fn table_cookie(&self, table: &Table, key: &Key) -> SetCookie {
        self.set_cookie(COOKIE, &key.secrets.cookie, &key.role.path(&table.id))
    }

    fn set_cookie(&self, name: &str, value: &str, path: &str) -> SetCookie {
        let secure = if self.tables.hosts.is_secure() { "; Secure" } else { "" };
        let cookie = format!("{name}={value}; Path={path}; Max-Age={MAX_AGE}; HttpOnly; SameSite=Strict{secure}");
        AppendHeaders([(header::SET_COOKIE, cookie)])
    }
}
