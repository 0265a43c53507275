//! Laws of a position: turn, moves, end of the game, results, keys.

use super::law::{Law, law};
use crate::game::Game;
use crate::state::Verdict;
use base::rng::Rng;
use std::collections::BTreeSet;
use ugi::{GameResult, Seat, Turn, Viewer, is_reserved};

/// The maximum number of seats and teams.
const MOST_SEATS: usize = 16;
/// About this many moves of a position are read and played.
pub(super) const MOST_MOVES: usize = 40;

/// Checks that `text` is a word of the protocol.
pub(super) fn word(what: &str, text: &str) -> Law {
    let graphic = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
    law!(graphic, "{what} is {text:?}, but the protocol needs printable ASCII without blanks.");
    Ok(())
}

/// Checks the laws that cost little.
pub(super) fn check<G: Game>(position: &G, rng: &mut Rng) -> Law {
    let (turn, ending, legal) = (position.turn(), position.ending(), position.legal());
    law!((turn == Turn::Over) == ending.is_some(), "`turn` is {turn}, but `ending` is {ending:?}.");
    let to_move = matches!(turn, Turn::Seat(_));
    law!(to_move != legal.is_empty(), "`turn` is {turn}, but there are {} legal moves.", legal.len());
    let count = position.count_actions();
    law!(count == legal.len(), "`count_actions` is {count}, but there are {} legal moves.", legal.len());
    law!(position.legal() == legal, "`actions` lists the moves in another order the second time.");
    let random = position.random_action(rng, &mut Vec::new());
    let is_legal = random.map_or(!to_move, |action| legal.contains(&action));
    law!(is_legal, "`random_action` is {random:?}, which is not a legal move.");
    law!(position.key() == position.fresh_key(), "`key` is not equal to `fresh_key`.");
    law!(position.plies_left() > 0 || !to_move, "`plies_left` is 0, but {turn} is to move.");
    let by_count = ending.is_some_and(crate::state::Ending::is_by_count);
    law!(!by_count || position.plies_left() == 0, "A count of moves ended the game, but `plies_left` is not 0.");
    check_teams(position)?;
    check_results(position)
}

fn check_teams<G: Game>(position: &G) -> Law {
    let (seats, teams) = (position.seats(), position.teams());
    law!((1..=MOST_SEATS).contains(&seats), "There are {seats} seats, but 1 to {MOST_SEATS} are possible.");
    if let Turn::Seat(seat) = position.turn() {
        law!(seat.index() < seats, "{seat} is to move, but there are {seats} seats.");
    }
    let of_seats: BTreeSet<usize> = (0..seats).map(|index| position.team(Seat::new(index))).collect();
    let complete = of_seats.iter().copied().eq(0..teams) || !position.knows_teams();
    law!(complete, "There are {teams} teams, but the teams of the seats are {of_seats:?}.");
    Ok(())
}

fn check_results<G: Game>(position: &G) -> Law {
    let (seats, teams) = (position.seats(), position.teams());
    let (ending, by_rules) = (position.ending(), position.result_with(None));
    let expected = ending.map_or(GameResult::None, |ending| ending.result);
    law!(by_rules == expected, "`result_with(None)` is {by_rules}, but `ending` says {expected}.");
    let offences = (0..seats).map(|index| Verdict::Offence(Seat::new(index)));
    let declared = [GameResult::Draw, GameResult::Win(0), GameResult::Win(1)].map(Verdict::Declared);
    for verdict in offences.chain(declared).map(Some).chain([None]) {
        let (result, scores) = (position.result_with(verdict), position.scores(verdict));
        law!(scores.len() == seats, "`scores({verdict:?})` has {} entries for {seats} seats.", scores.len());
        let fits = match verdict {
            Some(Verdict::Declared(declared)) => result == declared,
            Some(Verdict::Offence(seat)) => !position.knows_teams() || result != GameResult::Win(position.team(seat)),
            None => true,
        };
        let known = !matches!(result, GameResult::Win(team) if team >= teams.max(2));
        law!(fits && known, "`result_with({verdict:?})` is {result} in a game for {teams} teams.");
    }
    let Some(ending) = ending else { return Ok(()) };
    let reason = ending.reason.word();
    let is_word = !reason.is_empty() && reason.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    law!(is_word, "The reason of the ending is {reason:?}, but lower-case letters and _ are possible.");
    let payoffs = position.payoffs();
    law!(payoffs.len() == teams.max(2), "`payoffs` has {} entries for {teams} teams.", payoffs.len());
    let sum: f32 = payoffs.iter().sum();
    let shares = payoffs.iter().all(|share| (0.0..=1.0).contains(share)) && (sum - 1.0).abs() < 1e-3;
    law!(shares, "`payoffs` is {payoffs:?}, but needs shares with the sum 1.");
    if let GameResult::Win(team) = by_rules {
        let most = payoffs.iter().all(|share| *share <= payoffs[team]);
        law!(most, "The result is {by_rules}, but `payoffs` is {payoffs:?}.");
    }
    Ok(())
}

/// Checks each legal move: its token, its clicks, the position after it.
pub(super) fn check_moves<G: Game>(position: &G) -> Law {
    let mut legal = position.legal();
    let mut clicks = Vec::new();
    let mut tokens = BTreeSet::new();
    let step = legal.len() / MOST_MOVES + 1;
    for (index, &action) in legal.iter().enumerate() {
        let token = position.action_text(action);
        word("A move", &token)?;
        law!(!is_reserved(&token), "The move {token} has another meaning in the protocol.");
        law!(tokens.insert(token.clone()), "Two legal moves are written {token}.");
        let path = position.clicks(action);
        path.iter().try_for_each(|click| word("A click", click))?;
        clicks.push((path, token.clone()));
        if !index.is_multiple_of(step) {
            continue;
        }
        let read = position.parse_action(&token);
        law!(position.greedy_value(action) == position.greedy_value(action), "`greedy_value` of {token} changes.");
        law!(read == Ok(action), "The move {action:?} is written {token} and read back as {read:?}.");
        let longer = position.parse_action(&format!("{token}\u{e9}"));
        law!(longer.is_err(), "The move {token}\u{e9} is read, although it ends with what belongs to no move.");
        let (mut next, after) = (position.clone(), position.after(action));
        next.play(action);
        law!(next == after, "`play` and `after` of {token} give different positions.");
        let counted = next.plies() == position.plies() + 1 || next.plies() == 0;
        law!(counted, "After {token}, `plies` is {}, but it was {}.", next.plies(), position.plies());
        law!(next.key() == next.fresh_key(), "After {token}, `key` is not equal to `fresh_key`.");
    }
    law!(position.parse_action("nonsense").is_err(), "`nonsense` is read as a legal move.");
    clicks.sort();
    for pair in clicks.windows(2) {
        let apart = !pair[1].0.starts_with(&pair[0].0);
        law!(apart, "The clicks of {} are {:?}; those of {} are {:?}.", pair[0].1, pair[0].0, pair[1].1, pair[1].0);
    }
    let listed = legal.clone();
    if let Some(replies) = position.count_replies(&mut legal) {
        let counted: usize = listed.iter().map(|&action| position.after(action).count_actions()).sum();
        law!(replies == counted as u64 && legal == listed, "`count_replies` is {replies}, but there are {counted}.");
    }
    Ok(())
}

/// Returns the position after a token, and whether the move is irreversible.
pub(super) fn advance<G: Game>(position: &G, token: &str) -> Result<(G, bool), String> {
    if position.turn() == Turn::Chance {
        let next = (G::EVENTS.after)(position, token, Viewer::Master);
        return Ok((next.map_err(|error| format!("The event {token} is {error}."))?, false));
    }
    let action = position.parse_action(token).map_err(|error| format!("The move {token} is {error}."))?;
    Ok((position.after(action), position.is_irreversible(action)))
}
