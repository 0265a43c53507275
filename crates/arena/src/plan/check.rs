//! Checks that involve several keys of a plan.

use super::keys::{EACH, PARAMETERS};
use super::source::Source;
use crate::model::{ClockPer, EloModel, FormatKind, MoveLimits, PairingKind, Participant, Plan, Tune, WantedParameter};
use crate::schedule::{count_games, count_matches, pairings};
use anyhow::Result;
use base::counted::counted;
use base::quote::is_invisible;
use runner::Program;
use runner::record::REFEREE;
use unicode_segmentation::UnicodeSegmentation;

/// The maximum length of a participant's name, in bytes, because the names of files are limited in bytes.
const MAX_NAME_LENGTH: usize = 60;

/// The maximum number of games of a tournament. The list of games is kept in memory.
const MAX_GAMES: u128 = 10_000_000;

/// Checks everything that does not depend on the game, and records the errors.
pub(super) fn check(plan: &Plan, source: &mut Source) {
    check_program(&["referee"], &plan.referee, source);
    limits(plan, source);
    for (index, participant) in plan.participants.iter().enumerate() {
        let own = format!("participant.{index}");
        // A participant without a command uses the referee's command.
        check_program(&[&own, EACH], &participant.program, source);
        check_options(&[&own, EACH], &participant.program, plan, source);
    }
    names(plan, source);
    for name in plan.ratings.anchors.keys() {
        if !plan.participants.iter().any(|participant| participant.name == *name) {
            source.error(&format!("ratings.anchors.{name}"), format!("no participant has the name {name}"));
        }
    }
    let count = plan.participants.len();
    if let Some(tune) = &plan.tune {
        return tuning(plan, tune, source);
    }
    if !(2..=1024).contains(&count) {
        return source.error("participant", format!("a tournament has 2 to 1024 participants, not {count}"));
    }
    format(plan, source);
    stop(plan, source);
}

/// Checks everything that depends on the game, which only the referee knows: the number of sides, and whether the deal
/// decides the teams (`dealt`). `source` is the value that [`super::read()`] returned. An error lists everything that
/// does not fit, each with its line or flag.
pub fn check_game(plan: &Plan, sides: usize, dealt: bool, source: &mut Source) -> Result<()> {
    find_misfits(plan, sides, dealt, source);
    source.finish()
}

/// Records everything that does not fit the game; see [`check_game`]. The plan may have other errors.
pub fn find_misfits(plan: &Plan, sides: usize, dealt: bool, source: &mut Source) {
    let games = plan.format.games;
    let block = plan.format.games_per_block(sides) as u64;
    if plan.format.pairing == PairingKind::Mixed && !has_room(plan, source) {
        return;
    }
    let iteration = plan.tune.as_ref().map(|tune| block * tune.blocks);
    if let Some(iteration) = iteration.filter(|&iteration| iteration > block && !games.is_multiple_of(iteration)) {
        let text = format!(
            "an iteration has {iteration} games; {games} games are not a whole number of iterations{}",
            near(games, iteration)
        );
        source.error("format.games", text);
    }
    if !source.is_wrong("format.games") && (sides == 0 || !games.is_multiple_of(block)) {
        let each =
            if plan.format.teams.is_some_and(|teams| !teams.dealt) { "partnership and seating" } else { "seating" };
        let text = format!(
            "a block has {block} games, one for each {each}; {games} games are not a whole number of blocks{}",
            near(games, block)
        );
        source.error("format.games", text);
    }
    if sides == 0 || source.is_wrong("participant") {
        return;
    }
    let matches = count_matches(plan, sides);
    if count_games(plan, sides) > MAX_GAMES {
        let (matches, games) = (counted(matches, "match"), counted(games, "game"));
        let text = format!("{matches} of {games}: more than the limit of {MAX_GAMES} games");
        source.error("format.games", text);
    } else if !source.is_wrong("format.challengers") && pairings(plan, sides).is_empty() {
        let opponents = plan.format.players(sides) - 1;
        let others = plan.participants.len() - plan.format.challengers;
        let text = format!(
            "a challenger plays against {opponents} participants at once; besides the challengers there are {others}"
        );
        source.error("format.challengers", text);
    }
    let two_sided = [
        ("format.kind", matches!(plan.format.kind, FormatKind::Knockout | FormatKind::Swiss)),
        ("adjudicate.draw", plan.adjudication.draw.is_some()),
        ("adjudicate.resign", plan.adjudication.resign.is_some()),
        ("adjudicate.database", plan.adjudication.database.is_some()),
        (PARAMETERS, plan.tune.is_some()),
    ];
    for (key, _) in two_sided.into_iter().filter(|&(_, given)| given && sides != 2) {
        source.error(key, format!("needs a game of two sides; {} has {sides}", plan.game.name));
    }
    if !source.is_wrong("stop.sprt") {
        test_of_game(plan, sides, source);
    }
    // If the deal decides the teams, they are hidden at first.
    if dealt && plan.limit.clock_per == ClockPer::Team {
        let text = format!("the teams of {} are hidden, and a common clock would reveal them", plan.game.name);
        source.error("limit.clock_per", text);
    }
}

/// Checks that the test fits the game: every game needs the first participant, because games that do not count for the
/// test would depend on when it decides.
fn test_of_game(plan: &Plan, sides: usize, source: &mut Source) {
    let Some(test) = &plan.stop.sprt else { return };
    let (name, count) = (&plan.game.name, plan.participants.len());
    let is_gauntlet_of_first = plan.format.kind == FormatKind::Gauntlet && plan.format.challengers == 1;
    if sides < 2 {
        source.error("stop.sprt", format!("needs a game of at least two sides; {name} has {sides}"));
    } else if sides == 2 && count != 2 {
        source.error(
            "stop.sprt",
            format!("in a game of two sides, a test is between two participants; there are {count}"),
        );
    } else if count > sides && !is_gauntlet_of_first {
        let text = format!(
            "the first participant must play in every game: use at most {sides} participants, or a gauntlet with one challenger"
        );
        source.error("stop.sprt", text);
    }
    if sides > 2 && test.model == EloModel::Bayesian {
        let text = format!("bayesian needs a game of two sides; {name} has {sides}: use logistic or normalized");
        source.error("stop.sprt.model", text);
    }
}

/// Records an error unless the game has equal teams for mixed tables and there is a participant for every seat. Returns
/// whether there is none.
fn has_room(plan: &Plan, source: &mut Source) -> bool {
    let name = &plan.game.name;
    let Some(teams) = plan.format.teams else {
        let text = format!("mixed tables need teams of the same size, with at least two seats; {name} has none");
        source.error("format.pairing", text);
        return false;
    };
    let (seats, there_are) = (teams.sides * teams.size, plan.participants.len());
    let enough = there_are >= seats || source.is_wrong("participant");
    if !enough {
        let text =
            format!("mixed tables of {name} need a participant for each of the {seats} seats; there are {there_are}");
        source.error("format.pairing", text);
    }
    enough
}

/// Returns an addition to a message about `games`, which is not a multiple of `block`: the nearest numbers that are.
fn near(games: u64, block: u64) -> String {
    let Some(less) = games.checked_div(block).map(|blocks| blocks * block) else { return String::new() };
    if less == 0 { format!("; use {block}") } else { format!("; use {less} or {}", less + block) }
}

/// Checks that every participant has a limit.
fn limits(plan: &Plan, source: &mut Source) {
    let has_none = |participant: &Participant| *plan.limits_of(participant) == MoveLimits::default();
    for (index, participant) in plan.participants.iter().enumerate().filter(|(_, participant)| has_none(participant)) {
        let key = format!("participant.{index}");
        if ["limit", EACH, &key].iter().any(|table| source.is_wrong(table)) {
            continue;
        }
        let name = &participant.name;
        return match source.has_file() {
            true => {
                source.error(
                    "limit",
                    format!("{name} has no limit: give nodes, depth, movetime or a clock, for it or for all"),
                );
            }
            // Without a file there is no key `limit`, and no flag `--limit`.
            false => source.error(
                &key,
                "no limit: say --nodes N, --depth N, --movetime TIME or --clock CLOCK, or add nodes=N to these words",
            ),
        };
    }
}

fn names(plan: &Plan, source: &mut Source) {
    for (index, participant) in plan.participants.iter().enumerate() {
        let (name, key) = (&participant.name, format!("participant.{index}.name"));
        if name.len() > MAX_NAME_LENGTH || !name.split(' ').all(is_word_of_name) {
            let text = format!(
                "a name has 1 to {MAX_NAME_LENGTH} bytes: letters of any script, digits, '.', '_', '+', '-', and single \
                 blanks between them"
            );
            source.error(&key, text);
        } else if name == REFEREE {
            source.error(&key, format!("{REFEREE} is not a participant"));
        } else if plan.participants[..index].iter().any(|other| other.name == *name) {
            source.error(&key, format!("two participants have the name {name}"));
        }
    }
}

/// Names are parts of ids, file names and lines of text. They contain none of the signs that separate parts there, and
/// none that is invisible or changes how the text around it is shown. In a grapheme, marks follow a letter.
fn is_word_of_name(word: &str) -> bool {
    let begins = |grapheme: &str| grapheme.starts_with(|c: char| c.is_alphanumeric() || "._+-".contains(c));
    !word.is_empty() && !word.contains(is_invisible) && word.graphemes(true).all(begins)
}

/// Checks the program that these plan tables give: a command that is a path must be an existing file, and the working
/// directory must exist.
fn check_program(tables: &[&str], program: &Program, source: &mut Source) {
    let (command, path) = (source.place(tables, "command"), &program.command);
    if source.has(&command) && path.components().count() > 1 && !path.is_file() {
        source.error(&command, format!("no such file: {}", path.display()));
    }
    if let Some(folder) = program.dir.as_ref().filter(|folder| !folder.is_dir()) {
        source.error(&source.place(tables, "dir"), format!("no such folder: {}", folder.display()));
    }
}

/// A participant sets no option that the runner sets: its engine would play another game or by other rules.
fn check_options(tables: &[&str], program: &Program, plan: &Plan, source: &mut Source) {
    for (name, value) in &program.options {
        let rule = plan.game.options.iter().find(|(rule, _)| rule.eq_ignore_ascii_case(name));
        let text = match rule {
            _ if name.eq_ignore_ascii_case("Game") => format!("game.name sets it for all engines: {}", plan.game.name),
            _ if name.eq_ignore_ascii_case("Seed") => {
                "the runner sets it before each game, from the key seed".to_string()
            }
            Some((_, other)) if other != value => format!("game.options sets it for all engines: {other}"),
            _ => continue,
        };
        source.error(&source.place(tables, &format!("options.{name}")), text);
    }
}

/// Checks what a tuning needs. Whether the engine declares the parameters is checked when it has started.
fn tuning(plan: &Plan, tune: &Tune, source: &mut Source) {
    let participants = plan.participants.len();
    if participants != 1 {
        source.error("participant", format!("a tuning has one participant, which plays itself, not {participants}"));
    }
    if tune.wanted.is_empty() {
        source.error(PARAMETERS, "a tuning needs a parameter");
    }
    for (index, parameter) in tune.wanted.iter().enumerate() {
        let is_same = |other: &WantedParameter| other.name.eq_ignore_ascii_case(&parameter.name);
        if tune.wanted.iter().take(index).any(is_same) {
            source.error(&format!("{PARAMETERS}.{index}.name"), format!("there are two parameters {}", parameter.name));
        }
    }
    let others = [
        ("format.kind", plan.format.kind != FormatKind::RoundRobin),
        ("format.noswap", plan.format.noswap),
        ("format.pairing", plan.format.pairing != PairingKind::Sides),
        ("stop.sprt", plan.stop.sprt.is_some()),
        ("ratings.anchors", !plan.ratings.anchors.is_empty()),
    ];
    for (key, _) in others.into_iter().filter(|&(_, given)| given) {
        source.error(key, "has no meaning in a tuning");
    }
}

fn format(plan: &Plan, source: &mut Source) {
    let participants = plan.participants.len();
    if plan.format.pairing == PairingKind::Mixed {
        if matches!(plan.format.kind, FormatKind::Knockout | FormatKind::Swiss) {
            source.error("format.pairing", "mixed tables need a round robin or a gauntlet");
        }
        if plan.limit.clock_per == ClockPer::Team {
            source.error("limit.clock_per", "at mixed tables, the partners are different participants: use seat");
        }
    }
    if plan.format.kind == FormatKind::Gauntlet && plan.format.challengers >= participants {
        source.error("format.challengers", "there are no participants besides the challengers");
    }
    // Each participant can meet every other participant once. With an odd number of participants, each also has one
    // bye.
    let most = participants - 1 + participants % 2;
    if plan.format.kind == FormatKind::Swiss && plan.format.rounds > most as u64 {
        let text = format!("at most {most}: then {participants} participants have all played each other");
        source.error("format.rounds", text);
    }
}

fn stop(plan: &Plan, source: &mut Source) {
    let Some(sprt) = &plan.stop.sprt else { return };
    if sprt.alpha + sprt.beta >= 1.0 {
        // `alpha` and `beta` are at most 1/2 each, so both are 1/2 here. Both bounds of the test would be 0, and the
        // first block would end the test regardless of its result.
        source.error("stop.sprt.alpha", "alpha and beta together must be below 1");
    }
    if sprt.elo0 >= sprt.elo1 && !source.is_wrong("stop.sprt.elo0") {
        source.error("stop.sprt.elo1", format!("{} is not above elo0 = {}", sprt.elo1, sprt.elo0));
    }
    if matches!(plan.format.kind, FormatKind::Knockout | FormatKind::Swiss) {
        source.error("stop.sprt", "a test needs a round robin or a gauntlet");
    } else if plan.format.pairing == PairingKind::Mixed {
        source.error("stop.sprt", "has a meaning only with format.pairing = \"sides\"");
    }
}

#[cfg(test)]
mod tests {
    use super::is_word_of_name;

    #[test]
    fn names_have_letters_of_any_script() {
        for name in [
            "a-1.0_x+y",
            "J\u{fc}rgen",
            "Jose\u{301}",
            "\u{939}\u{93f}\u{928}\u{94d}\u{926}\u{940}",
            "\u{e19}\u{e49}\u{e33}",
        ] {
            assert!(is_word_of_name(name), "{name:?}");
        }
        for name in ["", "a:b", "a/b", "a,b", "\u{301}", "-\u{202e}", "\u{3164}", "\u{ffa0}", "\u{115f}", "a\u{ad}b"] {
            assert!(!is_word_of_name(name), "{name:?}");
        }
    }
}
