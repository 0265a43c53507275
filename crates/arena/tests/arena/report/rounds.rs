//! Tests that a knockout and a Swiss tournament show their rounds and their result in all formats.

use crate::commands::{TestTournament, arena, stderr_text, text};
use std::collections::BTreeSet;

/// Plays a tournament of five, and returns it with its report as JSON and its page.
fn played(name: &str, flags: &[&str]) -> (TestTournament, serde_json::Value, String) {
    let test = TestTournament::new(name);
    let more = ["c", "d", "e"].map(|name| format!("name={name} options.Player=random"));
    let more: Vec<&str> = more.iter().flat_map(|words| ["--participant", words.as_str()]).collect();
    let output = test.run(&[&["--games", "2"], flags, &more[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
    let json = serde_json::from_str(&text(&arena(&["report", &test.out(), "--json"]))).unwrap();
    let page = test.0.join("page.html").display().to_string();
    assert_eq!(arena(&["report", &test.out(), "--html", &page]).status.code(), Some(0));
    (test, json, std::fs::read_to_string(page).unwrap())
}

/// Returns the column of a CSV table.
fn column(test: &TestTournament, table: &str, name: &str) -> Vec<String> {
    let output = text(&arena(&["report", &test.out(), "--csv", table]));
    let mut reader = csv::Reader::from_reader(output.as_bytes());
    let place = reader.headers().unwrap().iter().position(|header| header == name).unwrap();
    reader.records().map(|row| row.unwrap()[place].to_string()).collect()
}

/// Returns the values of a key in a list.
fn values(list: &serde_json::Value, key: &str) -> Vec<String> {
    list.as_array().unwrap().iter().map(|one| one[key].as_str().unwrap().to_string()).collect()
}

#[test]
fn a_knockout_shows_its_bracket() {
    let (test, json, page) = played("bracket", &["--format-kind", "knockout", "--format-third-place", "true"]);
    let order = values(&json["matches"], "participant");
    assert_eq!(
        (values(&json["standings"], "participant"), column(&test, "standings", "participant")),
        (order.clone(), order.clone())
    );
    assert_eq!(column(&test, "rounds", "round"), ["1", "1", "1", "1", "2", "2", "3", "3"]);
    assert_eq!(column(&test, "rounds", "winner")[6..], [order[0].clone(), order[2].clone()]);
    assert_eq!(column(&test, "rounds", "third_place")[6..], ["false", "true"]);
    let decided: BTreeSet<String> = column(&test, "rounds", "decided_by").into_iter().collect();
    assert!(decided.contains("bye") && !decided.contains(""), "{decided:?}");
    assert_eq!(json["rounds"][2][1]["third_place"], true);
    let report = text(&arena(&["report", &test.out()]));
    for part in
        [format!("1. {}", order[0]), format!("3. {}", order[2]), "| third place |".into(), "| semifinals  |".into()]
    {
        assert!(report.contains(&part), "{part}: {report}");
    }
    assert_eq!(super::page::data(&page)["summary"]["rounds"], json["rounds"]);
}

#[test]
fn a_swiss_tournament_shows_its_rounds_and_tie_breaks() {
    let (test, json, page) = played("rounds", &["--format-kind", "swiss", "--rounds", "2"]);
    assert_eq!(column(&test, "rounds", "round"), ["1", "1", "1", "2", "2", "2"]);
    let keys: Vec<[f64; 3]> = json["matches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| ["points", "buchholz", "sonneborn_berger"].map(|key| one[key].as_f64().unwrap()))
        .collect();
    assert!(keys.len() == 5 && keys.is_sorted_by(|one, other| one >= other), "{keys:?}");
    let buchholz: Vec<f64> = column(&test, "standings", "buchholz").iter().map(|sum| sum.parse().unwrap()).collect();
    assert_eq!(buchholz, keys.iter().map(|key| key[1]).collect::<Vec<_>>());
    assert!(text(&arena(&["report", &test.out()])).contains("| Buchholz | Sonneborn-Berger |"));
    assert_eq!(super::page::data(&page)["summary"]["rounds"], json["rounds"]);
}

#[test]
fn a_round_robin_has_no_rounds() {
    let test = TestTournament::new("no-rounds");
    assert_eq!(test.run(&["--games", "2"]).status.code(), Some(0));
    let output = arena(&["report", &test.out(), "--csv", "rounds"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(stderr_text(&output).contains("only a knockout or Swiss tournament has rounds"));
    assert!(!text(&arena(&["report", &test.out()])).contains("Matches"));
}
