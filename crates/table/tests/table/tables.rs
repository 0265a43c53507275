//! Several tables in one server: the owner's requests, and what one table keeps from the others.

use super::common::*;
use serde_json::{Value, json};

#[test]
fn tables_have_their_own_games_links_and_guests() {
    let mut table = TestTable::start(&[]);
    let (owner, mut first) = (table.owner(), table.host());
    let (id, mut second) = create(&mut first, &owner);
    // `/` leads to the newest table.
    assert_eq!(table.owner().path, format!("/t/{id}/h/"));
    first.begin("checkers", &["here", "link"], json!({}));
    second.begin("jeex", &["here", "link"], json!({}));
    let guests = [first.link(2), second.link(2)].map(|link| Visitor::guest(&link));
    assert_ne!(first.link(0), second.link(0));
    let mut guest = Browser::with(&guests[0]);
    assert_eq!(guest.game["game"], "checkers");
    // The cookie of a seat is worthless at the same seat of another table.
    let other = Visitor { path: guests[1].path.clone(), ..guests[0].clone() };
    assert_eq!(table.request(&other.path, &other.headers()).0, 403);
    first.play("11-15");
    guest.wait_past(0);
    assert_eq!(second.at_token(), 0);
    first.send(&json!({ "do": "tables" }));
    let tables = first.until("tables", |_| true)["tables"].clone();
    let games: Vec<&Value> = tables.as_array().unwrap().iter().map(|table| &table["game"]).collect();
    assert_eq!(games, ["checkers", "jeex"]);
    assert_eq!((&tables[0]["at"], &tables[0]["pages"]), (&json!(1), &json!(2)));
    // Deleting a table ends its links and sockets; the other one goes on.
    let mut gone = Browser::with(&guests[1]);
    first.send(&json!({ "do": "delete", "table": id }));
    assert_eq!(first.until("tables", |_| true)["tables"].as_array().unwrap().len(), 1);
    for browser in [&mut second, &mut gone] {
        browser.until("notice", |notice| notice["code"] == "table_deleted");
        while browser.socket.read().is_ok() {}
    }
    assert_eq!(table.request(&guests[1].path, &guests[1].headers()).0, 404);
    guest.play("22-18");
    assert_eq!(first.refused(&json!({ "do": "delete", "table": id })), "no_table");
    // A table that was deleted does not come back.
    table.restart();
    let mut first = table.host();
    first.send(&json!({ "do": "tables" }));
    assert_eq!(first.until("tables", |_| true)["tables"].as_array().unwrap().len(), 1);
    let last = owner.path.split('/').nth(2).unwrap();
    assert_eq!(first.refused(&json!({ "do": "delete", "table": last })), "last_table");
}

#[test]
fn a_table_that_cannot_be_deleted_goes_on() {
    let table = TestTable::start(&[]);
    let (owner, mut first) = (table.owner(), table.host());
    let (id, mut second) = create(&mut first, &owner);
    second.begin("checkers", &["here", "link"], json!({}));
    let mut guest = Browser::at(&second.link(2));
    let other = table.block_storage();
    let delete = json!({ "do": "delete", "table": id });
    assert_eq!(first.refused(&delete), "storage");
    drop(other);
    first.send(&json!({ "do": "tables" }));
    assert_eq!(first.until("tables", |_| true)["tables"][1]["table"], id);
    assert_eq!(Browser::at(&second.link(2)).table["tokens"], json!([]), "its links lead to it");
    second.play("11-15");
    guest.wait_past(0);
    first.send(&delete);
    assert_eq!(first.until("tables", |_| true)["tables"].as_array().unwrap().len(), 1);
}

#[test]
fn only_the_owner_creates_and_deletes_tables() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], json!({}));
    host.send(&json!({ "do": "device" }));
    let device = host.until("links", |links| links["host"].is_string())["host"].as_str().unwrap().to_string();
    let links = [host.link(0), host.link(2), format!("{}{device}", table.home)];
    let id = table.owner().path.split('/').nth(2).unwrap().to_string();
    for mut browser in links.iter().map(|link| Browser::at(link)) {
        for request in [json!({ "do": "tables" }), json!({ "do": "create" }), json!({ "do": "delete", "table": id })] {
            assert_eq!(browser.refused(&request), "not_owner", "{request}");
        }
    }
    assert_eq!(host.refused(&json!({ "do": "delete" })), "bad_message");
}

#[test]
fn the_number_of_tables_is_limited() {
    // A referee that is small and starts fast.
    let referee = toy("").split_once('=').unwrap().1.to_string();
    let table = TestTable::start(&["--referee", &referee, "--engine", &toy("")]);
    let mut host = table.host();
    for _ in 1..64 {
        host.send(&json!({ "do": "create" }));
        host.until("created", |_| true);
    }
    assert_eq!(host.refused(&json!({ "do": "create" })), "too_many");
}
