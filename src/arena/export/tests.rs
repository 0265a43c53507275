//! Exports of synthetic records, and dates.

use super::{export, plain, portable};
use crate::arena::record::{FaultKind, FaultRecord, Record};
use crate::arena::statistics::synthetic::{plan, records};
use kit::transcript::date;

fn record() -> Record {
    records(&plan(&["a", "b"], 2), 2, &[0.0, 0.0], 0.0).remove(0)
}

/// Days that GNU `date -u -d @SECONDS +%Y.%m.%d` gives.
#[test]
fn dates_are_those_of_the_calendar() {
    let table = [
        (0, "1970.01.01"),
        (951_782_399, "2000.02.28"),
        (951_782_400, "2000.02.29"),
        (951_868_800, "2000.03.01"),
        (1_735_603_200, "2024.12.31"),
        (1_735_689_600, "2025.01.01"),
        (4_107_542_400, "2100.03.01"),
    ];
    for (seconds, expected) in table {
        assert_eq!(date(seconds), expected);
    }
}

/// Every token has its line; seats, verdicts and faults are named.
#[test]
fn a_transcript_has_everything() {
    let mut record = record();
    record.moves.truncate(4);
    record.movers.truncate(4);
    record.said.truncate(4);
    record.moves.push("!end/p1win/time".to_string());
    record.movers.push(0);
    record.faults.push(FaultRecord {
        kind: FaultKind::Time,
        seat: 2,
        entrant: "b".to_string(),
        ply: 4,
        decisive: true,
        text: "12 ms late".to_string(),
        dialogue: Vec::new(),
    });
    let text = plain(&record);
    assert!(text.starts_with("game a:b/0/0: toss\np1 a (toy)\np2 b (toy)\nfrom startpos\n\n"), "{text}");
    let lines: Vec<&str> = text.lines().skip(5).collect();
    let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    assert_eq!(words(lines[0])[..2], ["1.", "opening"]);
    assert_eq!(words(lines[2]).join(" "), "3. p1 m2 score +2, depth 5, 102 nodes 2 ms");
    assert_eq!(words(lines[4]).join(" "), "5. verdict !end/p1win/time");
    assert_eq!(lines[6], "fault at ply 4: time of p2 (b): 12 ms late");
    assert!(lines[7].contains(": time, scores "), "{}", lines[7]);
    assert!(text.is_ascii() && text.ends_with("\n\n"));
}

/// A game with a format of its own gets it, with the rules of the record; others say that they have none.
#[test]
fn formats_come_from_the_games() {
    let mut record = record();
    assert!(export(&record, "cup").unwrap_err().to_string().contains("toss"));
    assert!(portable("toss").is_none());
    record.game = "checkers".to_string();
    record.options = vec!["Checkers.DrawPlies=50".to_string(), "Checkers.Numbering=jijbent".to_string()];
    record.moves = vec!["22-18".to_string()];
    let text = export(&record, "cup").unwrap();
    assert!(text.contains("[Event \"cup\"]\n[Site \"here\"]\n[Date \"2023.11.14\"]\n[Round \"a:b/0/0\"]\n"), "{text}");
    assert!(text.contains("\n1. 11-15 {"), "{text}");
    assert_eq!(portable("checkers").unwrap().extension, "pdn");
    record.options = vec!["nonsense".to_string()];
    assert!(export(&record, "cup").is_err());
}
