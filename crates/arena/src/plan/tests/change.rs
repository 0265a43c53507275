//! Tests which changes to a plan with results are accepted.

use super::super::change::{compare, fingerprint, identity};
use super::super::{
    DatabaseResults, DatabaseRule, EloModel, EqualTeams, FormatKind, ListChoice, MoveLimits, OpeningPolicy, Openings,
    PairingKind, Parameter, Plan, ResignRule, Restart, Sprt, Tune,
};
use crate::schedule::tests::mixed::mixed;
use crate::schedule::tests::plan;
use proptest::prelude::*;
use std::path::PathBuf;
use std::time::Duration;

type Edit = fn(&mut Plan);
type TuneEdit = fn(&mut Plan, &mut Tune);

fn plain() -> Plan {
    plan(FormatKind::RoundRobin, 3, 10)
}

fn edited(before: &Plan, edit: Edit) -> Plan {
    let mut now = before.clone();
    edit(&mut now);
    now
}

/// Accepted changes to a round robin.
const ACCEPTED: &[Edit] = &[
    |plan| plan.name = "other".to_string(),
    |plan| plan.secret_seed = true,
    |plan| plan.run.concurrency = 7,
    |plan| plan.run.affinity = Some(2),
    |plan| plan.run.out = PathBuf::from("/elsewhere"),
    |plan| plan.run.wait = Duration::from_secs(1),
    |plan| plan.run.timeouts.ready = Duration::from_secs(1),
    |plan| plan.run.log_dir = Some(PathBuf::from("/logs")),
    |plan| plan.ratings.anchors = [("e0".to_string(), 3.0)].into(),
    |plan| plan.stop.sprt = Some(Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.1, beta: 0.1, model: EloModel::Logistic }),
    |plan| plan.format.games = 12,
    // The programs of the participants are the same as before.
    |plan| plan.referee.command = PathBuf::from("/plans/other/referee"),
    |plan| (plan.referee.command, plan.run.folder) = (PathBuf::from("/referee"), PathBuf::from("/")),
    |plan| {
        let mut new = plan.participants[0].clone();
        new.name = "new".to_string();
        plan.participants.push(new);
    },
];

/// Refused changes, each with the lines of the error message that report it.
const REFUSED: &[(Edit, &str)] = &[
    (|plan| plan.seed = 2, "seed: was 1, is 2"),
    (|plan| plan.game.name = "other".to_string(), "game.name: was toy, is other"),
    (|plan| drop(plan.game.options.insert("A.B".to_string(), "1".to_string())), "game.options.A.B: was nothing, is 1"),
    (|plan| plan.format.games = 8, "format.games: was 10, is 8"),
    (|plan| plan.format.kind = FormatKind::Gauntlet, "format.kind: was round-robin, is gauntlet"),
    (|plan| plan.format.pairing = PairingKind::Mixed, "format.pairing: was sides, is mixed"),
    (
        |plan| plan.openings.from = Openings::Random { plies: 3, nodes: 4, balance: 5 },
        "openings.balance: was 40, is 5\n  openings.from: was start, is random\n  openings.nodes: was 20000, is 4\n  \
         openings.plies: was nothing, is 3",
    ),
    (|plan| plan.limit.move_limits.nodes = None, "limit.nodes: was 100, is nothing"),
    (|plan| plan.limit.time_margin = Duration::from_millis(5), "limit.time_margin: was 0s, is 5ms"),
    (
        |plan| plan.adjudication.resign = Some(ResignRule { moves: 2, score: 3, one_sided: true }),
        "adjudicate.resign.moves: was nothing, is 2\n  adjudicate.resign.one_sided: was false, is true\n  \
         adjudicate.resign.score: was nothing, is 3",
    ),
    (
        |plan| {
            plan.adjudication.database =
                Some(DatabaseRule { database: DatabaseResults::Both, pieces: Some(5), ignore_move_count: true })
        },
        "adjudicate.database: was nothing, is both\n  adjudicate.ignore_move_count: was false, is true\n  \
         adjudicate.pieces: was nothing, is 5",
    ),
    (|plan| drop(plan.participants.pop()), "participant e2: was removed"),
    (
        |plan| plan.participants.swap(0, 1),
        "participant e1: its name or place was e0\n  participant e0: its name or place was e1",
    ),
    (|plan| plan.participants[1].program.args.push("-v".to_string()), "participant e1: args: was nothing, is -v"),
    (|plan| plan.participants[1].program.args.push("a b".to_string()), "participant e1: args: was nothing, is 'a b'"),
    (
        |plan| plan.participants[1].program.command = PathBuf::from("/plans/new/engine"),
        "participant e1: command: was engine, is new/engine",
    ),
    (|plan| plan.participants[1].program.dir = Some(PathBuf::from("/x")), "participant e1: dir: was nothing, is /x"),
    (
        |plan| drop(plan.participants[2].program.options.insert("Skill".to_string(), "3".to_string())),
        "participant e2: options.Skill: was nothing, is 3",
    ),
    (
        |plan| plan.participants[0].limit = MoveLimits { nodes: Some(5), ..MoveLimits::default() },
        "participant e0: nodes: was nothing, is 5",
    ),
    (|plan| plan.participants[0].ponder = true, "participant e0: ponder: was false, is true"),
    (|plan| plan.participants[0].restart = Restart::OnFault, "participant e0: restart: was never, is on-fault"),
];

#[test]
fn extensions_and_settings_that_affect_no_result_are_accepted() {
    for (index, &edit) in ACCEPTED.iter().enumerate() {
        let now = edited(&plain(), edit);
        assert_ne!(now, plain(), "{index}");
        compare(&plain(), &now, 2).unwrap_or_else(|error| panic!("{index}: {error}"));
        assert_eq!(fingerprint(&now), fingerprint(&plain()), "{index}");
    }
}

#[test]
fn other_changes_are_refused_with_the_old_and_new_value() {
    for &(edit, message) in REFUSED {
        let error = compare(&plain(), &edited(&plain(), edit), 2).unwrap_err().to_string();
        let lines = error.strip_prefix("the plan has changed since these results were begun:\n  ").unwrap();
        assert_eq!(lines, message);
    }
    let all = edited(&plain(), |plan| REFUSED[..3].iter().for_each(|(edit, _)| edit(plan)));
    let error = compare(&plain(), &all, 2).unwrap_err().to_string();
    assert!(REFUSED[..3].iter().all(|(_, message)| error.contains(message)), "{error}");
}

#[test]
fn the_fingerprint_differs_except_for_extensions() {
    // The fingerprint covers neither the participants nor the number of games. Only `compare` checks these.
    for &(edit, message) in
        REFUSED.iter().filter(|(_, message)| !message.starts_with("participant") && !message.contains("games"))
    {
        assert_ne!(fingerprint(&edited(&plain(), edit)), fingerprint(&plain()), "{message}");
    }
    assert_eq!(fingerprint(&plain()).len(), 16);
}

#[test]
fn a_tuning_keeps_its_parameters_and_number_of_games() {
    let before = edited(&plain(), |plan| plan.tune = Some(Tune { blocks: 1, in_flight: 8, ..Tune::default() }));
    let edits: [(TuneEdit, &str); 4] = [
        (|plan, _| plan.format.games = 12, "format.games: was 10, is 12"),
        (|_, tune| tune.blocks = 2, "tune.blocks: was 1, is 2"),
        (|_, tune| tune.in_flight = 2, "tune.in_flight: was 8, is 2"),
        (
            |_, tune| {
                let (name, min, max, start) = ("Margin".to_string(), 0, 9, 3);
                tune.parameters.push(Parameter { name, min, max, start, c_end: 1.0, r_end: 0.1 });
            },
            "tune.parameter.Margin.c_end: was nothing, is 1.0\n  tune.parameter.Margin.max: was nothing, is 9\n  \
             tune.parameter.Margin.min: was nothing, is 0\n  tune.parameter.Margin.name: was nothing, is Margin\n  \
             tune.parameter.Margin.r_end: was nothing, is 0.1\n  tune.parameter.Margin.start: was nothing, is 3",
        ),
    ];
    for (edit, message) in edits {
        let mut now = before.clone();
        let mut tune = now.tune.take().unwrap();
        edit(&mut now, &mut tune);
        now.tune = Some(tune);
        let error = compare(&before, &now, 2).unwrap_err().to_string();
        assert_eq!(error.split_once("\n  ").unwrap().1, message);
    }
}

#[test]
fn knockouts_and_swiss_tournaments_keep_their_participants() {
    let append: Edit = |plan| {
        let mut new = plan.participants[0].clone();
        new.name = "new".to_string();
        plan.participants.push(new);
    };
    for kind in [FormatKind::Knockout, FormatKind::Swiss] {
        let before = plan(kind, 4, 4);
        let refused = |edit: Edit| compare(&before, &edited(&before, edit), 2).is_err();
        assert!(refused(append));
        assert!(refused(|plan| plan.format.games = 6));
        assert!(refused(|plan| plan.format.rounds = 2));
        assert_eq!(refused(|plan| plan.format.rounds = 4), kind == FormatKind::Knockout);
    }
    // Mixed tables can be extended, and the teams, which follow from the game, are not compared.
    let before = mixed(4, EqualTeams { sides: 2, size: 2, dealt: false }, 1);
    assert!(compare(&before, &edited(&before, append), 2).is_ok());
    assert_eq!(fingerprint(&before), fingerprint(&edited(&before, |plan| plan.format.teams = None)));
    // In a game with three sides and two participants, one participant plays two sides. With a third participant, these
    // pairings are no longer valid.
    let two = plan(FormatKind::RoundRobin, 2, 6);
    assert!(compare(&two, &edited(&two, append), 2).is_ok());
    assert!(compare(&two, &edited(&two, append), 3).is_err());
    let own = edited(&two, |plan| plan.openings.policy = OpeningPolicy::Tournament);
    let error = compare(&own, &edited(&own, append), 2).unwrap_err().to_string();
    assert!(error.ends_with("because the earlier pairings would get other openings"), "{error}");
}

#[test]
fn a_plan_may_move_with_its_folder() {
    let mut before = plain();
    before.participants[0].program.command = PathBuf::from("/plans/bin/engine");
    before.openings.from =
        Openings::File { file: PathBuf::from("/plans/o"), digest: "1".to_string(), choice: ListChoice::default() };
    let mut now = before.clone();
    now.run.folder = PathBuf::from("/home");
    now.referee.command = PathBuf::from("/home/engine");
    now.participants[0].program.command = PathBuf::from("/home/bin/engine");
    now.participants[1..]
        .iter_mut()
        .for_each(|participant| participant.program.command = PathBuf::from("/home/engine"));
    now.openings.from =
        Openings::File { file: PathBuf::from("/home/o"), digest: "1".to_string(), choice: ListChoice::default() };
    compare(&before, &now, 2).unwrap();
    assert_eq!(identity(&before), identity(&now));
    now.openings.from =
        Openings::File { file: PathBuf::from("/home/o"), digest: "2".to_string(), choice: ListChoice::default() };
    assert!(compare(&before, &now, 2).unwrap_err().to_string().ends_with("openings.digest: was 1, is 2"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_combination_of_accepted_changes_is_accepted(chosen: Vec<proptest::sample::Index>) {
        let mut now = plain();
        for index in &chosen {
            ACCEPTED[index.index(ACCEPTED.len())](&mut now);
        }
        prop_assert!(compare(&plain(), &now, 2).is_ok());
        prop_assert!(compare(&plain(), &plain(), 2).is_ok());
        // If one of several changes is refused, the whole combination is refused.
        now.seed += 1;
        prop_assert!(compare(&plain(), &now, 2).is_err());
    }
}
