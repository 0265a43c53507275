//! Measures the latency of a move: the time from a browser's request to the state that contains the move. Plays each
//! game once, with a browser in each seat.
//!
//! ```sh
//! cargo run --release --example table_latency -- target/release/speltafel-table
//! ```

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket, client::IntoClientRequest};

/// The maximum number of moves per game.
const MOVES: usize = 200;

/// A WebSocket client in place of a browser, with the last state received.
struct Browser {
    socket: WebSocket<TcpStream>,
    hello: Value,
    table: Value,
}

/// The process of a running table. Dropping it kills the process.
struct Table(Child);

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn main() -> Result<()> {
    let program = std::env::args().nth(1).context("which speltafel-table?")?;
    let mut table = Table(Command::new(program).stdout(Stdio::piped()).spawn()?);
    let mut line = String::new();
    BufReader::new(table.0.stdout.take().context("no output")?).read_line(&mut line)?;
    let address = line.trim().strip_prefix("table at ").context("no address")?;
    let mut host = Browser::at(address)?;
    println!("{:<18} {:>6} {:>10} {:>10} {:>10}", "game", "moves", "median ms", "99% ms", "max ms");
    let games = host.hello["games"].clone();
    for game in games.as_array().into_iter().flatten() {
        let seats = vec![json!({ "who": "link" }); game["seats"].as_u64().unwrap_or(0) as usize];
        host.say(&json!({ "do": "new", "game": game["name"], "seats": seats, "seed": 1 }))?;
        host.until("game")?;
        host.until("table")?;
        let links = host.hello["links"]["seats"].clone();
        let links = links.as_array().into_iter().flatten().filter_map(Value::as_str);
        let mut browsers = links.map(Browser::at).collect::<Result<Vec<_>>>()?;
        let mut times = measure(&mut browsers)?;
        times.sort();
        let at = |share: usize| times.get(times.len() * share / 1000).or(times.last()).copied().unwrap_or_default();
        let [median, most, last] = [500, 990, 1000].map(|share| at(share).as_secs_f64() * 1000.0);
        println!(
            "{:<18} {:>6} {median:>10.2} {most:>10.2} {last:>10.2}",
            game["name"].as_str().unwrap_or(""),
            times.len()
        );
    }
    Ok(())
}

/// Plays the middle move of the list of legal moves in every position. Returns the latency of each move.
fn measure(browsers: &mut [Browser]) -> Result<Vec<Duration>> {
    let mut times = Vec::new();
    while times.len() < MOVES {
        let at = browsers.iter().filter_map(|browser| browser.table["at"].as_u64()).max();
        for browser in browsers.iter_mut() {
            while browser.table["at"].as_u64() < at {
                browser.until("table")?;
            }
        }
        if browsers[0].table["over"] == true {
            break;
        }
        let legal = |browser: &Browser| browser.table["legal"].as_array().map_or(0, Vec::len);
        let Some(mover) = browsers.iter_mut().find(|browser| legal(browser) > 0) else { bail!("nobody can move") };
        let token = mover.table["legal"][legal(mover) / 2]["token"].clone();
        let start = Instant::now();
        mover.say(&json!({ "do": "move", "token": token, "at": at }))?;
        while mover.table["at"].as_u64() <= at {
            mover.until("table")?;
        }
        times.push(start.elapsed());
    }
    Ok(times)
}

impl Browser {
    fn at(address: &str) -> Result<Self> {
        let request = format!("{}ws", address.replacen("http", "ws", 1)).into_client_request()?;
        let stream = TcpStream::connect(request.uri().authority().context("no host")?.as_str())?;
        stream.set_nodelay(true)?;
        let (socket, _) = tungstenite::client(request, stream)?;
        let mut browser = Self { socket, hello: Value::Null, table: Value::Null };
        browser.until("table")?;
        Ok(browser)
    }

    fn say(&mut self, request: &Value) -> Result<()> {
        Ok(self.socket.send(Message::text(request.to_string()))?)
    }

    /// Reads messages until one of this kind arrives.
    fn until(&mut self, kind: &str) -> Result<()> {
        loop {
            let Message::Text(text) = self.socket.read()? else { continue };
            let message: Value = serde_json::from_str(&text)?;
            match message["is"].as_str() {
                Some("hello") => self.hello = message.clone(),
                Some("table") => self.table = message.clone(),
                Some("error") => bail!("{message}"),
                _ => {}
            }
            if message["is"] == kind {
                return Ok(());
            }
        }
    }
}
