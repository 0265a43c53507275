//! Tests for the report page: its content, escaping, choice of games, and size.

use super::random::{games, plan, record, referee};
use arena::plan::{EloModel, Plan, Sprt};
use arena::report::{self, Summary, html};
use data_encoding::BASE64;
use flate2::read::DeflateDecoder;
use runner::record::{Fault, Record};
use serde_json::Value;
use std::path::PathBuf;
use ugi::Client;

/// Returns the path of a page. The page is kept after the test.
fn place(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("report-{name}.html"))
}

/// Writes a report page for these records and returns its text.
fn page(
    name: &str,
    plan: &Plan,
    records: &[Record],
    client: &mut Client,
    requested: &[String],
) -> anyhow::Result<String> {
    let path = place(name);
    let mut builder = html::PageBuilder::default();
    records.iter().for_each(|record| builder.add(record));
    let again = records.iter().cloned().map(Ok);
    builder.write(plan, &Summary::of(plan, records), again, client, requested, &path)?;
    Ok(std::fs::read_to_string(&path)?)
}

/// Returns the data of a page.
pub fn data(page: &str) -> Value {
    let start = page.split_once(r#"id="data">"#).unwrap().1;
    serde_json::from_str(start.split_once("</script>").unwrap().0).unwrap()
}

/// Returns the ids of the games that the viewer contains.
fn shown(page: &str) -> Vec<String> {
    data(page)["shown"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_string()).collect()
}

/// Returns the games that the viewer contains, as the page unpacks them.
fn unpacked(page: &str) -> Vec<Value> {
    let unpack = |game: &Value| {
        let bytes = BASE64.decode(game["packed"].as_str().unwrap().as_bytes()).unwrap();
        serde_json::from_reader(DeflateDecoder::new(&bytes[..])).unwrap()
    };
    data(page)["shown"].as_array().unwrap().iter().map(unpack).collect()
}

/// Returns the records of two complete games and of two games that a fault ended early.
fn few(plan: &Plan, client: &mut Client) -> Vec<Record> {
    let longest = |block: u64| if block == 1 { 5 } else { usize::MAX };
    let places = [(0, 0), (0, 1), (1, 0), (1, 1)];
    places.map(|(block, seating)| record(plan, client, block, seating, longest(block)).unwrap()).to_vec()
}

/// Returns `count` records by repeating the same games in other blocks.
fn many(records: &[Record], count: usize) -> Vec<Record> {
    let copy = |number: usize| {
        let mut record = records[number % records.len()].clone();
        record.block = (number / 2) as u64;
        record.seating = number % 2;
        record.id = format!("{}/{}/{}", record.pairing, record.block, record.seating);
        record
    };
    (0..count).map(copy).collect()
}

#[test]
fn every_game_has_a_page() {
    let mut client = referee();
    for game in games() {
        let plan = plan(&game, &["new", "old"]);
        let records = few(&plan, &mut client);
        let text = page(&game, &plan, &records, &mut client, &[]).unwrap();
        assert_eq!(shown(&text).len(), records.len(), "{game}");
        let summary = Summary::of(&plan, &records);
        let note = summary.tally.forgiven_note().unwrap();
        assert!(text.contains(&note) && report::text(&summary).contains(&note), "{note}");
        for (game, record) in unpacked(&text).iter().zip([&records[2], &records[0]]) {
            for (list, more) in [("boards", 1), ("moves", 0), ("facts", 0)] {
                assert_eq!(game[list].as_array().unwrap().len(), record.played.moves.len() + more, "{list}");
            }
            assert!(game["error"].is_null());
        }
        let (first, faults) = (&data(&text)["summary"]["pairs"][0], &data(&text)["faults"]);
        assert_eq!(
            (&first["first"], &first["second"], &faults[0][1]["kind"]),
            (&"new".into(), &"old".into(), &"crash".into())
        );
    }
}

#[test]
fn nothing_is_loaded_from_outside() {
    let mut client = referee();
    let plan = plan("jeex", &["new", "old"]);
    let records = few(&plan, &mut client);
    let text = page("alone", &plan, &records, &mut client, &[]).unwrap();
    // The SVG namespace and references within the page are not external links.
    let text = text.replace("http://www.w3.org/2000/svg", "").replace("url(#", "");
    for word in ["http:", "https:", "src=", "@import", "url(", "<link", "fetch(", "XMLHttpRequest", "import("] {
        assert!(!text.contains(word), "{word}");
    }
    assert!(text.contains("default-src 'none'"));
}

#[test]
fn no_text_breaks_out_of_the_page() {
    let evil = "\"'><img onerror=x></script><script>alert(1)</script>&\u{2028}";
    let mut client = referee();
    let harmless = plan("jeex", &["new", "old"]);
    let mut hostile = harmless.clone();
    hostile.name = evil.to_string();
    hostile.participants.iter_mut().for_each(|participant| {
        participant.name.push_str(evil);
        participant.program.options.insert(evil.to_string(), evil.to_string());
    });
    let tame = few(&harmless, &mut client);
    let mut wild = few(&hostile, &mut client);
    for record in &mut wild {
        record.run.host = evil.to_string();
        record.engines.iter_mut().for_each(|engine| engine.name = evil.to_string());
        for fault in &mut record.faults {
            (fault.text, fault.dialogue) = (evil.to_string(), vec![evil.to_string()]);
        }
    }
    // The referee rejects this token, so the game cannot be drawn, and the page contains the error message.
    wild[3].played.moves[3] = evil.to_string();
    wild[3].played.reason = evil.to_string();
    wild[1].played.result = evil.to_string();
    let tame = page("tame", &harmless, &tame, &mut client, &[]).unwrap();
    let wild = page("wild", &hostile, &wild, &mut client, &[]).unwrap();
    assert!(!wild.contains("<img") && !wild.contains("alert(1)</script"));
    // In older JavaScript, this character ends a line even within a string.
    assert!(!wild.split_once("id=\"data\">").unwrap().1.contains('\u{2028}'));
    let scripts = |text: &str| (text.matches("<script").count(), text.matches("</script").count());
    assert_eq!((scripts(&wild), scripts(&tame)), ((2, 2), (2, 2)));
    let games = unpacked(&wild);
    assert!(games.iter().any(|game| game["faults"][0]["text"] == evil && game["engines"][0]["name"] == evil));
    assert!(games.iter().any(|game| game["error"].as_str().is_some_and(|text| text.contains("is not a word"))));
    assert_eq!(data(&wild)["summary"]["name"], evil);
}

#[test]
fn at_most_three_hundred_games_are_shown_and_all_are_listed() {
    let mut client = referee();
    let plan = plan("checkers", &["new", "old"]);
    let records = many(&few(&plan, &mut client), 1000);
    let requested = [records[998].id.clone(), records[500].id.clone(), records[998].id.clone()];
    let text = page("many", &plan, &records, &mut client, &requested).unwrap();
    let found = shown(&text);
    assert_eq!(found.len(), html::MAX_SHOWN_GAMES);
    assert_eq!(found[..2], requested[..2]);
    // Games with faults, which are half of all games, must not displace the first games without a fault.
    for first in [&records[0], &records[1], &records[4], &records[2], &records[3]] {
        assert!(found.contains(&first.id), "{}", first.id);
    }
    assert!(
        found.iter().filter(|id| records.iter().any(|game| game.id == **id && !game.faults.is_empty())).count() > 200
    );
    let data = data(&text);
    assert_eq!(data["games"].as_array().unwrap().len(), 1000);
    assert_eq!(data["games"][2]["ending"], "crash");
}

#[test]
fn a_league_shows_the_first_games_of_every_pairing() {
    let mut client = referee();
    let names = ["amber", "birch", "cedar", "dogwood-with-a-very-long-name-indeed", "elm"];
    let league = plan("querbeet", &names);
    let mut records = Vec::new();
    for (number, one) in names.iter().enumerate() {
        for other in &names[number + 1..] {
            let pair = plan("querbeet", &[one, other]);
            let games = [(0, 0), (0, 1)]
                .map(|(block, seating)| record(&pair, &mut client, block + 7 * number as u64, seating, usize::MAX));
            records.extend(many(&games.map(Result::unwrap), 100));
        }
    }
    let text = page("league", &league, &records, &mut client, &[]).unwrap();
    let found = shown(&text);
    // There are ten pairings with twenty shown games each. The list begins with the first game of every pairing.
    assert_eq!(found.len(), 200);
    let firsts: std::collections::BTreeSet<&str> = found[..10].iter().map(|id| id.split_once('/').unwrap().0).collect();
    assert_eq!(firsts.len(), 10);
    assert!(found[..10].iter().all(|id| id.ends_with("/0/0")));
}

#[test]
fn three_seats_have_a_page() {
    let mut client = referee();
    let mut plan = plan("querbeet", &["amber", "birch", "cedar"]);
    plan.game.options.insert("Querbeet.Players".to_string(), "3".to_string());
    let games = [0, 1, 2].map(|seating| record(&plan, &mut client, 0, seating, usize::MAX).unwrap());
    let text = page("three", &plan, &games, &mut client, &[]).unwrap();
    assert_eq!(shown(&text).len(), 3);
}

#[test]
fn games_that_cannot_be_shown_are_refused_and_the_old_page_stays() {
    let mut client = referee();
    let plan = plan("jeex", &["new", "old"]);
    let records = many(&few(&plan, &mut client), 400);
    let before = page("kept", &plan, &records[..2], &mut client, &[]).unwrap();
    let error = |requested: &[String], client: &mut Client| {
        format!("{:#}", page("kept", &plan, &records, client, requested).unwrap_err())
    };
    let unknown = ["new:old/7/1".to_string(), "old:new/7/1".to_string(), "x\u{7}".to_string()];
    assert_eq!(error(&unknown, &mut client), "no finished game has the id old:new/7/1, x\\x07");
    let all: Vec<String> = records.iter().map(|record| record.id.clone()).collect();
    assert_eq!(error(&all, &mut client), "400 games requested: a page shows at most 300");
    let gone = format!("{:#}", page("no/folder", &plan, &records[..2], &mut client, &[]).unwrap_err());
    assert!(gone.starts_with("cannot write"), "{gone}");
    assert_eq!(std::fs::read_to_string(place("kept")).unwrap(), before);
}

#[test]
fn ten_thousand_games_fit() {
    let mut client = referee();
    let mut page_of = |game: &str, count: usize| {
        let mut plan = plan(game, &["new", "old"]);
        plan.stop.sprt = Some(Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic });
        let fault = few(&plan, &mut client)[2].faults[0].clone();
        let game = |number: u64| record(&plan, &mut client, number / 2, number as usize % 2, usize::MAX).unwrap();
        let mut whole: Vec<Record> = (0..4).map(game).collect();
        // With a fault in every game, all games are candidates for the viewer.
        whole.iter_mut().for_each(|record| record.faults = vec![Fault { decisive: false, ..fault.clone() }]);
        page("large", &plan, &many(&whole, count), &mut client, &[]).unwrap()
    };
    let text = page_of("jeex", 10_000);
    assert!(text.len() < 4 << 20, "{} bytes", text.len());
    assert_eq!(data(&text)["summary"]["settings"]["stop"]["elo1"], 5.0);
    assert_eq!(shown(&text).len(), html::MAX_SHOWN_GAMES);
    // A page shows ten times as many games as this. Games of Keezen are the longest.
    let text = page_of("keezen", html::MAX_SHOWN_GAMES / 10);
    assert!(text.len() < 2 << 20, "{} bytes", text.len());
    assert_eq!(shown(&text).len(), html::MAX_SHOWN_GAMES / 10);
}
