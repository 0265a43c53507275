//! What a screen that people share is told.

use super::common::*;
use serde_json::{Value, json};

/// Ends the game by resigning for the seat to move.
fn end(browser: &mut Browser) {
    browser.say(&json!({ "do": "resign" }));
    browser.settle(Browser::is_over);
}

#[test]
fn a_screen_that_people_share_is_told_what_everybody_may_see() {
    let table = Table::start(&[]);
    let mut host = table.host();
    host.begin("keezen", &["here", "link", "here", "link"], json!({ "seed": 7 }));
    let mut watcher = Browser::at(&host.link(0));
    let guest = Browser::at(&host.link(2));
    watcher.settle(|watcher| watcher.table["seats"][1]["online"] == true);
    let public = host.table["public"].as_object().unwrap();
    assert!(public.len() > 8);
    for (key, value) in public {
        assert_eq!(value, &watcher.table[key], "{key}");
    }
    assert_ne!(host.table["line"], watcher.table["line"], "the hand of a seat is known beside it");
    // Who is alone at a screen needs no curtain, and at the end there is nothing to hide.
    assert_eq!((&guest.table["public"], &watcher.table["public"]), (&Value::Null, &Value::Null));
    host.settle(|host| host.table["seats"][1]["online"] == true);
    host.begin("keezen", &["here"; 4], json!({ "seed": 7 }));
    end(&mut host);
    assert_eq!(host.table["public"], Value::Null);
    host.begin("checkers", &["here", "here"], json!({}));
    assert_eq!(host.table["public"], Value::Null);
}
