//! The solver of longest wins, and the commands: endings of known value played out, longest wins, damaged files.

use super::DatabaseCommand;
use clap::Parser;

mod distances;
mod errors;

#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    task: DatabaseCommand,
}

fn run(line: &str) -> Result<String, String> {
    let mut out = Vec::new();
    let line = Cli::try_parse_from(format!("egdb {line}").split(' ')).map_err(|error| error.to_string())?;
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
fn memory_is_asked_for_before_it_is_taken() {
    let told = run("longest checkers --pieces 6 --memory 500").unwrap_err();
    assert!(told.starts_with("6 pieces take ") && told.ends_with("MiB of memory, --memory allows 500"), "{told}");
    let told = run("longest checkers --pieces 2").unwrap();
    assert!(told.ends_with("\n     2     13          1  W:W8:B3\n"), "{told}");
}
