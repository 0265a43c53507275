//! Games of the library.

use super::house::House;
use crate::effect::Effect;
use serde_json::{Value, json};
use std::time::Duration;

#[test]
fn so_many_games_are_opened_at_the_same_time() {
    let mut house = House::open(Duration::ZERO);
    let ask = |house: &mut House| house.request(json!({ "do": "game", "id": 0 }));
    assert_eq!([(); 5].map(|()| ask(&mut house)), [None, None, None, None, Some("too_many".to_string())]);
    // Whoever has opened a game drops its permit.
    let opened = house.others.iter().position(|effect| matches!(effect, Effect::OpenGame { .. })).unwrap();
    drop(house.others.remove(opened));
    assert_eq!([(); 2].map(|()| ask(&mut house)), [None, Some("too_many".to_string())]);
}

#[test]
fn a_game_is_opened_as_its_viewer_may_see_it() {
    let mut house = House::open(Duration::ZERO);
    house.begin("keezen", &["here", "engine", "engine", "engine"], json!({}));
    assert_eq!(house.request(json!({ "do": "game", "id": 0 })), None);
    let Some(Effect::OpenGame { wanted, .. }) = house.others.pop() else { panic!() };
    assert_eq!(wanted.about().0, "game");
    let start = house.room.start_referee.clone();
    let record: Value = serde_json::from_str(&wanted.answer(&start, "engine", &*house.archive).unwrap()).unwrap();
    // The host played seat 1, and sees that hand only.
    let deal = record["tokens"][0].as_str().unwrap();
    assert!(deal.starts_with("!deal/") && deal.ends_with("/?????/?????/?????"), "{deal}");
    assert_eq!((&record["game"], &record["result"]), (&json!("keezen"), &json!("none")));
}
