//! Tests for books that are built with tiny searches: interrupted builds, threads, and lookups by the engine.

use super::build::BookPlan;
use super::tree::{PageCandidate, Tree};
use clap::Parser;
use indicatif::ProgressBar;
use kit::book::Book;
use kit::game::Game;
use kit::search::MATE;
use kit::state::State;
use speltafel::games::checkers::book::{BookEntries, MAX_LOSS, OpeningBook, successors};
use speltafel::games::checkers::relative_position::RelativePosition;
use speltafel::games::checkers::{Checkers, Rules, position_line};
use std::collections::HashSet;
use std::path::Path;

fn start() -> Checkers {
    Checkers::start(&Rules::default())
}

fn plan() -> BookPlan {
    let roots = vec![PageCandidate { seen: RelativePosition::of(&start()), plies: 0 }];
    BookPlan { roots, plies: 12, nodes: 60, seed: 3, evaluation: 5 }
}

fn build(plan: &BookPlan, path: &Path, positions: usize, threads: usize) -> OpeningBook {
    plan.build(path, positions, threads, &ProgressBar::hidden()).unwrap()
}

#[test]
fn books_do_not_depend_on_interruptions_or_threads() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    let book = build(&plan(), &whole, 100, 1);
    assert_eq!(
        book.entries.len(),
        1 + 7 + 3 * 32,
        "one batch with the root, one with its successors, then full batches"
    );
    for (positions, threads) in [(1, 2), (64, 1), (100, 3)] {
        build(&plan(), &parts, positions, threads);
    }
    assert_eq!(std::fs::read(&parts).unwrap(), std::fs::read(&whole).unwrap());
    assert_eq!(OpeningBook::open(&whole).unwrap(), book);
    for other in [BookPlan { seed: 4, ..plan() }, BookPlan { evaluation: 6, ..plan() }] {
        let error = other.build(&whole, 200, 1, &ProgressBar::hidden()).unwrap_err();
        assert!(error.to_string().contains("other settings"), "{error}");
        assert_eq!(OpeningBook::open(&whole).unwrap(), book, "the file is unchanged");
    }
}

#[test]
fn values_are_backed_up_by_minimax() {
    let folder = tempfile::tempdir().unwrap();
    let book = build(&plan(), &folder.path().join("book"), 100, 2);
    let mut inner = 0;
    for (seen, page) in &book.entries {
        assert!(page.plies <= 12 && seen.kings == 0);
        for (next, value) in successors(seen).iter().zip(&page.values) {
            if let Some(next) = book.entries.get(next) {
                assert_eq!(*value, -next.best());
                inner += 1;
            }
        }
    }
    assert!(inner >= book.entries.len() - 1, "every page but the root is a successor of another: {inner}");
}

#[test]
fn lookups_return_all_legal_moves_best_first() {
    let folder = tempfile::tempdir().unwrap();
    let book = build(&plan(), &folder.path().join("book"), 100, 2);
    let (mut open, mut checked) = (vec![start()], HashSet::new());
    while let Some(position) = open.pop() {
        let known = book.moves(&position);
        if known.is_empty() || !checked.insert(RelativePosition::of(&position)) {
            continue;
        }
        let legal = position.legal();
        assert_eq!(known.len(), legal.len());
        assert!(known.iter().all(|known| legal.contains(&known.action)));
        assert!(known.windows(2).all(|pair| pair[0].value >= pair[1].value));
        let best = known[0].value;
        assert!(known.iter().all(|known| (known.weight > 0) == (best - known.value <= MAX_LOSS)));
        open.extend(known.iter().map(|known| position.after(known.action)));
    }
    assert_eq!(checked.len(), book.entries.len());
    let counted = Checkers::start(&Rules { draw_plies: 19, ..Rules::default() });
    assert!(book.moves(&counted).is_empty(), "a draw by counting is near");
}

#[test]
fn cheap_positions_are_expanded_first() {
    let root = PageCandidate { seen: RelativePosition::of(&start()), plies: 0 };
    let mut tree = Tree::new(BookEntries::new(), vec![root], 20, 1);
    assert_eq!(tree.candidates(5), [root]);
    let next = tree.unknown(&[root]);
    assert_eq!(next.len(), 7);
    // The values are for the opponent: the last move is best, the first allows a mate, and the others lose half a man.
    let value = |index: usize| [(MATE - 9) as i16, 50, 50, 50, 50, 50, 0][index];
    tree.grow(&[root], next.iter().enumerate().map(|(index, seen)| (*seen, value(index))));
    let found = tree.candidates(7);
    assert_eq!((found[0].seen, found[0].plies, found[6].seen), (next[6], 1, next[0]));
    // The replies lower the value of the best move to -60. Of the other moves, only the first is worse.
    let best = found[0];
    let replies = tree.unknown(&[best]);
    tree.grow(&[best], replies.into_iter().map(|seen| (seen, -60)));
    assert_eq!(tree.pages[&root.seen].values[6], -60);
    assert_ne!(tree.candidates(1)[0].seen, next[0]);
}

#[test]
fn roots_are_expanded_in_order() {
    let mut moves = Vec::new();
    start().actions(&mut moves);
    let later =
        moves.iter().map(|&action| PageCandidate { seen: RelativePosition::of(&start().after(action)), plies: 1 });
    let roots: Vec<PageCandidate> = plan().roots.into_iter().chain(later).collect();
    for seed in 0..4 {
        let tree = Tree::new(BookEntries::new(), roots.clone(), 12, seed);
        assert_eq!(tree.candidates(5), roots[..5]);
    }
}

#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    task: super::BookCommand,
}

/// Runs `book build` and returns its output.
fn command(output: &Path, flags: &[&str]) -> Result<String, String> {
    let output = output.to_str().unwrap();
    let fixed = ["book", "build", "checkers", "--positions", "192", "--output", output];
    let mut out = Vec::new();
    let Cli { task: super::BookCommand::Build(arguments) } = Cli::try_parse_from([&fixed[..], flags].concat()).unwrap();
    arguments.run(&mut out).map_err(|error| format!("{error:#}"))?;
    Ok(String::from_utf8(out).unwrap())
}

#[test]
fn the_command_reports_the_number_of_positions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let output = command(&path, &["--nodes", "50"]).unwrap();
    assert!(output.starts_with(&format!("{}: 192 positions", path.display())), "{output}");
    assert_eq!(OpeningBook::open(&path).unwrap().entries.len(), 192);
}

/// The book contains a position from the openings file only if it was built with that file.
#[test]
fn openings_files_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("openings.txt");
    // Two lines in the format that `pdn --openings 4` prints.
    let lines = "startpos moves 12-16 21-17 16-20 17-13 # game 1\n\
        fen W:W30,31,32:B1,2,3:H0:F1 moves 32-27 3-7 31-26 7-10 # game 5\n";
    std::fs::write(&list, lines).unwrap();
    let position = position_line::parse(&Rules::default(), "startpos moves 12-16 21-17 16-20 17-13").unwrap();
    let flags = ["--nodes", "20", "--openings", list.to_str().unwrap()];
    for (name, flags, known) in [("with", &flags[..], true), ("without", &flags[..2], false)] {
        let path = folder.path().join(name);
        command(&path, flags).unwrap();
        assert_eq!(!OpeningBook::open(&path).unwrap().moves(&position).is_empty(), known);
    }
    std::fs::write(&list, "\n# a comment\nstartpos moves 11-15 11-15\n").unwrap();
    let error = command(&folder.path().join("none"), &flags).unwrap_err();
    assert!(error.contains("openings.txt:3: move 2: 11-15 is not legal"), "{error}");
    assert!(!folder.path().join("none").exists());
}
