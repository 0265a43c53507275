//! The engine on endings of known value, and what the command says of it.

use crate::games::checkers::tablebase::command::Task;
use clap::Parser;

#[derive(Parser)]
struct Line {
    #[command(subcommand)]
    task: Task,
}

pub(super) fn run(line: &str) -> Result<String, String> {
    let mut out = Vec::new();
    let line = Line::try_parse_from(format!("egdb {line}").split(' ')).map_err(|error| error.to_string())?;
    line.task.run(&mut out, &mut Vec::new()).map_err(|error| format!("{error:#}"))?;
    Ok(String::from_utf8(out).unwrap())
}

#[test]
fn every_draw_of_four_pieces_is_held_and_every_win_won_unless_plies_are_counted() {
    for draw_plies in [0, 50] {
        let told =
            run(&format!("play checkers --positions 60 --nodes 3000 --threads 2 --draw-plies {draw_plies}")).unwrap();
        let kept: Vec<Vec<&str>> = told.lines().map(|line| line.split_whitespace().collect()).collect();
        let count = |line: &Vec<&str>| (line[1].parse::<u32>().unwrap(), line[3].parse::<u32>().unwrap());
        let [won, held] = [count(&kept[0]), count(&kept[1])];
        // 50 quiet plies can be too few, and 3000 nodes too few to see it coming.
        let missed = if draw_plies == 0 { 0 } else { 3 };
        assert!(won.0 + missed >= won.1 && held.0 == held.1 && won.1 > 20 && held.1 > 5, "{told}");
        assert_eq!(kept.len() as u32, 2 + won.1 - won.0, "{told}");
        assert_eq!(won.1 + held.1, 60);
    }
}

#[test]
fn what_the_files_do_not_know_is_not_played() {
    for (flags, fault) in [
        ("--most 5", "--most: expected 2 to 4"),
        ("--fewest 4 --most 3", "--fewest: expected 2 to 3"),
        ("--path /nowhere/at/all", "--path: /nowhere/at/all"),
        ("--engine-path /nowhere/at/all", "--engine-path: /nowhere/at/all"),
        ("--nodes 5 --movetime 7", "cannot be used with"),
        ("--nodes 0", "0 is not in 1.."),
        ("--threads 257", "257 is not in 1..=256"),
    ] {
        let told = run(&format!("play checkers --positions 1 {flags}")).unwrap_err();
        assert!(told.contains(fault), "{told}");
    }
}

#[test]
fn positions_beyond_the_files_are_told_where_captures_lead_to_known_ones() {
    let told = run("probe checkers B:W14,K31,K32:B9,K1 B:W31,32:B1,2,3").unwrap();
    let words: Vec<&str> = told.lines().filter_map(|line| line.split_whitespace().last()).collect();
    assert!(words[0] != "unknown" && words[0] == words[1], "one capture, one value: {told}");
    assert!(words.len() > 4 && words[2..].iter().all(|word| *word == "unknown"), "{told}");
}
