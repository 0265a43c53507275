//! Tests for what every board shows about its seats.

use kit::options::Values;
use kit::registry::RegisteredGame;
use speltafel::registry::REGISTRY;
use ugi::Query;
use ugi::board::Cells;

#[test]
fn every_seat_at_a_board_has_a_place_and_a_colour() {
    let cells = |game: &RegisteredGame| -> Cells {
        serde_json::from_str(&(game.open)(&Values::default()).query(Query::Cells).unwrap()).unwrap()
    };
    for game in REGISTRY.games().iter().filter(|game| game.about.seats[1] > 1) {
        let (seats, Cells { colours, facing, .. }) = (game.about.seats[0], cells(game));
        assert_eq!((colours.len(), facing.len()), (seats, seats), "{}", game.name);
        let mut places = facing.clone();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), seats, "two seats of {} look in the same direction: {facing:?}", game.name);
    }
}
