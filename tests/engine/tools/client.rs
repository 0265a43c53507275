//! Tests for the client library with processes that answer, exit or hang, and with a program that does not exist.

use std::process::Command;
use std::time::Duration;
use ugi::{Client, ClientError, Command as Order, DEFAULT_TIMEOUT, ErrorCode, Go, Query, Seat, ThreadPipe, Viewer};

fn engine() -> Client {
    Client::start(&mut Command::new(env!("CARGO_BIN_EXE_speltafel"))).unwrap()
}

#[cfg(unix)]
fn script(text: &str) -> Result<Client, ClientError> {
    Client::start(Command::new("sh").arg("-c").arg(text))
}

#[test]
fn queries_and_searches_are_answered() {
    let mut client = engine();
    assert!(client.introduction().iter().any(|line| line.starts_with("id name speltafel")));
    assert_eq!(client.ask_word(Query::Turn).unwrap(), "p1");
    let legal = client.ask(Query::Legal).unwrap();
    let result = client.go(&Go::parse("nodes 50")).unwrap();
    assert!(legal.contains(&result.best) && result.ponder.is_none() && result.errors.is_empty());
    assert!(result.infos.last().unwrap().contains(" nodes "));
    client.send(&format!("position startpos moves {}", result.best)).unwrap();
    assert_eq!(client.ready().unwrap(), []);
    assert_eq!(client.ask_word(Query::Turn).unwrap(), "p2");
    assert!(client.show(&Order::Display).unwrap().len() > 3);
}

#[test]
fn errors_of_the_engine_are_reported() {
    let pipe = ThreadPipe::start(&mut Command::new(env!("CARGO_BIN_EXE_speltafel"))).unwrap();
    let mut client = Client::handshake(pipe, "the engine", DEFAULT_TIMEOUT).unwrap();
    let refused = client.set_option("Hash", "soft").unwrap_err().to_string();
    assert!(refused.starts_with("the engine rejects option Hash: bad_argument"), "{refused}");
    assert_eq!(
        client.ask(Query::View(Viewer::Seat(Seat::new(8)))).unwrap_err().to_string(),
        "the engine: query view 9: error bad_argument"
    );
    assert!(client.ask_word(Query::Legal).unwrap_err().to_string().contains("expected one word"));
    client.send("position startpos moves nonsense").unwrap();
    assert_eq!(client.ready().unwrap()[0].code, ErrorCode::IllegalMove);
    assert_eq!(client.ask_word(Query::Turn).unwrap(), "over");
}

#[test]
fn a_missing_program_is_reported() {
    let Err(error) = Client::start(&mut Command::new("/nonexistent/engine")) else { panic!("the engine started") };
    assert!(format!("{error:#}").starts_with("cannot start the engine /nonexistent/engine"));
}

#[cfg(unix)]
#[test]
fn the_exit_of_an_engine_is_reported_with_its_status() {
    let Err(error) = script("read line; exit 3") else { panic!("the handshake succeeded") };
    let text = format!("{error:#}");
    assert_eq!(text, "sh exited without answering ugi (exit status: 3)\n  > ugi");
    let mut client = script("read line; echo ugiok; read line; exit 3").unwrap();
    let text = format!("{:#}", client.go(&Go::parse("nodes 1")).unwrap_err());
    assert!(text.contains("exited without answering go nodes 1 (exit status: 3)"), "{text}");
    assert!(client.ready().is_err());
}

#[cfg(unix)]
#[test]
fn waiting_for_an_engine_has_a_timeout() {
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
