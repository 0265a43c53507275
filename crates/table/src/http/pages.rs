//! The pages of the roles, and the files and sockets below them.

use super::socket::open_socket;
use super::state::HttpState;
use super::visit::Visit;
use crate::assets::page_file;
use crate::rules::rules_html;
use crate::tables::Tables;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use room::Role;
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// Redirects the owner to the newest table.
pub async fn home(State(state): State<Arc<HttpState>>, visit: Visit) -> Response {
    match state.tables.newest().filter(|_| visit.is_owner(&state)) {
        Some(table) => Redirect::to(&format!("{}/", Role::Host.path(&table.id))).into_response(),
        None => nothing(visit).await,
    }
}

/// Returns the page that says that there is no such page.
pub async fn nothing(visit: Visit) -> Response {
    let words = visit.language.words();
    words.page(StatusCode::NOT_FOUND, words.nothing, words.nothing_why)
}

/// Returns a file of the page.
pub async fn file(Path(path): Path<String>) -> Response {
    match page_file(&path) {
        Some((bytes, content_type)) => ([(header::CONTENT_TYPE, content_type)], bytes).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Answers requests for the page of a role and for everything below it. The page, its rule pages and its socket need
/// the cookie of the role; the files are not secret.
pub async fn table(
    State(state): State<Arc<HttpState>>,
    Path((id, path)): Path<(String, String)>,
    RawQuery(query): RawQuery,
    visit: Visit,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let (Some(table), Some((role, rest))) = (state.tables.table(&id), Role::split(&path)) else {
        return nothing(visit).await;
    };
    let Some(rest) = rest else { return Redirect::permanent(&format!("{}/", role.path(&id))).into_response() };
    let rules = rest.strip_prefix("rules/").map(ToString::to_string);
    if !rest.is_empty() && rest != "ws" && rules.is_none() {
        return file(Path(rest.to_string())).await;
    }
    let Some(pass) = visit.pass(role, &table, &state) else {
        let words = visit.language.words();
        return words.page(StatusCode::FORBIDDEN, words.closed, words.closed_why);
    };
    match rules {
        Some(rules) => rule_page(Arc::clone(&state.tables), rules).await,
        None if rest == "ws" => {
            let fair = query.as_deref() == Some("fair");
            open_socket(&state, &table, (role, pass), fair, upgrade).await
        }
        None => file(Path(String::new())).await,
    }
}

/// Returns the rules of a game in a language, given as `GAME/LANGUAGE`.
async fn rule_page(tables: Arc<Tables>, rules: String) -> Response {
    // The first request for a page starts a referee, which takes some time.
    let html = spawn_blocking(move || {
        let (game, language) = rules.split_once('/')?;
        let markdown = tables.catalogue().rules(game, language).ok().flatten()?;
        Some(rules_html(&markdown, language))
    });
    match html.await {
        Ok(Some(html)) => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}
