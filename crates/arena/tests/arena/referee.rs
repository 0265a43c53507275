//! Tests for referees that die: the game goes on with a new referee, or it has no result and the next game is played.

use super::commands::{TestTournament, arena, stderr_text, text};
use runner::record::Record;
use testing::toy;

/// Plays these games with the toy engine as the referee. `arguments` are those of the toy.
pub fn run(test: &TestTournament, arguments: &str, flags: &[&str]) -> std::process::Output {
    // The participants are toy engines too, without faults.
    let usual = ["--referee-command", toy(), "--referee-args", arguments, "--participant", "name=b"];
    test.command(&[&usual, flags].concat()).output().unwrap()
}

pub fn records(test: &TestTournament) -> Vec<Record> {
    let mut records: Vec<Record> = test.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    records.sort_by(|one, other| one.id.cmp(&other.id));
    records
}

/// Returns the arguments of a referee that dies in every position that begins with these moves.
pub fn dies_after(record: &Record, moves: usize) -> String {
    format!("--die 'position startpos moves {}'", record.played.moves[..moves].join(" "))
}

#[test]
fn a_referee_that_dies_is_replaced_and_changes_nothing() {
    let partners = ["--game", "keezen", "--game-options", "Keezen.Partners=hidden"];
    // Half of an answer is none. As an answer, it would make a move illegal.
    let torn = "--die 'query islegal' --after 18 --torn 'response f'";
    for (game, flags, arguments) in [("jeex", &[][..], torn), ("keezen", &partners, "--die position --after 33")] {
        let (sound, ill) = (format!("{game}-sound"), format!("{game}-ill"));
        let (sound, ill) = (TestTournament::new(&sound), TestTournament::new(&ill));
        let flags = [&["--games", "4"], flags].concat();
        let output = run(&sound, "", &flags);
        assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
        let output = run(&ill, arguments, &[&flags[..], &["--strict"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
        assert_eq!(sound.digest(), ill.digest(), "{game}");
    }
}

#[test]
fn a_referee_that_hangs_is_replaced() {
    let (sound, ill) = (TestTournament::new("sound"), TestTournament::new("hangs"));
    assert_eq!(run(&sound, "", &["--games", "2"]).status.code(), Some(0));
    let flags = ["--games", "2", "--concurrency", "1", "--run-patience-ready", "5s"];
    let output = run(&ill, "--die position --after 60 --hang", &flags);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
    assert_eq!(sound.digest(), ill.digest());
}

#[test]
fn a_game_in_which_the_referee_always_dies_has_no_result() {
    let sound = TestTournament::new("survives");
    assert_eq!(run(&sound, "", &["--games", "4"]).status.code(), Some(0));
    let sound = records(&sound);
    let opening = sound[0].played.opening;
    // The referee dies in the middle of the first game, or in the opening of the first two.
    for (name, moves, lost) in [("dies-later", opening + 3, 1), ("dies-early", opening, 2)] {
        let test = TestTournament::new(name);
        let output = run(&test, &dies_after(&sound[0], moves), &["--games", "4", "--strict"]);
        assert_eq!(output.status.code(), Some(3), "{}", stderr_text(&output));
        let found = records(&test);
        for (game, (record, other)) in found.iter().zip(&sound).enumerate() {
            if game >= lost {
                assert_eq!(record.reproducible_part(), other.reproducible_part());
                continue;
            }
            assert!(record.has_failed_referee(), "{record:?}");
            assert_eq!((record.played.result.as_str(), record.ending()), ("none", "referee"));
            assert_eq!((record.sides(), record.payoffs()), (other.sides(), vec![0.5, 0.5]));
            let fault = &record.faults[0];
            assert_eq!((fault.who().as_str(), fault.kind.word()), ("the referee", "crash"), "{fault:?}");
            assert!(fault.text.contains("died 3 times") && !fault.dialogue.is_empty(), "{fault:?}");
        }
        assert_eq!(found[0].played.moves.len(), if lost == 1 { moves } else { 1 });
        let report = text(&arena(&["report", &test.out()]));
        assert!(report.contains("the referee") && report.contains("2 games"), "{report}");
        let page = test.out() + ".html";
        assert_eq!(arena(&["report", &test.out(), "--html", &page]).status.code(), Some(0));
        // What was played before the referee died can be replayed by a referee that does not.
        let plan = test.out() + "/plan.json";
        let healed = std::fs::read_to_string(&plan).unwrap().replace("--die", "--script");
        std::fs::write(&plan, healed.replace(&dies_after(&sound[0], moves)[7..].replace('\'', ""), "w")).unwrap();
        let replayed = text(&arena(&["replay", &test.out()]));
        assert!(replayed.ends_with("4 games replayed, 0 with differences\n"), "{replayed}");
    }
}

#[test]
fn ten_failed_games_in_a_row_end_the_tournament() {
    let test = TestTournament::new("never");
    let output = run(&test, "--die 'query result'", &["--games", "20", "--concurrency", "1"]);
    assert_eq!(output.status.code(), Some(4));
    let error = stderr_text(&output);
    assert!(error.contains("the referee failed in 10 games in a row, the last of them a:b/4/1"), "{error}");
    // A few more games may have been played before the tenth was counted.
    assert!((10..20).contains(&test.lines().len()), "{}", test.lines().len());
}

#[test]
fn a_referee_that_answers_nonsense_ends_the_tournament() {
    let test = TestTournament::new("nonsense");
    // The opening has four moves.
    let nonsense = "s/^response position .* moves ([^ ]+ ){5}.*/response nonsense/";
    let script = format!("-c \"{} | sed -uE '{nonsense}'\"", toy());
    let referee = ["--referee-command", "sh", "--referee-args", &script, "--participant", "name=b"];
    let players = format!("command={}", toy());
    let output = test.command(&[&referee[..], &["--each", &players, "--games", "2"]].concat()).output().unwrap();
    let error = stderr_text(&output);
    assert!(error.contains("the referee: query view 1: expected a view"), "{error}");
    assert_eq!(output.status.code(), Some(4));
}
