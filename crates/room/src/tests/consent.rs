//! Takebacks: all other people must agree, moves that revealed a hand cannot be taken back, and everybody is notified.

use super::table::*;
use base::rng::Rng;
use serde_json::{Value, json};

fn undo() -> Value {
    json!({ "do": "undo" })
}

fn yes(seat: usize) -> Value {
    json!({ "do": "answer", "accept": true, "seat": seat })
}

fn no() -> Value {
    json!({ "do": "answer", "accept": false })
}

fn same_deal() -> Value {
    json!({ "do": "again", "same": true, "sure": true })
}

/// Begins a game with the host in seat 1 and a guest in each other seat.
fn table_of(table: &TestTable, game: &str, seats: usize, more: Value) -> Vec<Browser> {
    let mut host = table.host();
    let kinds: Vec<&str> = (0..seats).map(|seat| if seat == 0 { "here" } else { "link" }).collect();
    host.begin(game, &kinds, more);
    let links: Vec<String> = (2..=seats).map(|seat| host.link(seat)).collect();
    let mut browsers = vec![host];
    browsers.extend(links.iter().map(|link| Browser::at(link)));
    let online =
        |browser: &Browser| browser.table["seats"].as_array().unwrap().iter().all(|seat| seat["online"] == true);
    browsers.iter_mut().for_each(|browser| browser.settle(online));
    browsers
}

/// Plays a random move for the seat to move. Returns that seat (zero-based).
fn play_one(browsers: &mut [Browser], rng: &mut Rng) -> usize {
    let mover = browsers[0].turn().unwrap() - 1;
    let (at, legal) = (browsers[mover].at_token(), browsers[mover].legal());
    browsers[mover].play(&legal[rng.index(legal.len())]);
    browsers.iter_mut().for_each(|browser| browser.wait_past(at));
    mover
}

fn taken_back(browser: &mut Browser) -> Value {
    browser.until("notice", |notice| notice["code"] == "taken_back")["args"].clone()
}

#[test]
fn a_guest_needs_the_consent_of_the_host() {
    let table = TestTable::start();
    let mut browsers = table_of(&table, "checkers", 2, json!({}));
    let mut watcher = Browser::at(&browsers[0].link(0));
    let (mut guest, mut host) = (browsers.remove(1), browsers.remove(0));
    host.play("11-15");
    guest.wait_past(0);
    guest.play("22-18");
    guest.send(&undo());
    host.settle(|host| host.table["offers"][0]["seat"] == 2 && host.table["offers"][0]["what"] == "undo");
    assert_eq!((host.at_token(), &host.table["offers"][0]["waits"]), (2, &json!([1])));
    assert_eq!(guest.refused(&yes(2)), "no_offer", "nobody agrees to an offer of his own");
    assert_eq!(watcher.refused(&yes(2)), "no_offer");
    host.send(&no());
    guest.until("notice", |notice| notice["code"] == "undo_refused");
    guest.sync();
    assert_eq!(guest.at_token(), 2);
    // A takeback can also be requested with `offer`, even after the end of the game.
    host.wait_past(1);
    host.play_first();
    guest.wait_past(2);
    let token = guest.legal()[0].clone();
    guest.play(&token);
    host.wait_past(3);
    host.resign();
    guest.settle(Browser::is_over);
    host.settle(Browser::is_over);
    guest.send(&json!({ "do": "offer", "what": "undo" }));
    host.settle(|host| host.table["offers"] == json!([{ "what": "undo", "seat": 2, "waits": [1] }]));
    assert!(host.is_over());
    host.send(&yes(2));
    for browser in [&mut host, &mut guest, &mut watcher] {
        assert_eq!(taken_back(browser), json!({ "seat": 2, "agreed": [1], "token": token }));
        assert_eq!((browser.at_token(), browser.is_over()), (3, false));
    }
}

#[test]
fn every_other_person_has_to_agree() {
    let table = TestTable::start();
    let mut browsers = table_of(&table, "keezen", 4, json!({ "seed": 1 }));
    let mover = play_one(&mut browsers, &mut Rng::new(1));
    let at = browsers[0].at_token();
    assert_eq!(browsers[mover].table["you"]["undo"], true);
    browsers[mover].send(&undo());
    for (index, browser) in browsers.iter_mut().enumerate().filter(|(index, _)| *index != mover) {
        browser.settle(|browser| browser.table["offers"][0]["seat"] == mover + 1);
        assert_eq!(browser.at_token(), at, "seat {} is still to be asked", index + 1);
        browser.send(&yes(mover + 1));
        let waits = |browser: &Browser| {
            browser.table["offers"][0]["waits"].as_array().is_some_and(|waits| waits.contains(&json!(index + 1)))
        };
        browser.settle(|browser| browser.at_token() < at || !waits(browser));
    }
    let agreed: Vec<usize> = (1..=4).filter(|seat| *seat != mover + 1).collect();
    for browser in &mut browsers {
        browser.settle(|browser| browser.at_token() < at);
        let notice = taken_back(browser);
        assert_eq!((&notice["seat"], &notice["agreed"]), (&json!(mover + 1), &json!(agreed)));
        assert!(notice["token"].is_string(), "{notice}");
    }
}

#[test]
fn an_unopened_link_needs_no_consent() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], json!({}));
    host.play("11-15");
    host.send(&undo());
    assert_eq!(taken_back(&mut host), json!({ "seat": 1, "agreed": [], "token": "11-15" }));
    assert_eq!(host.at_token(), 0);
}

/// Checks that a browser cannot take moves back after hands have been shown.
fn assert_final(browser: &mut Browser) {
    let over = browser.table.clone();
    assert_eq!(browser.table["you"]["undo"], false);
    for request in [undo(), json!({ "do": "offer", "what": "undo" })] {
        assert_eq!(browser.refused(&request), "revealed");
    }
    browser.sync();
    assert_eq!(browser.table, over);
}

#[test]
fn a_revealed_deal_is_never_resumed() {
    let hidden = [("keezen", 4, json!({})), ("querbeet", 3, json!({ "options": { "Querbeet.Players": 3 } }))];
    for (game, seats, more) in hidden {
        let table = TestTable::start();
        let mut browsers = table_of(&table, game, seats, more);
        let mut rng = Rng::new(3);
        (0..3).for_each(|_| _ = play_one(&mut browsers, &mut rng));
        assert_eq!(browsers[0].refused(&same_deal()), "revealed", "the others have seen cards");
        let mover = browsers[0].turn().unwrap() - 1;
        resign(&mut browsers, mover);
        for browser in &mut browsers {
            browser.settle(Browser::is_over);
            assert!(!browser.table["tokens"].to_string().contains('?'));
        }
        browsers.iter_mut().for_each(assert_final);
        browsers[0].send(&json!({ "do": "review", "nodes": 1 }));
        browsers[1].until("review", |_| true);
        browsers.iter_mut().for_each(assert_final);
        assert_eq!(browsers[0].table["you"]["redeal"], false);
        assert_eq!(browsers[0].refused(&same_deal()), "revealed");
        // Replacing the guests does not make a takeback possible.
        for seat in 2..=seats {
            browsers[0].send(&json!({ "do": "seat", "seat": seat, "who": "engine" }));
        }
        browsers[0].sync();
        assert_final(&mut browsers[0]);
        assert_eq!(browsers[0].refused(&same_deal()), "revealed");
        browsers[0].send(&json!({ "do": "go" }));
        browsers[0].sync();
        assert!(browsers[0].is_over());
        assert_unusable(&mut browsers[0]);
    }
}

/// Returns the text of the position after the first `at` tokens.
fn text_at(browser: &mut Browser, at: usize) -> String {
    browser.send(&json!({ "do": "look", "id": 1_000_000, "at": at }));
    browser.until("look", |look| look["id"] == 1_000_000)["fen"].as_str().unwrap().to_string()
}

/// Returns the same deal with the cards of the first hand in reverse order.
fn reordered(deal: &str) -> String {
    let mut parts: Vec<String> = deal.split('/').map(str::to_string).collect();
    parts[1] = parts[1].chars().rev().collect();
    parts.join("/")
}

/// Checks that a revealed deal cannot be pasted and continued, not even after another game.
fn assert_unusable(host: &mut Browser) {
    let tokens: Vec<String> =
        host.table["tokens"].as_array().unwrap().iter().map(|token| token.as_str().unwrap().to_string()).collect();
    let line = |count: usize| format!("position startpos moves {}", tokens[..count].join(" "));
    let (game, options) = (host.game["game"].clone(), host.table["options"].clone());
    let seats = vec![json!({ "who": "here" }); host.table["seats"].as_array().unwrap().len()];
    let before = host.table.clone();
    let mut others = vec![format!("startpos moves {}", reordered(&tokens[0]))];
    others.extend([1, tokens.len() - 1].map(|at| format!("fen {}", text_at(host, at))));
    for round in 0..2 {
        for text in &others {
            assert_eq!(host.refused(&json!({ "do": "setup", "text": text })), "revealed", "{text}");
        }
        // Leave out at least the last token, the verdict, so that the game would continue.
        for count in [tokens.len() - 1, 1] {
            let text = line(count);
            let new = json!({ "do": "new", "game": game, "options": options, "start": text, "seats": seats });
            let requests = [
                new,
                json!({ "do": "setup", "text": text }),
                json!({ "do": "import", "format": "transcript", "text": text }),
            ];
            for request in &requests[if round == 0 { 0 } else { 1 }..] {
                assert_eq!(host.refused(request), "revealed", "{request}");
            }
        }
        if round == 0 {
            host.sync();
            assert_eq!(host.table, before);
            host.send(&json!({ "do": "setup", "text": "startpos" }));
            host.settle(|host| !host.is_over());
        }
    }
    // The finished game can be set up again, because it cannot continue.
    host.send(&json!({ "do": "setup", "text": line(tokens.len()) }));
    host.settle(|host| host.is_over() && host.at_token() as usize == tokens.len());
    assert_eq!(host.table["you"]["undo"], false);
}

#[test]
fn a_seed_cannot_repeat_a_revealed_deal() {
    let table = TestTable::start();
    let mut browsers = table_of(&table, "keezen", 4, json!({ "seed": 5 }));
    let mover = browsers[0].turn().unwrap() - 1;
    resign(&mut browsers, mover);
    browsers[0].settle(Browser::is_over);
    let seats = ["here", "link", "link", "link"].map(|who| json!({ "who": who }));
    let new = |seed: u64| json!({ "do": "new", "game": "keezen", "seats": seats, "seed": seed });
    assert_eq!(browsers[0].refused(&new(5)), "revealed");
    browsers[0].send(&new(6));
    browsers[0].settle(|host| !host.is_over());
}

#[test]
fn an_earlier_position_is_no_takeback() {
    let table = TestTable::start();
    let mut browsers = table_of(&table, "checkers", 2, json!({}));
    let (mut guest, mut host) = (browsers.remove(1), browsers.remove(0));
    host.play("11-15");
    guest.wait_past(0);
    guest.play("22-18");
    host.wait_past(1);
    let fen = text_at(&mut host, 1);
    for text in ["startpos moves 11-15".to_string(), format!("fen {fen}")] {
        assert_eq!(host.refused(&json!({ "do": "setup", "text": text })), "consent", "{text}");
    }
    host.sync();
    assert_eq!(host.at_token(), 2);
    // A game that shares only its first move with this game is a different game.
    host.send(&json!({ "do": "setup", "text": "startpos moves 11-15 22-17" }));
    guest.until("notice", |notice| notice["code"] == "begun");
}

#[test]
fn alone_the_same_deal_can_be_played_again_but_not_resumed() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("keezen", &["here", "engine", "here", "engine"], json!({}));
    assert_eq!(host.table["seed"], Value::Null);
    host.settle(|host| !host.legal().is_empty() || host.is_over());
    host.resign();
    assert_final(&mut host);
    let first = host.table["tokens"][0].clone();
    host.send(&same_deal());
    host.settle(|host| !host.is_over() && host.at_token() > 0);
    host.send(&json!({ "do": "pause" }));
    host.send(&json!({ "do": "seat", "seat": 2, "who": "here" }));
    host.send(&json!({ "do": "seat", "seat": 4, "who": "here" }));
    host.settle(|host| host.table["you"]["seats"] == json!([1, 2, 3, 4]));
    host.resign();
    assert_eq!(host.table["tokens"][0], first, "the numbers of the system's generator are kept for it");
}

#[test]
fn a_deal_that_the_host_has_seen_is_not_for_guests() {
    let table = TestTable::start();
    let mut host = table.host();
    let seed = json!({ "seed": 5, "pace": 0 });
    host.begin("keezen", &["here"; 4], seed.clone());
    host.resign();
    let deal = format!("startpos moves {}", host.table["tokens"][0].as_str().unwrap());
    let guests =
        vec![json!({ "who": "here" }), json!({ "who": "link" }), json!({ "who": "here" }), json!({ "who": "open" })];
    for more in [seed, json!({ "start": deal })] {
        let mut new = json!({ "do": "new", "game": "keezen", "seats": guests });
        new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        assert_eq!(host.refused(&new), "revealed", "{new}");
        // Alone, the host can play it again, but no guest can sit down.
        host.begin("keezen", &["here"; 4], more);
        host.until("deal", |deal| deal["repeated"] == true);
        assert_eq!(host.refused(&json!({ "do": "seat", "seat": 2, "who": "link" })), "revealed");
    }
    let new = json!({ "do": "new", "game": "keezen", "seats": guests, "seed": 6 });
    host.send(&new);
    host.settle(|host| host.table["seats"][1]["who"] == "link");
}

/// Returns the index of the host's last choice, and whether it is a fold or is followed by a fold or an event.
fn last_choice(host: &Browser) -> Option<(usize, bool)> {
    let tokens: Vec<&str> =
        host.table["tokens"].as_array().unwrap().iter().map(|token| token.as_str().unwrap()).collect();
    let movers = host.table["movers"].as_array().unwrap();
    let notes = host.table["notes"].as_array().unwrap();
    let own = host.table["you"]["seats"].as_array().unwrap();
    let forced = |at: usize| notes.iter().any(|note| note["at"] == at);
    let at = (0..movers.len()).rfind(|at| own.contains(&movers[*at]) && !forced(*at))?;
    Some((at, tokens[at..].iter().any(|token| token.starts_with("fold") || token.starts_with('!'))))
}

#[test]
fn takebacks_stop_at_folds_and_deals() {
    for (partners, seats) in [("here", ["here"; 4]), ("engine", ["here", "engine", "engine", "engine"])] {
        let table = TestTable::start();
        let mut host = table.host();
        let seats: Vec<Value> = seats.iter().map(|who| json!({ "who": who, "nodes": 20 })).collect();
        host.send(&json!({ "do": "new", "game": "keezen", "seats": seats, "seed": 4 }));
        host.until("game", |game| game["game"] == "keezen");
        host.until("table", |_| true);
        let (mut rng, mut refused, mut taken, mut plays) = (Rng::new(5), 0, 0, 0);
        while (refused < 4 || taken < 4) && !host.is_over() {
            plays += 1;
            host.settle(|host| host.is_over() || !host.legal().is_empty());
            if host.is_over() {
                break;
            }
            match last_choice(&host) {
                Some((_, true)) => {
                    let before = host.table.clone();
                    assert_eq!(before["you"]["undo"], false, "{partners}: {before}");
                    assert_eq!(host.refused(&undo()), "shown");
                    assert_eq!(host.table, before);
                    refused += 1;
                }
                // Take back at most one move more than the number of rejected requests, so that the game progresses.
                Some((at, false)) if taken <= refused => {
                    assert_eq!(host.table["you"]["undo"], true);
                    // Take back only every fourth move, so that the game progresses.
                    if plays % 4 != 0 {
                        let legal = host.legal();
                        host.play(&legal[rng.index(legal.len())]);
                        continue;
                    }
                    host.send(&undo());
                    taken_back(&mut host);
                    assert_eq!(host.at_token() as usize, at);
                    taken += 1;
                }
                Some(_) => assert_eq!(host.table["you"]["undo"], true),
                None => assert_eq!(host.table["you"]["undo"], false),
            }
            let legal = host.legal();
            host.play(&legal[rng.index(legal.len())]);
        }
        assert!(refused > 1 && taken > 1, "{partners}: {refused} {taken}");
    }
}

#[test]
fn replacing_the_guest_does_not_replace_consent() {
    let table = TestTable::start();
    let mut browsers = table_of(&table, "checkers", 2, json!({}));
    let (mut guest, mut host) = (browsers.remove(1), browsers.remove(0));
    host.play("11-15");
    guest.wait_past(0);
    host.send(&json!({ "do": "pause" }));
    host.send(&json!({ "do": "seat", "seat": 2, "who": "engine", "engine": "toy" }));
    let notice = guest.until("notice", |notice| notice["code"] == "seat_changed");
    assert_eq!(notice["args"], json!({ "seat": 2, "who": "engine" }));
    guest.until("notice", |notice| notice["code"] == "seat_engine");
    assert_eq!(host.refused(&undo()), "shown");
    host.send(&json!({ "do": "seat", "seat": 2, "who": "link" }));
    guest.settle(|guest| guest.table["you"]["seats"] == json!([2]));
    assert_eq!(host.refused(&undo()), "shown");
    // The change of the seat resumed the game, so the engine may have moved in the meantime.
    assert!(host.at_token() >= 1);
    // If the host only renames a guest's seat, the guest must still agree.
    let mut browsers = table_of(&table, "checkers", 2, json!({}));
    browsers[0].play("11-15");
    browsers[0].send(&json!({ "do": "seat", "seat": 2, "who": "link", "name": "Anna" }));
    browsers[0].send(&undo());
    browsers[1].settle(|guest| guest.table["offers"][0]["seat"] == 1);
    browsers[0].sync();
    assert_eq!(browsers[0].at_token(), 1);
}

#[test]
fn newcomers_must_agree_to_pending_offers() {
    let table = TestTable::start();
    let mut host = table.host();
    // Find a deal in which the host is to move and has a choice.
    for seed in 1.. {
        host.begin("keezen", &["here", "here", "link", "link"], json!({ "seed": seed }));
        if !host.legal().is_empty() {
            break;
        }
    }
    let mut first = Browser::at(&host.link(3));
    host.play_first();
    let at = host.at_token();
    host.send(&undo());
    first.settle(|first| first.table["offers"][0]["waits"] == json!([3]));
    let mut second = Browser::at(&host.link(4));
    assert_eq!(second.table["offers"][0]["waits"], json!([3, 4]));
    let seat = host.table["movers"].as_array().unwrap()[at as usize - 1].as_u64().unwrap() as usize;
    first.send(&yes(seat));
    second.settle(|second| second.table["offers"][0]["waits"] == json!([4]));
    assert_eq!(second.at_token(), at);
    second.send(&yes(seat));
    assert_eq!(taken_back(&mut host)["agreed"], json!([3, 4]));
}

#[test]
fn a_move_stays_after_a_seat_has_changed() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("keezen", &["here"; 4], json!({ "seed": 1 }));
    let turn = host.turn().unwrap();
    host.play_first();
    let other = if turn == 1 { 2 } else { 1 };
    assert_eq!(host.table["you"]["undo"], true);
    host.send(&json!({ "do": "pause" }));
    host.send(&json!({ "do": "seat", "seat": other, "who": "engine", "engine": "toy" }));
    host.settle(|host| host.table["seats"][other - 1]["who"] == "engine");
    assert_eq!(host.refused(&undo()), "shown");
}

#[test]
fn an_open_offer_blocks_nobody() {
    let table = TestTable::start();
    let mut browsers = table_of(&table, "checkers", 2, json!({}));
    let (mut guest, mut host) = (browsers.remove(1), browsers.remove(0));
    host.play("11-15");
    guest.wait_past(0);
    // The guest offers a draw. The host does not answer, and requests a takeback.
    guest.send(&json!({ "do": "offer", "what": "draw" }));
    host.settle(|host| host.table["offers"][0]["seat"] == 2);
    // An answer to an offer of another kind does not accept this offer.
    let late = json!({ "do": "answer", "accept": true, "seat": 2, "what": "undo" });
    assert_eq!(host.refused(&late), "no_offer");
    assert_eq!(guest.refused(&undo()), "nothing_to_undo");
    host.send(&undo());
    let both = json!([{ "what": "draw", "seat": 2, "waits": [1] }, { "what": "undo", "seat": 1, "waits": [2] }]);
    guest.settle(|guest| guest.table["offers"] == both);
    // Each person can have only one pending offer, and can withdraw it.
    assert_eq!(host.refused(&undo()), "not_now");
    guest.send(&json!({ "do": "answer", "accept": false, "seat": 2 }));
    host.settle(|host| host.table["offers"].as_array().unwrap().len() == 1);
    guest.send(&yes(1));
    assert_eq!(taken_back(&mut host), json!({ "seat": 1, "agreed": [2], "token": "11-15" }));
    assert_eq!((host.at_token(), &host.table["offers"]), (0, &json!([])));
}

#[test]
fn guests_are_notified_of_a_new_game() {
    let table = TestTable::start();
    let mut browsers = table_of(&table, "checkers", 2, json!({}));
    let (mut guest, mut host) = (browsers.remove(1), browsers.remove(0));
    host.play("11-15");
    let requests = [
        ("setup", json!({ "do": "setup", "text": "startpos" })),
        ("import", json!({ "do": "import", "format": "transcript", "text": "position startpos" })),
        ("new", json!({ "do": "new", "game": "checkers", "seats": [{ "who": "here" }, { "who": "link" }] })),
    ];
    for (how, request) in requests {
        host.send(&request);
        let notice = guest.until("notice", |notice| notice["code"] == "begun");
        assert_eq!(notice["args"], json!(how));
    }
}
