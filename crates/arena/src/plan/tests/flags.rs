//! Tests that flags set the same values as keys and override them.

use super::super::{Clock, MoveLimits, Openings};
use super::{SHORT, TestFolder, flags};
use crate::plan::key_origins::FORMER_TABLE;
use crate::plan::{Flags, read};
use clap::{Args, Command};
use std::collections::BTreeMap;

#[test]
fn a_plan_has_its_defaults() {
    let folder = TestFolder::new(SHORT);
    let plan = folder.read(&[]).unwrap();
    assert_eq!((plan.name.as_str(), plan.seed, plan.run.concurrency), ("plan", 1, 1));
    assert_eq!(plan.run.out, folder.path("plan"));
    assert_eq!(plan.run.folder, folder.folder.path());
    assert_eq!(plan.openings, Openings::Start);
    assert_eq!(plan.participants[1].program, plan.referee);
    assert_eq!(plan.participants[1].limit, None);
    let json = serde_json::to_string(&plan).unwrap();
    assert_eq!(serde_json::from_str::<super::Plan>(&json).unwrap(), plan);
}

#[test]
fn paths_are_relative_to_the_plan_or_to_the_current_folder() {
    let lines = "[run]\nlog_dir = \"logs\"\n[openings]\nfrom = \"file\"\nfile = \"openings.txt\"\n";
    let folder = TestFolder::new(&format!("{SHORT}command = \"./engine\"\ndir = \"work\"\n{lines}"));
    let plan = folder.read(&["--out", "here/results"]).unwrap();
    assert_eq!(plan.participants[1].program.command, folder.path("engine"));
    assert_eq!(plan.participants[1].program.dir, Some(folder.path("work")));
    assert_eq!(plan.run.log_dir, Some(folder.path("logs")));
    assert_eq!(plan.run.out, std::env::current_dir().unwrap().join("here/results"));
    assert!(matches!(plan.openings, Openings::File { file, .. } if file == folder.path("openings.txt")));
}

#[test]
fn flags_override_the_file() {
    let folder = TestFolder::new(&format!("game.options = {{ Toy.Size = 3, \"Toy.Big\" = true }}{SHORT}nodes = 7\n"));
    let words = ["--games", "20", "--game-options", "Toy.Size=4", "--game-options", "Toy.Name=x y", "--seed=9"];
    let plan = folder.read(&words).unwrap();
    assert_eq!((plan.format.games, plan.seed), (20, 9));
    let options = [("Toy.Big", "true"), ("Toy.Name", "x y"), ("Toy.Size", "4")];
    assert_eq!(plan.game.options, options.map(|(name, value)| (name.to_string(), value.to_string())).into());
    assert_eq!(plan.participants[1].limit, Some(MoveLimits { nodes: Some(7), ..MoveLimits::default() }));
}

#[test]
fn a_flag_overrides_a_key_of_the_file_that_it_excludes() {
    let folder = TestFolder::new(&format!("limit.clock = 500\nopenings = {{ from = \"random\", plies = 3 }}{SHORT}"));
    let plan = folder.read(&["--movetime", "30", "--openings-from", "start"]).unwrap();
    assert_eq!((plan.limit.move_limits.movetime, plan.limit.move_limits.clock), (Some(30), None));
    assert_eq!(plan.openings, Openings::Start);
    let error = folder.read(&["--movetime", "30", "--clock", "40"]).unwrap_err();
    assert_eq!(error, "--clock: a clock and movetime exclude each other");
    let error = folder.read(&["--openings-from", "start", "--openings-plies", "4"]).unwrap_err();
    assert_eq!(error, "--openings-plies: has a meaning only with openings.from = \"random\"");
}

/// A number without a unit is in seconds in `--clock` and `clock=`, but in milliseconds in `--limit-clock-ms`,
/// `clock_ms=` and files.
#[test]
fn clocks_have_units_in_flags_and_milliseconds_in_files() {
    let clock = |base, increment| Some(Clock { base, increment, moves: None });
    let own = |plan: &crate::plan::Plan| plan.participants[1].limit.as_ref().and_then(|limit| limit.clock);
    for key in ["clock_ms", "clock"] {
        let folder = TestFolder::new(&format!("limit.{key} = \"500+5\"{SHORT}{key} = 700\n"));
        let plan = folder.read(&[]).unwrap();
        assert_eq!((plan.limit.move_limits.clock, own(&plan)), (clock(500, 5), clock(700, 0)));
        for (flag, text) in [("--clock", "10+1"), ("--limit-clock-ms", "10000+1000"), ("--limit-clock", "10000+1000")] {
            let plan = folder.read(&[flag, text]).unwrap();
            assert_eq!((plan.limit.move_limits.clock, own(&plan)), (clock(10_000, 1000), clock(700, 0)), "{flag}");
        }
        for word in ["clock=600ms+10ms", "clock=0.6+0.01", "clock_ms=600+10"] {
            let plan = folder.read(&["--participant", &format!("name=b {word}")]).unwrap();
            assert_eq!(own(&plan), clock(600, 10), "{word}");
        }
    }
}

#[test]
fn participants_can_be_given_as_words() {
    let words =
        "name=c command=cat args='-n \"two words\"' options.Skill=3 'options.Clear Hash=' env.X=1 clock=40/60+0.6";
    let plan = TestFolder::new(SHORT).read(&["--participant", words, "--participant", "name=a depth=3"]).unwrap();
    let names: Vec<&str> = plan.participants.iter().map(|participant| participant.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c"]);
    assert_eq!(plan.participants[0].limit, Some(MoveLimits { depth: Some(3), ..MoveLimits::default() }));
    let participant = &plan.participants[2];
    assert_eq!(participant.program.args, ["-n", "two words"]);
    let options = [("Clear Hash", ""), ("Skill", "3")].map(|(name, value)| (name.to_string(), value.to_string()));
    assert_eq!(participant.program.options, BTreeMap::from(options));
    let clock = Clock { base: 60_000, increment: 600, moves: Some(40) };
    assert_eq!(participant.limit, Some(MoveLimits { clock: Some(clock), ..MoveLimits::default() }));
}

/// The former flag `--entrant` is equivalent to `--participant`.
#[test]
fn the_former_flag_of_participants_is_accepted() {
    let folder = TestFolder::new(SHORT);
    let former = format!("--{FORMER_TABLE}");
    let plan = folder.read(&[&former, "name=c nodes=7", "--participant", "name=d"]).unwrap();
    assert_eq!(plan, folder.read(&["--participant", "name=c nodes=7", "--participant", "name=d"]).unwrap());
    assert_eq!(plan.participants.len(), 4);
    let help = Flags::augment_args(Command::new("run")).render_long_help().to_string();
    assert!(help.contains("--participant <WORDS>") && !help.contains(&former));
}

#[test]
fn a_plan_can_be_made_of_flags_alone() {
    let given = ["--game", "toy", "--games", "2", "--nodes", "5", "--participant", "name=a", "--participant", "name=b"];
    let error = read(None, &flags(&given).unwrap()).unwrap_err().to_string();
    assert_eq!(error, "--run-out: is missing");
    let (plan, _) = read(None, &flags(&[&given[..], &["--out", "x/y"]].concat()).unwrap()).unwrap();
    assert_eq!((plan.name.as_str(), plan.participants.len()), ("y", 2));
}

#[test]
fn messages_about_flags_name_them() {
    let cases: &[(&[&str], &str)] = &[
        (&["--games", "x"], "error: invalid value 'x' for '--format-games <GAMES>': expected a whole number, found x"),
        (
            &["--concurrency", "0"],
            "error: invalid value '0' for '--run-concurrency <CONCURRENCY>': 0 is not within 1 to 1024",
        ),
        (
            &["--clock", "1:30"],
            "error: invalid value '1:30' for '--clock <CLOCK>': expected [MOVES/]BASE[+INCREMENT] in seconds or with a unit, such as ",
        ),
        (
            &["--clock", "100000"],
            "error: invalid value '100000' for '--clock <CLOCK>': 100000 is not within 1ms to 24h",
        ),
        (
            &["--limit-clock-ms", "10s"],
            "error: invalid value '10s' for '--limit-clock-ms <CLOCK_MS>': expected [MOVES/]BASE[+INCREMENT] in milliseconds, found 10s",
        ),
        (
            &["--clock", "1", "--limit-clock", "1000"],
            "--limit-clock-ms: it sets the same limit as --clock: give one of the two",
        ),
        (
            &["--participant", "name=c clock=x"],
            "error: invalid value 'name=c clock=x' for '--participant <WORDS>': clock: expected [MOVES/]BASE[+INCREMENT] in sec",
        ),
        (
            &["--participant", "name=c clock=1 clock_ms=1000"],
            "--participant \"name=c clock=1 clock_ms=1000\": clock_ms: it sets the same limit as --participant \"",
        ),
        (
            &["--game-options", "x"],
            "error: invalid value 'x' for '--game-options <OPTIONS>': expected NAME=VALUE, found x",
        ),
        (&["--ratings-anchors", "c=1"], "--ratings-anchors: no participant has the name c"),
        (&["--stop-sprt-elo0", "-3"], "plan.toml: stop.sprt.elo1: is missing"),
        (
            &["--participant", "name"],
            "error: invalid value 'name' for '--participant <WORDS>': expected KEY=VALUE, found name",
        ),
        (
            &["--participant", "name='c"],
            "error: invalid value 'name='c' for '--participant <WORDS>': a quote is not closed",
        ),
        (
            &["--participant", "name=c nodes=0"],
            "error: invalid value 'name=c nodes=0' for '--participant <WORDS>': nodes: 0 is not within 1 to 1000000000000",
        ),
        (
            &["--participant", "name=c x=0"],
            "error: invalid value 'name=c x=0' for '--participant <WORDS>': x: unknown key, expected one of name, command, ",
        ),
        (&["--participant", "nodes=5"], "--participant \"nodes=5\": name: is missing"),
        (&["--participant", "name=c command=./no"], "--participant \"name=c command=./no\": command: no such file: "),
    ];
    for (words, message) in cases {
        let error = TestFolder::new(SHORT).read(words).expect_err(message);
        assert!(error.starts_with(message), "{words:?} gives {error}");
    }
}
