//! The requests of the server's owner about tables. The server itself answers them, not the table of the browser.

use crate::actor::ActorEvent;
use crate::outbox::Outbox;
use crate::tables::{Table, Tables};
use room::{ListedTable, Message, MessageKind, Pass, Refusal, RequestError, request_name};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// The longest request about tables in bytes.
const LONGEST: usize = 100;
/// The time within which a table says what is played at it.
const PATIENCE: Duration = Duration::from_secs(1);

/// A request of the owner.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum OwnerRequest {
    /// Lists the tables.
    Tables,
    /// Creates a table.
    Create,
    /// Deletes a table.
    Delete { table: String },
}

/// Answers a request about tables. Returns false if the text is another request.
pub async fn answer(tables: &Arc<Tables>, pass: &Pass, text: &str, outbox: &Outbox) -> bool {
    // Longer texts are not parsed here, so that no browser can delay others.
    if text.len() > LONGEST {
        return false;
    }
    let about = request_name(text);
    if !matches!(about.as_str(), "tables" | "create" | "delete") {
        return false;
    }
    let text = handle(tables, pass, text).await.unwrap_or_else(|error| Message::failed(&about, &error).text());
    outbox.put(MessageKind::Answer, text);
    true
}

async fn handle(tables: &Arc<Tables>, pass: &Pass, text: &str) -> Result<String, RequestError> {
    Refusal::NotOwner.reject_if(*pass != Pass::Owner)?;
    let bad = |error: serde_json::Error| RequestError::new(Refusal::BadMessage, error.to_string());
    let own = Arc::clone(tables);
    match serde_json::from_str(text).map_err(bad)? {
        OwnerRequest::Tables => {}
        OwnerRequest::Create => {
            // A new table starts a referee, which takes some time.
            let created = spawn_blocking(move || own.create()).await.map_err(anyhow::Error::from)??;
            return Ok(Message::Created { table: &created.id }.text());
        }
        // The table may wait for its referee before it ends.
        OwnerRequest::Delete { table } => {
            spawn_blocking(move || own.delete(&table)).await.map_err(anyhow::Error::from)??;
        }
    }
    Ok(Message::Tables { tables: list(tables).await }.text())
}

/// Asks every table what is played at it.
async fn list(tables: &Tables) -> Vec<ListedTable> {
    let ask = |table: &Arc<Table>| {
        let (answer, summary) = oneshot::channel();
        let _ = table.inbox.send(ActorEvent::Describe(answer));
        (table.id.clone(), summary)
    };
    let mut listed = Vec::new();
    for (table, summary) in tables.all().iter().map(ask).collect::<Vec<_>>() {
        let summary = timeout(PATIENCE, summary).await.ok().and_then(Result::ok);
        listed.push(ListedTable { table, summary });
    }
    listed
}
