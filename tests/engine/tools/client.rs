//! The client against real processes: engines that answer, die, hang or are none.

use std::process::Command;
use std::time::Duration;
use ugi::client::{Client, ClientError};
use ugi::{Command as Order, ErrorCode, Go, Query};

fn engine() -> Client {
    Client::start(&mut Command::new(env!("CARGO_BIN_EXE_speltafel"))).unwrap()
}

#[cfg(unix)]
fn script(text: &str) -> Result<Client, ClientError> {
    Client::start(Command::new("sh").arg("-c").arg(text))
}

#[test]
fn an_engine_is_asked_and_answers() {
    let mut client = engine();
    assert!(client.introduction().iter().any(|line| line.starts_with("id name speltafel")));
    assert_eq!(client.ask_word(Query::Turn).unwrap(), "p1");
    let legal = client.ask(Query::Legal).unwrap();
    let thought = client.go(&Go::read("nodes 50")).unwrap();
    assert!(legal.contains(&thought.best) && thought.ponder.is_none() && thought.errors.is_empty());
    assert!(thought.infos.last().unwrap().contains(" nodes "));
    client.send(&format!("position startpos moves {}", thought.best)).unwrap();
    assert_eq!(client.ready().unwrap(), []);
    assert_eq!(client.ask_word(Query::Turn).unwrap(), "p2");
    assert!(client.show(&Order::Display).unwrap().len() > 3);
}

#[test]
fn what_an_engine_refuses_is_reported() {
    let mut client = engine().with_name("the engine");
    let refused = client.set_option("Hash", "soft").unwrap_err().to_string();
    assert!(refused.starts_with("the engine rejects option Hash: bad_argument"), "{refused}");
    assert_eq!(client.ask(Query::View(9)).unwrap_err().to_string(), "the engine: query view 9: error bad_argument");
    assert!(client.ask_word(Query::Legal).unwrap_err().to_string().contains("expected one word"));
    client.send("position startpos moves nonsense").unwrap();
    assert_eq!(client.ready().unwrap()[0].code, ErrorCode::IllegalMove);
    assert_eq!(client.ask_word(Query::Turn).unwrap(), "over");
}

#[test]
fn no_engine_at_all() {
    let Err(error) = Client::start(&mut Command::new("/nonexistent/engine")) else { panic!("it started") };
    assert!(format!("{error:#}").starts_with("cannot start the engine /nonexistent/engine"));
}

#[cfg(unix)]
#[test]
fn an_engine_that_dies_is_reported_with_its_status() {
    let Err(error) = script("read line; exit 3") else { panic!("it introduced itself") };
    let text = format!("{error:#}");
    assert_eq!(text, "sh exited without answering ugi (exit status: 3)\n  > ugi");
    let mut client = script("read line; echo ugiok; read line; exit 3").unwrap();
    let text = format!("{:#}", client.go(&Go::read("nodes 1")).unwrap_err());
    assert!(text.contains("exited without answering go nodes 1 (exit status: 3)"), "{text}");
    assert!(client.ready().is_err());
}

#[cfg(unix)]
#[test]
fn an_engine_that_hangs_is_not_waited_for_for_ever() {
    let mut client = script("read line; echo ugiok; exec sleep 600").unwrap();
    client.set_timeout(Duration::ZERO);
    let text = format!("{:#}", client.ready().unwrap_err());
    assert_eq!(text, "sh did not answer isready within 0 ms\n  > ugi\n  < ugiok\n  > isready");
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_behind() {
    let client = script("echo pid $$; echo ugiok; exec cat > /dev/null").unwrap();
    let id = client.introduction()[0].strip_prefix("pid ").unwrap().to_string();
    let path = std::path::Path::new("/proc").join(id);
    assert!(path.exists());
    drop(client);
    assert!(!path.exists());
}
