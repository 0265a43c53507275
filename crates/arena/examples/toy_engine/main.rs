//! An engine for tests. It immediately plays legal moves in any game, and misbehaves as specified by its arguments.

mod honest;
mod faults;
mod tuned;

use clap::{Parser, ValueEnum};
use faults::{FaultSchedule, ToyFault};
use honest::{HonestEngine, ToyReply};
use kit::serve::lines::{Input, read_line};
use std::io::{self, Write};
use std::process::{Command, ExitCode, exit};
use std::thread;
use std::time::Duration;
use tuned::TunedToy;

/// The exit code of a crash.
const CRASH_CODE: i32 = 3;
/// How long a hanging toy engine sleeps: longer than any test, but finite in case the engine is orphaned.
const LONG: Duration = Duration::from_secs(600);

/// A UGI engine that misbehaves, for tests
#[derive(Parser)]
struct Arguments {
    /// Fault to commit
    #[arg(long, value_name = "WHAT", default_value = "none", value_enum)]
    fault: ToyFault,

    /// Number of the `go` command at which the fault happens, counted from 1 in each process
    #[arg(long, value_name = "N", default_value_t = 1)]
    at: u64,

    /// Seed for choosing the faults of `--fault random`
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Fraction of games in which `--fault random` commits a fault, 0 to 1
    #[arg(long, value_name = "P", default_value_t = 1.0)]
    rate: f64,

    /// Support only plain UGI
    #[arg(long)]
    plain: bool,

    /// Behaviour in each game, one letter per game, repeated cyclically: `w` plays, `l` resigns at its first move
    #[arg(long, value_name = "LETTERS", default_value = "w")]
    script: String,

    /// Answer each line that begins with START by printing TEXT; `|` separates lines, and an empty TEXT prints nothing
    #[arg(long, value_name = "START=TEXT", value_parser = split)]
    say: Vec<(String, String)>,

    /// Declare two options with these best values, on which the strength depends
    #[arg(long, value_name = "N,N", value_parser = point)]
    optimum: Option<[i64; 2]>,

    /// Write passes as `0000` and position texts with blanks, as engines of other authors do
    #[arg(long)]
    foreign: bool,

    /// Append the CPUs on which this process may run to the name of the engine
    #[arg(long)]
    show_cpus: bool,

    /// Line to write before each honest move
    #[arg(long, value_name = "LINE")]
    info: Option<String>,

    /// Crash when a line begins with START
    #[arg(long, value_name = "START")]
    die: Option<String>,

    /// With `--die`: execute the first N such lines of each process
    #[arg(long, value_name = "N", default_value_t = 0)]
    after: u64,

    /// With `--die`: hang instead
    #[arg(long)]
    hang: bool,

    /// With `--die`: write TEXT before, without the end of the line
    #[arg(long, value_name = "TEXT", default_value = "")]
    torn: String,
}

/// The toy engine with its faults.
struct Toy {
    arguments: Arguments,
    honest: HonestEngine,
    schedule: FaultSchedule,
    /// The options of `--optimum`.
    tuned: Option<TunedToy>,
    games: usize,
    /// The number of lines so far that begin with the argument of `--die`.
    fatal_lines: u64,
    /// A command name and the last `bestmove` line, which is sent again before the reply to the next command of that
    /// name.
    stale: Option<(&'static str, String)>,
    /// Whether the engine searches endlessly, even after `stop`.
    is_stuck: bool,
}

fn point(text: &str) -> Result<[i64; 2], String> {
    let numbers = text.split_once(',').and_then(|(one, other)| Some([one.parse().ok()?, other.parse().ok()?]));
    numbers.ok_or_else(|| "expected N,N".to_string())
}

fn split(text: &str) -> Result<(String, String), String> {
    let (start, said) = text.split_once('=').ok_or("expected START=TEXT")?;
    Ok((start.to_string(), said.to_string()))
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match arguments.fault {
        ToyFault::CrashOnStart => exit(CRASH_CODE),
        ToyFault::Deaf => thread::sleep(LONG),
        ToyFault::Garbage => print_line("Toy engine, all rights reserved"),
        _ => {}
    }
    let honest = HonestEngine::new(arguments.plain);
    let schedule = FaultSchedule::new(arguments.fault, arguments.at, arguments.seed, arguments.rate);
    let tuned = arguments.optimum.map(TunedToy::new);
    let mut toy = Toy { arguments, honest, schedule, tuned, games: 0, fatal_lines: 0, stale: None, is_stuck: false };
    let mut source = io::stdin().lock();
    loop {
        let line = match read_line(&mut source) {
            Ok(Input::Line(line)) => line,
            Ok(Input::TooLong) => continue,
            Ok(Input::End) | Err(_) => {
                if toy.schedule.now == ToyFault::Stay {
                    thread::sleep(LONG);
                }
                "quit".to_string()
            }
        };
        let line = line.trim_end_matches('\r');
        let answer = if toy.arguments.foreign { toy.handle_foreign(line) } else { toy.handle_line(line) };
        answer.lines.iter().for_each(|line| print_line(line));
        if answer.quit {
            return if toy.schedule.now == ToyFault::BadExit {
                ExitCode::from(CRASH_CODE as u8)
            } else {
                ExitCode::SUCCESS
            };
        }
    }
}

impl Toy {
    /// Translates a line and its answers: `0000` is a pass, and blanks in a position text are colons.
    fn handle_foreign(&mut self, line: &str) -> ToyReply {
        let (head, tail) = line.split_once(" moves ").unwrap_or((line, ""));
        let head = match head.split_once("fen ") {
            Some((start, text)) if start.starts_with("position") => format!("{start}fen {}", text.replace(' ', ":")),
            _ => head.to_string(),
        };
        let own = if tail.is_empty() { head } else { format!("{head} moves {tail}") };
        let mut answer = self.handle_line(&own.replace("0000", "pass"));
        for text in &mut answer.lines {
            *text = text.replace("pass", "0000");
            if line.starts_with("query fen") {
                *text = text.replace(':', " ");
            }
        }
        answer
    }

    fn handle_line(&mut self, line: &str) -> ToyReply {
        let text = line.trim_start();
        if self.arguments.die.as_ref().is_some_and(|start| text.starts_with(start.as_str())) {
            self.fatal_lines += 1;
            if self.fatal_lines > self.arguments.after {
                if self.arguments.hang {
                    thread::sleep(LONG);
                }
                crash_within_line(&self.arguments.torn);
            }
        }
        if let Some((_, said)) = self.arguments.say.iter().find(|(start, _)| text.starts_with(start.as_str())) {
            return ToyReply { lines: said.split_terminator('|').map(str::to_string).collect(), quit: false };
        }
        let name = text.split_whitespace().next().unwrap_or_default();
        let stale = self.stale.take_if(|(when, _)| *when == name);
        if name == "uginewgame" {
            self.stale = None;
        }
        let mut answer = match name {
            "go" if !self.is_stuck && self.honest.held_bestmove.is_none() => self.go(text),
            "stop" if self.is_stuck || self.schedule.now == ToyFault::IgnoreStop => ToyReply::default(),
            "isready" if self.schedule.now == ToyFault::MuteWhileSearching && self.honest.held_bestmove.is_some() => {
                ToyReply::default()
            }
            _ => self.handle_other(name, line),
        };
        answer.lines.splice(0..0, stale.map(|(_, best)| best));
        answer
    }

    fn handle_other(&mut self, name: &str, line: &str) -> ToyReply {
        match (name, self.schedule.now) {
            ("uginewgame", _) => {
                self.games += 1;
                self.schedule.new_game(self.honest.seed());
                self.tuned.iter_mut().for_each(|tuned| tuned.new_game(self.honest.seed()));
                if self.schedule.now == ToyFault::CrashNewGame {
                    announce(self.schedule.now);
                    exit(CRASH_CODE);
                }
            }
            ("ugi", ToyFault::NoUgiok) => {
                let mut answer = self.honest.handle_line(line);
                answer.lines.pop();
                return answer;
            }
            ("setoption", _) if self.tuned.as_mut().is_some_and(|tuned| tuned.set(line)) => return ToyReply::default(),
            ("setoption", ToyFault::RefuseOptions) => return only("info string error bad_argument I will not"),
            ("setoption", ToyFault::CaseSensitive) if line.contains(" name seed ") => {
                return only("info string error bad_argument seed");
            }
            ("ponderhit", ToyFault::CrashPonderhit) => exit(CRASH_CODE),
            ("position", ToyFault::Lenient) => return self.lenient(line),
            ("query", ToyFault::FalseResult) if line.trim() == "query result" => {
                announce(ToyFault::FalseResult);
                let honest = self.honest.handle_line(line);
                let claim = if honest.lines == ["response p1win"] { "response p2win" } else { "response p1win" };
                return if honest.lines == ["response none"] { honest } else { only(claim) };
            }
            (_, ToyFault::LoudErrors) => {
                let mut errors = io::stderr().lock();
                (0..20_000).for_each(|_| _ = errors.write_all(b"this goes to the standard error of the toy\n"));
            }
            (_, ToyFault::Brittle) if line.contains('\u{fffd}') => exit(CRASH_CODE),
            _ => {}
        }
        if name == "ugi" { self.introduce(line) } else { self.honest.handle_line(line) }
    }

    /// Answers `ugi`, with the CPUs and the tuned options if the arguments ask for them.
    fn introduce(&mut self, line: &str) -> ToyReply {
        let mut answer = self.honest.handle_line(line);
        if self.arguments.show_cpus {
            let name = answer.lines.iter_mut().find(|line| line.starts_with("id name "));
            name.into_iter().for_each(|line| *line += &format!(" on CPUs {}", allowed_cpus()));
        }
        let end = answer.lines.len().saturating_sub(1);
        let declared = self.tuned.iter().flat_map(TunedToy::declarations);
        answer.lines.splice(end..end, declared.collect::<Vec<_>>());
        answer
    }

    /// Executes `go`, or commits the fault that is due at this command.
    fn go(&mut self, line: &str) -> ToyReply {
        let letters = self.arguments.script.as_bytes();
        if letters[self.games.saturating_sub(1) % letters.len().max(1)] == b'l' {
            return only("bestmove resign");
        }
        if self.tuned.as_mut().is_some_and(|tuned| !tuned.plays()) {
            return only("bestmove resign");
        }
        let (_, best) = self.honest.best();
        let best_line = format!("bestmove {best}");
        let now = self.schedule.go();
        announce(now);
        match now {
            ToyFault::Crash => exit(CRASH_CODE),
            ToyFault::Torn => crash_within_line(&best_line),
            ToyFault::Leave => exit(0),
            ToyFault::Swept => {
                let both = [std::os::unix::process::parent_id(), std::process::id()].map(|id| id.to_string());
                let _ = Command::new("kill").arg("-TERM").args(both).spawn();
                loop {
                    thread::sleep(LONG);
                }
            }
            ToyFault::Grandchild => {
                // The child inherits the pipes and keeps them open after the toy exits.
                let _ = Command::new("sleep").arg(LONG.as_secs().to_string()).spawn();
                exit(CRASH_CODE);
            }
            ToyFault::CloseOutput => {
                if let Ok(nowhere) = std::fs::File::options().write(true).open("/dev/null") {
                    let _ = rustix::stdio::dup2_stdout(nowhere);
                }
                ToyReply::default()
            }
            ToyFault::Freeze => {
                thread::sleep(LONG);
                exit(0);
            }
            ToyFault::Stall => {
                self.is_stuck = true;
                ToyReply::default()
            }
            ToyFault::Late => {
                self.honest.held_bestmove = Some(best_line);
                ToyReply::default()
            }
            ToyFault::Twice => ToyReply { lines: vec![best_line; 2], quit: false },
            ToyFault::StaleNewGame => {
                self.stale = Some(("uginewgame", best_line.clone()));
                only(&best_line)
            }
            ToyFault::StalePosition => {
                self.stale = Some(("position", best_line.clone()));
                only(&best_line)
            }
            ToyFault::NoMove => only("bestmove"),
            ToyFault::NullMove => only("bestmove 0000"),
            ToyFault::Illegal => only("bestmove zz99"),
            ToyFault::HugeMove => only(&format!("bestmove {}", "x".repeat(16_770_000))),
            ToyFault::LongLine => ToyReply { lines: vec!["x".repeat(20_000_000), best_line], quit: false },
            ToyFault::VerdictP1 => only("bestmove !end/p1win/x"),
            ToyFault::VerdictP2 => only("bestmove !end/p2win/x"),
            ToyFault::Deal => only("bestmove !deal/a/b"),
            ToyFault::Resign => only("bestmove resign"),
            ToyFault::ExtraWord => only(&format!("{best_line} indeed")),
            ToyFault::FloodOutput => flood(&mut io::stdout(), b"xxxxxxxxxxxxxxxx"),
            ToyFault::Chatter => flood(&mut io::stdout(), b"info string still thinking\n"),
            ToyFault::ErrorChatter => flood(&mut io::stdout(), b"info string error internal_error again\n"),
            ToyFault::FloodErrors => flood(&mut io::stderr(), b"xxxxxxxxxxxxxxx\n"),
            ToyFault::BadInfo => {
                let lines = [
                    "info depth NaN score cp 99999999999999999999999 nodes -5 time inf",
                    "info score cp NaN depth 4294967296 seldepth -1 pv",
                    "info score mate 99999999999 nodes 18446744073709551616",
                    "info score cp",
                    "info",
                    &best_line,
                ];
                ToyReply { lines: lines.map(str::to_string).to_vec(), quit: false }
            }
            _ if line.contains(" ponder") && self.schedule.now == ToyFault::CrashPondering => exit(CRASH_CODE),
            _ if line.contains(" ponder") && self.schedule.now == ToyFault::EarlyBestmove => only(&best_line),
            _ if self.schedule.now == ToyFault::OddForm => {
                let short = best.split(':').next().filter(|word| self.honest.allows(word));
                only(&format!("bestmove {}", short.unwrap_or(&best)))
            }
            _ if self.schedule.now == ToyFault::Fickle => {
                let mut answer = self.honest.handle_line(line);
                answer.lines.insert(0, format!("info string search {}", self.schedule.goes()));
                answer
            }
            _ => {
                let mut answer = self.honest.handle_line(line);
                let place = answer.lines.len().saturating_sub(1);
                answer.lines.splice(place..place, self.arguments.info.clone());
                answer
            }
        }
    }

    /// Executes a `position` line. If a token is illegal, ignores it and all later tokens.
    fn lenient(&mut self, line: &str) -> ToyReply {
        let answer = self.honest.handle_line(line);
        match line.rsplit_once(' ') {
            Some((shorter, _)) if answer.lines.iter().any(|said| said.contains("illegal_move")) => {
                self.lenient(shorter)
            }
            _ => answer,
        }
    }
}

/// Returns the CPUs on which this process may run, as Linux lists them.
fn allowed_cpus() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    list.unwrap_or_default().trim().to_string()
}

fn only(line: &str) -> ToyReply {
    ToyReply { lines: (!line.is_empty()).then(|| line.to_string()).into_iter().collect(), quit: false }
}

/// Announces the injected fault on standard error, so that the engine log can be compared with the faults that the
/// runner recorded.
fn announce(fault: ToyFault) {
    if let Some(word) = fault.to_possible_value()
        && fault != ToyFault::None
    {
        eprintln!("fault {}", word.get_name());
    }
}

/// Writes the beginning of a line, and exits with code 3.
fn crash_within_line(text: &str) -> ! {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    exit(CRASH_CODE);
}

/// Prints a line. If the pipe is closed, the toy exits.
fn print_line(line: &str) {
    let mut out = io::stdout().lock();
    if out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

fn flood(out: &mut dyn Write, text: &[u8]) -> ! {
    let piece = text.repeat(256);
    while out.write_all(&piece).is_ok() {}
    exit(0);
}
