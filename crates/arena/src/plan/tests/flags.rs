//! Tests that flags set the same values as keys and override them.

use super::super::{Clock, MoveLimits, Openings, Restart};
use super::{Plan, SHORT, TestFolder, flags};
use crate::plan::read;
use std::collections::BTreeMap;
use std::time::Duration;

fn clock(text: &str) -> Option<Clock> {
    Some(text.parse().unwrap())
}

#[test]
fn a_plan_has_its_defaults() {
    let folder = TestFolder::new(SHORT);
    let plan = folder.read(&[]).unwrap();
    assert_eq!((plan.name.as_str(), plan.seed, plan.run.concurrency), ("plan", 1, 1));
    assert_eq!(plan.run.out, folder.path("plan"));
    assert_eq!(plan.run.folder, folder.folder.path());
    assert_eq!(plan.openings.from, Openings::Start);
    assert_eq!(plan.participants[1].program, plan.referee);
    assert_eq!(plan.participants[1].limit, MoveLimits::default());
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
    assert!(matches!(plan.openings.from, Openings::File { file, .. } if file == folder.path("openings.txt")));
}

#[test]
fn flags_override_the_file() {
    let folder = TestFolder::new(&format!("game.options = {{ Toy.Size = 3, \"Toy.Big\" = true }}{SHORT}nodes = 7\n"));
    let words = ["--games", "20", "--game-options", "Toy.Size=4", "--game-options", "Toy.Name=x y", "--seed=9"];
    let plan = folder.read(&words).unwrap();
    assert_eq!((plan.format.games, plan.seed), (20, 9));
    let options = [("Toy.Big", "true"), ("Toy.Name", "x y"), ("Toy.Size", "4")];
    assert_eq!(plan.game.options, options.map(|(name, value)| (name.to_string(), value.to_string())).into());
    assert_eq!(plan.participants[1].limit, MoveLimits { nodes: Some(7), ..MoveLimits::default() });
}

#[test]
fn a_flag_overrides_a_key_of_the_file_that_it_excludes() {
    let folder =
        TestFolder::new(&format!("limit.clock = \"500ms\"\nopenings = {{ from = \"random\", plies = 3 }}{SHORT}"));
    let plan = folder.read(&["--movetime", "30ms", "--openings-from", "start"]).unwrap();
    assert_eq!(
        (plan.limit.move_limits.movetime, plan.limit.move_limits.clock),
        (Some(Duration::from_millis(30)), None)
    );
    assert_eq!(plan.openings.from, Openings::Start);
    let error = folder.read(&["--movetime", "30ms", "--clock", "40s"]).unwrap_err();
    assert_eq!(error, "--clock: a clock and movetime exclude each other");
    let error = folder.read(&["--openings-from", "start", "--openings-plies", "4"]).unwrap_err();
    assert_eq!(error, "--openings-plies: has a meaning only with openings.from = \"file\" or \"deck\" or \"random\"");
}

#[test]
fn times_have_units_in_files_flags_and_words() {
    let folder = TestFolder::new(&format!("limit.clock = \"500ms+5ms\"{SHORT}clock = \"40/0.7s\"\n"));
    let own = |plan: &Plan| plan.participants[1].limit.clock;
    let plan = folder.read(&[]).unwrap();
    assert_eq!((plan.limit.move_limits.clock, own(&plan)), (clock("0.5s+5ms"), clock("40/700ms")));
    for flag in ["--clock", "--limit-clock"] {
        let plan = folder.read(&[flag, "1m30s+1s"]).unwrap();
        assert_eq!((plan.limit.move_limits.clock, own(&plan)), (clock("90s+1s"), clock("40/700ms")));
    }
    let words = ["--participant", "name=b clock=0.6s+10ms time_margin=50ms", "--limit-time-margin", "1s"];
    let plan = folder.read(&words).unwrap();
    assert_eq!((own(&plan), plan.limit.time_margin), (clock("600ms+0.01s"), Duration::from_secs(1)));
    let margins: Vec<Duration> = plan.participants.iter().map(|own| plan.time_margin_of(own)).collect();
    assert_eq!(margins, [1000, 50].map(Duration::from_millis));
    assert_eq!(folder.read(&["--run-patience-stop", "2m"]).unwrap().run.timeouts.stop, Duration::from_secs(120));
}

#[test]
fn a_clock_is_shown_as_it_can_be_read() {
    for (text, shown) in [
        ("10s+0.1s", "10s+100ms"),
        ("0s+50ms", "0s+50ms"),
        (" 40 / 1m + 0s", "40/1m"),
        ("1ms+24h", "1ms+24h"),
        ("1:30", "1m30s"),
        ("40/1:30+1", "40/1m30s+1s"),
        ("2:00 + 0.5", "2m+500ms"),
        ("1:30+50ms", "1m30s+50ms"),
        ("1:30+0:05", "1m30s+5s"),
    ] {
        let read: Clock = text.parse().unwrap();
        assert_eq!((read.to_string().as_str(), clock(shown)), (shown, Some(read)));
    }
    for text in ["", "x", "1s+", "+1s", "1:3", "1:30+", "1s+1", "1:30+x1", "-1s", "1s+1s+1s", "x/10s", "1s/10s"] {
        assert!(text.parse::<Clock>().is_err(), "{text}");
    }
}

#[test]
fn a_secret_seed_is_not_in_the_plan() {
    let plan = TestFolder::new(&format!("seed = \"secret\"{SHORT}")).read(&[]).unwrap();
    assert!(plan.secret_seed);
    let plan = TestFolder::new(SHORT).read(&["--seed", "secret"]).unwrap();
    assert!(plan.secret_seed);
}

#[test]
fn participants_can_be_given_as_words() {
    let words =
        "name=c command=cat args='-n \"two words\"' options.Skill=3 'options.Clear Hash=' env.X=1 clock=40/60s+0.6s";
    let plan = TestFolder::new(SHORT).read(&["--participant", words, "--participant", "name=a depth=3"]).unwrap();
    let names: Vec<&str> = plan.participants.iter().map(|participant| participant.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c"]);
    assert_eq!(plan.participants[0].limit, MoveLimits { depth: Some(3), ..MoveLimits::default() });
    let participant = &plan.participants[2];
    assert_eq!(participant.program.args, ["-n", "two words"]);
    let options = [("Clear Hash", ""), ("Skill", "3")].map(|(name, value)| (name.to_string(), value.to_string()));
    assert_eq!(participant.program.options, BTreeMap::from(options));
    assert_eq!(participant.limit, MoveLimits { clock: clock("40/1m+600ms"), ..MoveLimits::default() });
}

#[test]
fn settings_of_each_apply_to_all_participants_that_have_none_of_their_own() {
    let each = "[each]\ncommand = \"cat\"\nnodes = 9\noptions = { Hash = 1, Skill = 2 }\nenv = { X = 1 }\n\
                time_margin = \"5ms\"\nrestart = \"always\"\n";
    let own =
        "command = \"./engine\"\ndepth = 3\noptions = { hash = 4 }\nenv = { X = 2, Y = 3 }\nrestart = \"never\"\n";
    let folder = TestFolder::new(&format!("{SHORT}{own}{each}"));
    let plan = folder.read(&[]).unwrap();
    let [a, b] = plan.participants.as_slice() else { panic!("two participants") };
    let map = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
        pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    };
    assert_eq!((a.program.command.to_str(), &b.program.command), (Some("cat"), &folder.path("engine")));
    assert_eq!(a.limit, MoveLimits { nodes: Some(9), ..MoveLimits::default() });
    assert_eq!(b.limit, MoveLimits { depth: Some(3), ..MoveLimits::default() });
    assert_eq!(a.program.options, map(&[("Hash", "1"), ("Skill", "2")]));
    assert_eq!(b.program.options, map(&[("Skill", "2"), ("hash", "4")]));
    assert_eq!((&a.program.env, &b.program.env), (&map(&[("X", "1")]), &map(&[("X", "2"), ("Y", "3")])));
    assert_eq!([a.restart, b.restart], [Restart::Always, Restart::Never]);
    let plan_with_pondering = folder.read(&["--each", "ponder=true"]).unwrap();
    assert!(plan_with_pondering.participants.iter().all(|own| own.ponder && own.program.options["Ponder"] == "true"));
    let same = folder.read(&["--each", "ponder=true options.ponder=true"]).unwrap();
    assert!(same.participants.iter().all(|own| own.ponder && own.program.options["ponder"] == "true"));
    assert_eq!([a.time_margin, b.time_margin], [Some(Duration::from_millis(5)); 2]);

    let words = ["--each", "clock=3s options.Hash=16", "--each", "args='-q -v'"];
    let plan = folder.read(&words).unwrap();
    assert_eq!(plan.participants[0].limit.clock, clock("3s"));
    assert_eq!(plan.participants[0].program.options["Hash"], "16");
    assert_eq!(plan.participants[1].program.args, ["-q", "-v"]);
    let plan = folder.read(&["--participant", "name=b depth=3", "--each", "movetime=1s"]).unwrap();
    assert_eq!(plan.participants[1].limit.depth, Some(3));
    assert_eq!(plan.participants[1].program.command.to_str(), Some("cat"));
}

#[test]
fn a_plan_can_be_made_of_flags_alone() {
    let given = ["--game", "toy", "--games", "2", "--nodes", "5", "--participant", "name=a", "--participant", "name=b"];
    let error = |words: &[&str]| read(None, &flags(words).unwrap()).unwrap_err().to_string();
    assert_eq!(error(&given), "--out: is missing");
    let no_limit =
        "no limit: say --nodes N, --depth N, --movetime TIME or --clock CLOCK, or add nodes=N to these words";
    let given_without_limit = [&given[..4], &given[6..], &["--stop-sprt-elo0", "5", "--stop-sprt-elo1", "3"]].concat();
    let mut lines = error(&given_without_limit).lines().map(str::to_string).collect::<Vec<_>>();
    lines.sort_unstable();
    let sprt = "--stop-sprt-elo1: 3 is not above elo0 = 5";
    assert_eq!(lines, ["--out: is missing", &format!("--participant \"name=a\": {no_limit}"), sprt]);
    let (plan, _) = read(None, &flags(&[&given[..], &["--out", "x/y"]].concat()).unwrap()).unwrap();
    assert_eq!((plan.name.as_str(), plan.participants.len()), ("y", 2));
}

#[test]
fn words_of_other_match_runners_are_named_and_not_accepted() {
    for (word, hint) in [
        ("tc=10+0.1", "tc is clock here: clock=10s+0.1s"),
        ("cmd=./x", "cmd is command here: command=./engine"),
        ("st=1", "st is movetime here: movetime=500ms"),
        ("option.Hash=8", "option is options here: options.Skill=8"),
    ] {
        let error = TestFolder::new(SHORT).read(&["--participant", &format!("name=a {word}")]).unwrap_err();
        assert!(
            error.contains(": unknown key, expected one of name, ") && error.ends_with(&format!("; {hint}")),
            "{error}"
        );
    }
    let error = TestFolder::new(&format!("limit.tc = \"10+0.1\"{SHORT}")).read(&[]).unwrap_err();
    assert!(error.starts_with("plan.toml:1: limit.tc: unknown key") && error.contains("; tc is clock here"), "{error}");
}

#[test]
fn messages_about_flags_name_them() {
    let cases: &[(&[&str], &str)] = &[
        (&["--games", "x"], "--games: expected a whole number from 1 to 1000000, found x"),
        (&["--clock", "1:3"], "--clock: 1:3 is not a time: write one such as 500ms, 0.5s, 2m, 1m30s or 1:30"),
        (&["--clock", "10+0.1"], "--clock: 10 has no unit: write 500ms or 0.5s"),
        (
            &["--participant", "name=c clock=x"],
            "--participant \"name=c clock=x\": clock: x is not a time: write one such as 500ms, 0.5s, 2m, 1m30s or 1:30",
        ),
        (&["--game-options", "x"], "--game-options: expected NAME=VALUE, found x"),
        (&["--game-options", "=x"], "--game-options: \"\" is not a name"),
        (&["--ratings-anchors", "c=1"], "--ratings-anchors: no participant has the name c"),
        (&["--stop-sprt-elo0", "-3"], "plan.toml: stop.sprt.elo1: is missing"),
        (&["--participant", "name"], "--participant \"name\": name: expected KEY=VALUE"),
        (
            &["--participant", "name=c nodes=1", "--participant", "name=c"],
            "--participant \"name=c\": name: two participants have the name c",
        ),
        (&["--participant", "name='c"], "--participant \"name='c\": expected KEY=VALUE words with closed quotes"),
        (&["--participant", "=c"], "--participant \"=c\": =c: expected KEY=VALUE"),
        (
            &["--participant", "name=c x.y=0"],
            "--participant \"name=c x.y=0\": x: unknown key, expected one of name, command, ",
        ),
        (&["--each", "name=c"], "--each \"name=c\": name: unknown key, expected one of command, args, "),
        (&["--participant", "nodes=5"], "--participant \"nodes=5\": name: is missing"),
        (&["--participant", "name=c command=./no"], "--participant \"name=c command=./no\": command: no such file: "),
    ];
    for (words, message) in cases {
        let error = TestFolder::new(SHORT).read(words).expect_err(message);
        assert!(error.starts_with(message), "{words:?} gives {error}");
    }
}
