//! Links. Opening a link shows a page and changes nothing, because chat programs fetch links to show previews. The form
//! of the page sets the cookie of the link's role.

use super::state::HttpState;
use super::visit::{COOKIE, Visit};
use super::words::JoinForm;
use crate::address::Role;
use crate::keys::Key;
use crate::request::is_name;
use crate::tables::{Door, Table};
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use serde::Deserialize;
use std::sync::Arc;

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
        Ok(Door::Owner) => {
            (set_cookie(&state.owner_cookie, &state.tables.owner.cookie, "/"), visit.language.words().lead("/"))
                .into_response()
        }
        Ok(Door::Table(table, key)) if key.role == Role::Host && visit.local => {
            let next = format!("{}/", key.role.path(&table.id));
            (table_cookie(&table, &key), visit.language.words().lead(&next)).into_response()
        }
        Ok(Door::Table(_, key)) => link_page(&visit, &key, None),
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
            let cookie = set_cookie(&state.owner_cookie, &state.tables.owner.cookie, "/");
            return (cookie, Redirect::to("/")).into_response();
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
            return link_page(&visit, &key, Some(name));
        }
        if !name.is_empty() && table.keys.set_name(key.role, name).is_err() {
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
    }
    (table_cookie(&table, &key), Redirect::to(&format!("{}/", key.role.path(&table.id)))).into_response()
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

/// Returns the page of a link. `refused` is a name that is not valid.
fn link_page(visit: &Visit, key: &Key, refused: Option<&str>) -> Response {
    let words = visit.language.words();
    let (title, text, button) = match key.role {
        Role::Host => (words.host, words.host_why, words.open),
        Role::Seat(_) => (words.seat, words.seat_why, words.sit_down),
        Role::Watch => (words.watch, words.watch_why, words.look),
    };
    let name = matches!(key.role, Role::Seat(_)).then_some((words.name, refused.unwrap_or(&key.name)));
    let (status, text) =
        if refused.is_some() { (StatusCode::BAD_REQUEST, words.bad_name) } else { (StatusCode::OK, text) };
    words.form(status, title, text, JoinForm { action: &key.secrets.link(), name, button })
}

fn table_cookie(table: &Table, key: &Key) -> SetCookie {
    set_cookie(COOKIE, &key.secrets.cookie, &key.role.path(&table.id))
}

/// Returns the header that sets a cookie.
fn set_cookie(name: &str, value: &str, path: &str) -> SetCookie {
    let cookie = format!("{name}={value}; Path={path}; Max-Age={MAX_AGE}; HttpOnly; SameSite=Strict");
    AppendHeaders([(header::SET_COOKIE, cookie)])
}
