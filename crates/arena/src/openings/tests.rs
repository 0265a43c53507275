//! Tests for all kinds of openings, in an invented game.

use super::list::ACCEPTED;
use super::{Opening, OpeningSource};
use crate::plan::{FormatKind, ListChoice, OpeningOrder, OpeningSettings, Openings, Plan};
use crate::schedule::deal_seed;
use crate::schedule::tests::plan;
use base::rng::fnv1a;
use data_encoding::HEXLOWER;
use proptest::prelude::*;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::{HashSet, VecDeque};
use std::io::Write;
use std::time::{Duration, Instant};
use ugi::{Client, Go, Info, Pipe, PipeError, Position, Score, Seat, Turn};

/// A referee of a game in which the sides alternately choose letters `a` to `d`. Two consecutive `a` end the game, and
/// `x` is illegal. With `deals`, a token `!deal/S` comes first, where S is the seed of the deal. Scores are from -100
/// to 100, plus `bias`. In the interchange format `txt`, a game begins with the word `game`, and the other words are
/// moves.
#[derive(Default)]
struct Letters {
    deals: bool,
    bias: i32,
    /// The base and the moves of the current position.
    moves: Vec<String>,
    output: VecDeque<String>,
    /// The number of bytes received.
    bytes: usize,
}

impl Letters {
    /// Answers `query import txt`.
    fn import(arguments: &str) -> String {
        let (number, json) = match arguments.split_once(' ') {
            Some((number, json)) if number.parse::<usize>().is_ok() => (number.parse().unwrap(), json),
            _ => (1, arguments),
        };
        let text: String = serde_json::from_str(json).unwrap();
        let (mut games, mut moves) = (0, Vec::new());
        for (line, index) in text.lines().zip(1..) {
            for word in line.split(' ') {
                games += usize::from(word == "game");
                if games == number && word == "x" {
                    return format!(
                        "info string error bad_argument line {index}: no move x\nresponse error bad_argument"
                    );
                }
                moves.extend((games == number && !["game", ""].contains(&word)).then_some(word));
            }
        }
        match games < number {
            true => "info string error bad_argument no game\nresponse error bad_argument".to_string(),
            false => format!("response {}", json!({"base": "startpos", "moves": moves, "games": games})),
        }
    }

    fn set_position(&mut self, line: &str) -> String {
        let Position { base, moves, .. } = Position::parse(line).unwrap();
        if base.fen().is_some_and(|text| text.starts_with("game") || text == "?") {
            return "info string error bad_fen column 1: no position".to_string();
        }
        if let Some(bad) = moves.iter().find(|token| token.len() > 1 && !token.starts_with("!deal/") || **token == "x")
        {
            return format!("info string error illegal_move {bad}");
        }
        self.moves = vec![base.to_string()];
        self.moves.extend(moves.into_iter().map(str::to_string));
        String::new()
    }

    fn turn(&self) -> Turn {
        match () {
            () if self.deals && self.moves.len() == 1 => Turn::Chance,
            () if self.moves.ends_with(&["a".to_string(), "a".to_string()]) => Turn::Over,
            () => Turn::Seat(Seat::new(self.moves.len() % 2)),
        }
    }

    /// Searches the current position with this `go` command.
    fn search(&self, go: &str) -> String {
        let hash = fnv1a(format!("{:?}{go}", self.moves).as_bytes());
        let score = self.bias + (hash % 201) as i32 - 100;
        // About one score in ten is a mate, and about one line in ten reaches the end of the game.
        let score = if hash.is_multiple_of(10) { Score::Mate(3) } else { Score::Cp(score) };
        let line = if hash % 10 == 1 { "a a" } else { "b" };
        format!("info score {score} pv {line}\nbestmove b")
    }
}

impl Pipe for Letters {
    fn send(&mut self, lines: &[&str], _: Instant) -> Result<(), PipeError> {
        for line in lines {
            self.bytes += line.len();
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let answer = match (word, rest) {
                ("ugi", _) => "option name UGI_Extensions type string default files\nugiok".to_string(),
                ("isready", _) => "readyok".to_string(),
                ("position", rest) => self.set_position(rest),
                ("query", "turn") => format!("response {}", self.turn()),
                ("query", "legal") => "response a b c d".to_string(),
                ("query", "formats") => "response txt".to_string(),
                ("query", rest) if rest.starts_with("import txt ") => Self::import(&rest["import txt ".len()..]),
                ("query", "decks") => "response pairs odd".to_string(),
                ("query", "deck pairs") => r#"response ["startpos","startpos moves b c","fen XYZ"]"#.to_string(),
                ("query", "deck odd") => r#"response ["startpos","startpos moves b x","fen XYZ"]"#.to_string(),
                ("query", rest) => format!("response !deal/{}", rest.strip_prefix("draw ").unwrap()),
                ("go", rest) => self.search(rest),
                _ => String::new(),
            };
            self.output.extend(answer.lines().map(str::to_string));
        }
        Ok(())
    }

    fn line(&mut self, _: Instant) -> Result<String, PipeError> {
        self.output.pop_front().ok_or(PipeError::TimedOut)
    }

    fn last_lines(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Returns a client of a referee with or without deals, whose scores are shifted by `bias`.
fn letters(deals: bool, bias: i32) -> Client<Letters> {
    Client::handshake(Letters { deals, bias, ..Letters::default() }, "the referee", Duration::from_secs(1)).unwrap()
}

fn with(openings: Openings, seed: u64) -> Plan {
    let openings = OpeningSettings { from: openings, ..OpeningSettings::default() };
    Plan { openings, seed, ..plan(FormatKind::RoundRobin, 2, 2) }
}

fn random(plies: usize, balance: u32) -> Openings {
    Openings::Random { plies, nodes: 50, balance }
}

/// Returns the openings of the first `blocks` blocks, or the error message.
fn taken(plan: &Plan, referee: &mut Client<Letters>, blocks: u64) -> Result<Vec<Opening>, String> {
    let text = |error: anyhow::Error| format!("{error:#}");
    let source = OpeningSource::open(plan, referee).map_err(text)?;
    (0..blocks).map(|block| source.opening(plan, block, block, referee).map_err(text)).collect()
}

/// Returns the openings of the first `blocks` blocks, from a file with the content `text`. Errors name the file as
/// `file`.
fn of_file(text: &str, order: OpeningOrder, seed: u64, blocks: u64) -> Result<Vec<Opening>, String> {
    chosen(text.as_bytes(), ListChoice { order, ..ListChoice::default() }, seed, blocks, &mut letters(false, 0))
}

fn chosen(
    text: &[u8],
    choice: ListChoice,
    seed: u64,
    blocks: u64,
    referee: &mut Client<Letters>,
) -> Result<Vec<Opening>, String> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text).unwrap();
    let digest = HEXLOWER.encode(&Sha256::digest(text));
    let openings = Openings::File { file: file.path().to_path_buf(), digest, choice };
    let name = format!("{}:", file.path().display());
    taken(&with(openings, seed), referee, blocks).map_err(|error| error.replace(&name, "file:"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn random_openings_are_balanced_and_follow_from_seed_and_block(seed: u64, block in 0_u64..1000, deals: bool) {
        let mut referee = letters(deals, 0);
        let plan = with(random(5, 30), seed);
        let source = OpeningSource::open(&plan, &mut referee).unwrap();
        let opening = source.opening(&plan, block, block, &mut referee).unwrap();
        let events = opening.moves.iter().filter(|token| token.starts_with('!')).count();
        prop_assert_eq!((events, opening.moves.len() - events), (usize::from(deals), 5));
        if deals {
            prop_assert_eq!(&opening.moves[0], &format!("!deal/{}", deal_seed(&plan, block, 0)));
        }
        prop_assert!(matches!(opening.turn(&mut referee).unwrap(), Turn::Seat(_)));
        // In games with deals, the score may exceed the limit, because the most balanced candidate is taken if none is
        // balanced.
        if !deals {
            let infos = referee.go(&Go::default().with_nodes(50)).unwrap().infos;
            let info = Info::parse(&infos[0]).unwrap();
            prop_assert!(matches!(info.score, Some(Score::Cp(score)) if score.abs() <= 30));
            prop_assert_eq!(info.pv, ["b"]);
        }
        // The opening depends neither on earlier queries nor on the participants.
        let other = Plan { openings: plan.openings.clone(), seed, ..self::plan(FormatKind::Gauntlet, 4, 8) };
        source.opening(&plan, block + 1, block, &mut referee).unwrap();
        prop_assert_eq!(source.opening(&other, block, block, &mut referee).unwrap(), opening);
    }

    #[test]
    fn each_pass_through_a_file_has_all_its_openings(count in 1_usize..12, passes in 1_u64..4, seed: u64, shuffled: bool) {
        let letters = "bcd".chars().flat_map(|a| "bcda".chars().map(move |b| format!("startpos moves {a} {b}\n")));
        let text: String = letters.take(count).collect();
        let order = if shuffled { OpeningOrder::Random } else { OpeningOrder::Sequential };
        let taken = of_file(&text, order, seed, passes * count as u64).unwrap();
        for pass in taken.chunks(count) {
            prop_assert_eq!(pass.iter().collect::<HashSet<_>>().len(), count);
            prop_assert!(shuffled || pass == &taken[..count]);
        }
    }
}

#[test]
fn lines_of_a_file_are_arguments_of_position() {
    let text = "# two openings\n\nstartpos   # the start\n\tfen XYZ moves b c#d\n fen #1 moves\n";
    let error = of_file(text, OpeningOrder::Sequential, 1, 2).unwrap_err();
    assert_eq!(error, "file:4: illegal_move c#d");
    let openings = of_file("# one\n\nstartpos # moves b\nfen XYZ moves b c\n", OpeningOrder::Sequential, 1, 3).unwrap();
    let start = Opening { base: "startpos".to_string(), moves: Vec::new() };
    let other = Opening { base: "fen XYZ".to_string(), moves: vec!["b".to_string(), "c".to_string()] };
    assert_eq!(openings, [start.clone(), other, start]);
}

fn opening(base: &str, moves: &[&str]) -> Opening {
    Opening { base: base.to_string(), moves: moves.iter().map(ToString::to_string).collect() }
}

#[test]
fn lines_may_be_bare_position_texts() {
    let text = "\u{feff}XYZ w 3\nABC moves b # c\nstartpos moves b\n";
    let openings = of_file(text, OpeningOrder::Sequential, 1, 3).unwrap();
    assert_eq!(openings, [opening("fen XYZ w 3", &[]), opening("fen ABC", &["b"]), opening("startpos", &["b"])]);
    let error = of_file("XYZ\n?\n", OpeningOrder::Sequential, 1, 1).unwrap_err();
    assert_eq!(error, format!("file:2: bad_fen column 1: no position{ACCEPTED}"));
}

#[test]
fn openings_begin_at_a_number_and_are_cut() {
    let text = "startpos moves b c d\nstartpos moves !deal/1 c !deal/2 d b\nfen XYZ moves d\n";
    let choice = |start, plies| ListChoice { start: Some(start), plies: Some(plies), ..ListChoice::default() };
    let take = |choice, blocks| chosen(text.as_bytes(), choice, 1, blocks, &mut letters(false, 0));
    let [one, two, three] = [
        opening("startpos", &["b", "c"]),
        opening("startpos", &["!deal/1", "c", "!deal/2", "d"]),
        opening("fen XYZ", &["d"]),
    ];
    assert_eq!(take(choice(2, 2), 4).unwrap(), [two, three, one.clone(), take(choice(2, 2), 1).unwrap().remove(0)]);
    assert_eq!(take(choice(1, 2), 1).unwrap(), [one]);
    let beyond = "openings.start is 4, but there are 3 openings; openings.wrap = true counts on";
    assert_eq!(take(choice(4, 2), 1).unwrap_err(), beyond);
    assert_eq!(take(ListChoice { wrap: true, ..choice(5, 2) }, 4), take(choice(2, 2), 4));
    // A shuffled list begins at the same place on its first pass.
    let random = |start| ListChoice { order: OpeningOrder::Random, start: Some(start), ..ListChoice::default() };
    let all = take(random(1), 6).unwrap();
    assert_eq!(take(random(3), 4).unwrap(), all[2..]);
}

/// Returns a file of games and their moves. Some games are longer than a piece of the file.
fn games(count: usize) -> (String, Vec<Vec<&'static str>>) {
    let length = |game: usize| if game % 100 == 7 { 3000 } else { 1 + game * 7 % 40 };
    let moves: Vec<Vec<&str>> =
        (0..count).map(|game| (0..length(game)).map(|ply| ["b", "c", "d"][(ply + game / 3) % 3]).collect()).collect();
    let text = moves.iter().map(|moves| format!("game\n\n{}\n\n", moves.join("\n"))).collect();
    (text, moves)
}

#[test]
fn games_of_a_file_are_imported_piece_by_piece() {
    let (text, moves) = games(1000);
    let mut referee = letters(false, 0);
    let openings = chosen(text.as_bytes(), ListChoice::default(), 1, 1000, &mut referee).unwrap();
    assert!(openings.iter().map(|opening| &opening.moves).eq(&moves));
    assert!(referee.pipe_mut().bytes < 60 * text.len(), "{} bytes for {}", referee.pipe_mut().bytes, text.len());
    // Old files are not always UTF-8.
    let openings =
        chosen(b"game\n\nCaf\xe9\n", ListChoice { plies: Some(1), ..ListChoice::default() }, 1, 1, &mut referee);
    assert_eq!(openings.unwrap_err(), "file: game 1: line 1: illegal_move Caf\\xef\\xbf\\xbd");
}

#[test]
fn a_game_that_cannot_be_imported_is_named() {
    let (text, _) = games(300);
    let refused = |text: &str| of_file(text, OpeningOrder::Sequential, 1, 1).unwrap_err();
    for game in [2, 150, 208, 300] {
        let place = text.match_indices("game").nth(game - 1).unwrap().0 + "game\n".len();
        let line = 1 + text[..place].matches('\n').count();
        let bad = format!("{}x\n{}", &text[..place], &text[place..]);
        assert_eq!(refused(&bad), format!("file: game {game}: line {line}: no move x"));
    }
    let first = refused("game\nx\n");
    assert_eq!(
        first,
        format!(
            "file:1: bad_fen column 1: no position{ACCEPTED}, and not the beginning of txt games: game 1: line 2: no move x"
        )
    );
    assert_eq!(
        refused("game\nb\ngame\na\na\n"),
        "file: game 2: line 3: the game is over after it; openings.plies cuts openings"
    );
    let bad = format!("{text}\n\ngame\nb\n\n\ngame\nyy\n");
    let line = bad.matches('\n').count() - 1;
    assert_eq!(refused(&bad), format!("file: game 302: line {line}: illegal_move yy"));
}

#[test]
fn games_may_share_a_line_that_is_not_too_long() {
    let refused = |text: &str| of_file(text, OpeningOrder::Sequential, 1, 1).unwrap_err();
    assert_eq!(refused("game\nb\ngame b c game d game d x game b\ngame b\n"), "file: game 4: line 3: no move x");
    let long = "game".to_string() + &" b".repeat(2 << 20);
    assert_eq!(
        refused(&format!("game b\n{long}\n")),
        "file: line 2 has 4194309 bytes, and at most 4194304 can be read at once: begin each game on a line of its own"
    );
}

#[test]
fn errors_in_a_file_are_reported_with_their_line() {
    let cases = [
        ("startpos\nmoves b\n", "file:2: column 1: no position text after fen (accepted)"),
        ("\nstartpos b c\n", "file:2: position: expected moves after startpos, found b c (accepted)"),
        ("fen\n", "file:1: column 1: no position text after fen (accepted)"),
        ("seat 1 startpos\n", "file:1: an opening is the whole game, not the view of a seat"),
        ("startpos moves b x\n", "file:1: illegal_move x"),
        ("startpos moves a a\n", "file:1: the game is over after it; openings.plies cuts openings"),
    ];
    for (text, message) in cases {
        let error = of_file(text, OpeningOrder::Sequential, 1, 1).unwrap_err();
        assert_eq!(error.replace(ACCEPTED, " (accepted)"), message);
    }
    assert!(of_file("# nothing\n", OpeningOrder::Random, 1, 1).unwrap_err().ends_with("contains no opening"));
    let missing = Openings::File { file: "/no/such/file".into(), digest: String::new(), choice: ListChoice::default() };
    let error = taken(&with(missing, 1), &mut letters(false, 0), 1).unwrap_err();
    assert!(error.starts_with("cannot read the openings /no/such/file: "), "{error}");
    let file = tempfile::NamedTempFile::new().unwrap();
    let changed = Openings::File { file: file.path().into(), digest: "0".to_string(), choice: ListChoice::default() };
    let error = taken(&with(changed, 1), &mut letters(false, 0), 1).unwrap_err();
    assert!(error.ends_with("has changed since the plan was read"), "{error}");
}

#[test]
fn an_unbalanced_opening_is_taken_only_with_a_deal() {
    let plan = with(random(2, 5), 1);
    let error = taken(&plan, &mut letters(false, 900), 1).unwrap_err();
    assert!(error.starts_with("opening 0: none of 400 random openings is balanced"), "{error}");
    let mut referee = letters(true, 900);
    let opening = taken(&plan, &mut referee, 1).unwrap().remove(0);
    assert_eq!(opening.moves.len(), 3);
}

#[test]
fn a_deck_is_asked_for_by_its_name() {
    let deck = |name: &str| {
        let openings = Openings::Deck { deck: name.to_string(), choice: ListChoice::default() };
        taken(&with(openings, 1), &mut letters(false, 0), 3).map(|openings| openings[1].moves.clone())
    };
    assert_eq!(deck("pairs").unwrap(), ["b", "c"]);
    assert_eq!(deck("x").unwrap_err(), "unknown deck x; the decks are: pairs, odd");
    assert_eq!(deck("odd").unwrap_err(), "deck odd, opening 2: illegal_move x");
}
