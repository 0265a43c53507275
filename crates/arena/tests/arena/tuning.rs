//! Tests for `tune`: the toy engine is tuned to a known optimum, and stopped, resumed and disturbed by faults.

use super::commands::{TestTournament, arena, stderr_text, text};
use serde_json::Value;
use std::process::Output;
use testing::{engine, toy};

/// Tunes the toy engine, which has these additional arguments, with these flags.
fn tune(test: &TestTournament, toy_arguments: &str, flags: &[&str]) -> Output {
    let participant = format!("name=toy command={} args='--optimum 70,40 {toy_arguments}'", toy());
    let out = test.out();
    let usual = ["tune", "--quiet", "--game", "checkers", "--nodes", "1", "--referee-command", engine(), "--out", &out];
    let tuned = ["--participant", &participant, "--tune-parameter", "name=toy.first r_end=0.1"];
    arena(&[&usual[..], &tuned, &["--tune-parameter", "name=Toy.Second r_end=0.1"], flags].concat())
}

/// Returns the object `tuning` of the report.
fn tuning(test: &TestTournament) -> Value {
    let report = arena(&["report", &test.out(), "--json"]);
    serde_json::from_slice::<Value>(&report.stdout).unwrap()["tuning"].take()
}

#[test]
fn a_tuning_finds_the_same_values_after_an_interruption_and_on_any_number_of_cores() {
    let test = TestTournament::new("tune");
    let output = tune(&test, "", &["--games", "200", "--concurrency", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
    assert!(text(&output).contains("Parameters after 100 of 100 iterations\n"), "{}", text(&output));
    let (found, digest) = (tuning(&test), test.digest());
    let value = |index: usize, key: &str| found["parameters"][index][key].as_f64().unwrap();
    let (first, second) = (value(0, "value"), value(1, "value"));
    assert!((first - 70.0).abs() < 25.0 && (second - 40.0).abs() < 25.0, "{found}");
    assert_eq!((value(0, "start"), value(1, "start"), value(0, "max"), value(0, "c_end")), (20.0, 80.0, 100.0, 5.0));
    let expected = format!("  options = {{ \"Toy.First\" = {first:.0}, \"Toy.Second\" = {second:.0} }}\n");
    assert!(text(&output).contains(&expected), "{expected}{}", text(&output));

    // The runner was killed when 31 games were finished. They are not those of the first iterations, because the games
    // of a later iteration may end first.
    let kept: Vec<String> = test.lines().into_iter().take(32).filter(|line| !line.contains(":toy-/9/1\"")).collect();
    std::fs::write(test.results(), kept.join("\n") + "\n").unwrap();
    let status = arena(&["status", &test.out()]);
    assert_eq!(status.status.code(), Some(2));
    assert!(text(&status).starts_with("out: 31 of 200 games of checkers\nmissing: 169, "), "{}", text(&status));
    assert!(text(&status).contains("\nToy.First "), "{}", text(&status));
    assert_eq!(tune(&test, "", &["--games", "200", "--concurrency", "2"]).status.code(), Some(0));
    assert_eq!((test.digest(), tuning(&test)), (digest, found));

    let refused = tune(&test, "", &["--games", "220", "--tune-blocks", "2"]);
    let error = stderr_text(&refused);
    assert_eq!(refused.status.code(), Some(4));
    assert!(error.ends_with("\n  format.games: was 200, is 220\n  tune.blocks: was 1, is 2\n"), "{error}");

    let page = test.0.join("page.html");
    assert_eq!(arena(&["report", &test.out(), "--html", page.to_str().unwrap()]).status.code(), Some(0));
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("\"parameters\":[{\"name\":\"Toy.First\""));
}

#[test]
fn faults_move_no_value() {
    let test = TestTournament::new("tune-faults");
    let flags = ["--games", "40", "--concurrency", "2", "--tune-in-flight", "2"];
    // An engine crashes in each game whose seed for it begins with these digits.
    let ill = r#"--die "setoption name Seed value 13""#;
    assert_eq!(tune(&test, ill, &flags).status.code(), Some(0));
    let found = tuning(&test);
    let faulty: Vec<u64> = (0..20)
        .filter(|block| {
            let id = format!("\"toy+:toy-/{block}/");
            test.lines().iter().any(|line| line.contains(&id) && line.contains("\"faults\":"))
        })
        .collect();
    assert!((1..15).contains(&faulty.len()), "{faulty:?}");
    assert_eq!(found["left_out"], faulty.len());
    for iteration in faulty {
        for parameter in found["parameters"].as_array().unwrap() {
            let value = |number: u64| parameter["curve"][number as usize][1].as_f64().unwrap();
            assert_eq!(value(iteration + 1), value(iteration), "{parameter}");
        }
    }
    let report = text(&arena(&["report", &test.out()]));
    assert!(report.contains(" iterations made no step, because all their blocks had a fault\n"), "{report}");

    // A game that is played again takes those with it that depend on it.
    let before = test.lines();
    assert_eq!(tune(&test, ill, &[&flags[..], &["--redo", "toy+:toy-/10/0"]].concat()).status.code(), Some(0));
    assert_eq!((test.lines().len(), tuning(&test)), (40, found));
    let again = test.lines().iter().filter(|line| line.contains("\"redone\":1")).count();
    assert_eq!((again, before.len()), (1 + 2 * 8, 40));
}

#[test]
fn a_value_that_the_engine_rejects_is_a_fault() {
    let test = TestTournament::new("tune-rejected");
    let sly = r#"--say "setoption name Toy.First value 2=info string error bad_argument too many""#;
    assert_eq!(tune(&test, sly, &["--games", "4", "--tune-in-flight", "1"]).status.code(), Some(0));
    let found = tuning(&test);
    assert_eq!((found["left_out"].as_u64(), found["parameters"][0]["last"].as_f64()), (Some(2), Some(20.0)));
    assert!(test.lines().iter().all(|line| line.contains("\"kind\":\"no-handshake\"")), "{:?}", test.lines());
    assert!(test.lines()[0].contains("rejects option Toy.First: bad_argument too many"), "{}", test.lines()[0]);
}

#[test]
fn parameters_that_contradict_each_other_are_no_plan() {
    let test = TestTournament::new("tune-plan");
    assert_eq!(tune(&test, "", &["--games", "2"]).status.code(), Some(0));
    let csv = text(&arena(&["report", &test.out(), "--csv", "parameters"]));
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("name,value,spread,last,min,max,start,c_end,r_end"));
    assert!(
        lines.next().is_some_and(|line| line.starts_with("Toy.First,") && line.ends_with(",0,100,20,5,0.1")),
        "{csv}"
    );
    assert_eq!(lines.count(), 1);

    let file = test.0.join("out/plan.json");
    let plan = std::fs::read_to_string(&file).unwrap();
    for (right, wrong) in
        [("\"max\": 100", "\"max\": -1"), ("\"blocks\": 1", "\"blocks\": 0"), ("\"c_end\": 5.0", "\"c_end\": 0")]
    {
        std::fs::write(&file, plan.replace(right, wrong)).unwrap();
        for command in ["status", "report"] {
            let output = arena(&[command, &test.out()]);
            assert_eq!(output.status.code(), Some(4));
            assert!(
                stderr_text(&output)
                    .ends_with("plan.json: not a plan: the numbers of the tuning contradict each other\n")
            );
        }
    }
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let test = TestTournament::new("tune-refused");
    let refused = |flags: &[&str]| {
        let output = tune(&test, "", &[&["--games", "8"], flags].concat());
        assert_eq!(output.status.code(), Some(4));
        stderr_text(&output).lines().last().unwrap_or_default().to_string()
    };
    let flag = "speltafel-arena: --tune-parameter \"name=";
    for (words, message) in [
        ("name=Toy.Fist", "Toy.Fist\": name: the engine declares no option Toy.Fist; did you mean Toy.First?"),
        ("name=Game", "Game\": name: Game is no spin option: only whole numbers are tuned"),
        ("name=Checkers.DrawPlies", "Checkers.DrawPlies\": name: Checkers.DrawPlies is set to one value in all games"),
    ] {
        assert_eq!(refused(&["--tune-parameter", words]), format!("{flag}{message}"));
    }
    let words = refused(&["--each", "options.Toy.First=3"]);
    assert_eq!(words, format!("{flag}toy.first r_end=0.1\": name: Toy.First is set to one value in all games"));
    assert_eq!(
        refused(&["--tune-blocks=3"]),
        "speltafel-arena: --games: an iteration has 6 games; 8 games are not a whole number of iterations; use 6 or 12"
    );
    assert!(refused(&["--game=querbeet", "--game-options=Querbeet.Players=3"]).contains("needs a game of two sides"));
    let plan = ["--game=jeex", "--games=2", "--nodes=1", "--participant=name=a", "--participant=name=b", "--out", "x"];
    let none = arena(&[&["tune"], &plan[..]].concat());
    assert_eq!(stderr_text(&none), "speltafel-arena: --tune-parameter: is missing: a tuning needs a parameter\n");
    let file = test.0.join("plan.toml");
    std::fs::write(&file, "tune = [\n").unwrap();
    let broken = stderr_text(&arena(&["tune", file.to_str().unwrap()]));
    assert!(broken.ends_with("plan.toml:1: unclosed array, expected `]`\n") && broken.lines().count() == 1, "{broken}");
    std::fs::write(&file, "[tune]\nparameter = [{ name = \"x\" }]\n").unwrap();
    let wrong = stderr_text(&arena(&["run", file.to_str().unwrap()]));
    assert!(wrong.ends_with("plan.toml:1: tune: a tuning is played by `speltafel-arena tune`\n"), "{wrong}");
}
