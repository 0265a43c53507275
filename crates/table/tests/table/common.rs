//! Test helpers: a running table and browsers connected to it.

use rusqlite::Connection;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;
pub use testing::{PATIENCE, engine, wait_for};
use tungstenite::{Message, WebSocket, client::IntoClientRequest};

pub const TABLE_PROGRAM: &str = env!("CARGO_BIN_EXE_speltafel-table");
/// The timeouts for engines that answer, and for browsers that read.
const PATIENT: &str = "stop = '100s'\nthinking = '100s'\nping = '1h'";

/// Returns an `--engine` value that starts the toy engine with these arguments.
pub fn toy(arguments: &str) -> String {
    format!("toy={} {arguments}", testing::toy())
}

/// A running table. Dropping it stops the process.
pub struct TestTable {
    child: Child,
    /// `http://127.0.0.1:PORT`, or the address of a reverse proxy.
    pub home: String,
    /// `127.0.0.1:PORT`.
    address: String,
    /// The secret word of the owner's address.
    pub owner: String,
    /// The command that starts the table.
    command: Command,
    folder: tempfile::TempDir,
}

impl TestTable {
    /// Starts a table with these arguments and no pace. It is patient with engines and browsers.
    pub fn start(arguments: &[&str]) -> Self {
        Self::start_with(arguments, &[])
    }

    /// Like [`start`](Self::start), with additional environment variables.
    pub fn start_with(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::configured(arguments, variables, PATIENT)
    }

    /// Starts a table for engines that must be given up, because they never answer.
    pub fn impatient(arguments: &[&str]) -> Self {
        Self::configured(arguments, &[], "stop = '500ms'\nthinking = '500ms'\nping = '1h'")
    }

    /// Starts a table that pings its browsers with this pause.
    pub fn pinging(pause: &str) -> Self {
        Self::configured(&[], &[], &format!("ping = '{pause}'"))
    }

    fn configured(arguments: &[&str], variables: &[(&str, &str)], patience: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("table.toml");
        let patience = format!("[patience]\nhandshake = '100s'\nready = '100s'\n{patience}\n");
        std::fs::write(&config, format!("port = 0\npace = '0s'\n{patience}")).unwrap();
        let mut command = Command::new(TABLE_PROGRAM);
        command.arg("--config").arg(&config);
        if !arguments.contains(&"--data") {
            command.arg("--data").arg(folder.path().join("data"));
        }
        command.args(arguments).envs(variables.iter().copied()).stdout(Stdio::piped());
        let (child, home, owner) = launch(&mut command);
        let address = format!("127.0.0.1:{}", listening_port(child.id()));
        Self { child, home, address, owner, command, folder }
    }

    /// Returns the data folder.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Lets another program use the database, so that nothing can be saved until the connection is dropped.
    pub fn block_storage(&self) -> Connection {
        let other = Connection::open(self.data().join("speltafel.sqlite")).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        other
    }

    /// Kills the process at once, as a power cut would.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Kills the process, and starts it again with the same data at the same address.
    pub fn restart(&mut self) {
        let before = (self.home.clone(), self.owner.clone());
        self.restart_as_new_owner();
        assert_eq!(before, (self.home.clone(), self.owner.clone()));
    }

    /// Like [`restart`](Self::restart), but the owner may get another address.
    pub fn restart_as_new_owner(&mut self) {
        self.kill();
        if !self.command.get_args().any(|argument| argument == "--port") {
            let port = self.address.rsplit_once(':').unwrap().1.to_string();
            self.command.arg("--port").arg(port);
        }
        (self.child, self.home, self.owner) = launch(&mut self.command);
    }

    /// Returns `127.0.0.1:PORT`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Connects the owner's browser, which is the host.
    pub fn host(&self) -> Browser {
        Browser::with(&self.owner())
    }

    /// Opens the owner's link.
    pub fn owner(&self) -> Visitor {
        Visitor::owner(&self.home, &self.owner)
    }

    /// Sends an HTTP request without a body, and returns the status, the head and the body.
    pub fn request(&self, path: &str, headers: &str) -> (u16, String, String) {
        request(self.address(), "GET", path, headers, "")
    }

    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Waits until the process exits.
    pub fn wait(&mut self) -> std::process::ExitStatus {
        self.child.wait().unwrap()
    }

    /// Returns the HTTP status with which the server answers the WebSocket request of somebody who opened this link.
    pub fn socket_status(&self, link: &str) -> u16 {
        let visitor = Visitor::guest(link);
        self.request(&format!("{}ws", visitor.path), &format!("{}{UPGRADE}", visitor.headers())).0
    }
}

/// The headers of a WebSocket request, without those that every request has.
pub const UPGRADE: &str = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                           Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// Sends an HTTP request, and returns the status, the head and the body of the answer.
pub fn request(address: &str, method: &str, path: &str, headers: &str, body: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let length = body.len();
    write!(stream, "{method} {path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\n\r\n{body}").unwrap();
    let mut answer = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(answer.read_line(&mut head).unwrap() > 0, "no answer to {path}");
    }
    let length = head.to_lowercase().lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    answer.read_exact(&mut body).unwrap();
    let body = String::from_utf8_lossy(&body).into_owned();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head, body)
}

/// Returns the value of a header in the head of an answer.
pub fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| line.split_once(": ").filter(|(given, _)| given.eq_ignore_ascii_case(name)))?.1.into()
}

/// Somebody who has opened a link: the address of the page, and the cookie.
#[derive(Clone)]
pub struct Visitor {
    /// `http://HOST:PORT`.
    pub home: String,
    /// The path of the page.
    pub path: String,
    /// `NAME=VALUE`.
    pub cookie: String,
}

impl Visitor {
    /// Opens the owner's link, as a browser on the same computer does.
    pub fn owner(home: &str, word: &str) -> Self {
        let address = home.strip_prefix("http://").unwrap();
        let (status, head, _) = request(address, "GET", &format!("/join/{word}"), &format!("Host: {address}\r\n"), "");
        assert_eq!(status, 200, "{head}");
        let mut owner = Self { home: home.to_string(), path: "/".to_string(), cookie: cookie(&head) };
        let (status, head, _) = request(address, "GET", "/", &owner.headers(), "");
        assert_eq!(status, 303, "{head}");
        owner.path = header(&head, "location").unwrap().to_string();
        owner
    }

    /// Uses a link, without choosing a name.
    pub fn guest(link: &str) -> Self {
        Self::named(link, "")
    }

    /// Uses a link, and chooses a name, which must need no encoding.
    pub fn named(link: &str, name: &str) -> Self {
        let (home, word) = link.split_once("/join/").unwrap();
        let address = home.strip_prefix("http://").unwrap();
        let headers =
            format!("Host: {address}\r\nOrigin: {home}\r\nContent-Type: application/x-www-form-urlencoded\r\n");
        let (status, head, _) = request(address, "POST", &format!("/join/{word}"), &headers, &format!("name={name}"));
        assert_eq!(status, 303, "{head}");
        let path = header(&head, "location").unwrap().to_string();
        Self { home: home.to_string(), path, cookie: cookie(&head) }
    }

    /// Returns the headers that a browser sends from the page.
    pub fn headers(&self) -> String {
        let address = self.home.strip_prefix("http://").unwrap();
        format!("Host: {address}\r\nOrigin: {}\r\nCookie: {}\r\n", self.home, self.cookie)
    }
}

/// Returns the cookie that an answer sets.
fn cookie(head: &str) -> String {
    header(head, "set-cookie").unwrap().split(';').next().unwrap().to_string()
}

/// Starts a table. Returns its process, its home and the word of the owner's address.
fn launch(command: &mut Command) -> (Child, String, String) {
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("table at ").unwrap_or_else(|| panic!("{line}"));
    let (home, owner) = address.split_once("/join/").unwrap();
    (child, home.to_string(), owner.to_string())
}

impl Drop for TestTable {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A WebSocket client in place of a browser.
pub struct Browser {
    /// `http://HOST:PORT`.
    home: String,
    pub socket: WebSocket<TcpStream>,
    /// The frames received since the test last cleared this list.
    pub traffic: Vec<String>,
    pub hello: Value,
    /// The last `links` message, which only the host gets.
    pub links: Value,
    pub game: Value,
    /// The last `table` message.
    pub table: Value,
    /// The last `deal` message.
    pub deal: Value,
    /// The last `evening` message.
    pub evening: Value,
    /// What all tokens did, as the `table` messages have told so far.
    pub told: Vec<Value>,
}

impl Browser {
    /// Opens a link and reads messages up to the state that every browser gets first.
    pub fn at(link: &str) -> Self {
        Self::with(&Visitor::guest(link))
    }

    /// Connects with the cookie of a visitor and reads messages up to the state that every browser gets first.
    pub fn with(visitor: &Visitor) -> Self {
        Self::open(visitor, "ws")
    }

    /// Like [`with`](Self::with), for a browser that takes part in fair deals.
    pub fn fair(visitor: &Visitor) -> Self {
        Self::open(visitor, "ws?fair")
    }

    fn open(visitor: &Visitor, socket: &str) -> Self {
        let Visitor { home, path, cookie } = visitor;
        let mut request = format!("{}{path}{socket}", home.replacen("http", "ws", 1)).into_client_request().unwrap();
        for (name, value) in [("origin", home), ("cookie", cookie)] {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        let stream = TcpStream::connect(request.uri().authority().unwrap().as_str()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let (socket, _) = tungstenite::client(request, stream).unwrap();
        let mut browser = Self {
            home: home.clone(),
            socket,
            traffic: Vec::new(),
            hello: Value::Null,
            links: Value::Null,
            game: Value::Null,
            table: Value::Null,
            deal: Value::Null,
            evening: Value::Null,
            told: Vec::new(),
        };
        // The other states may come after the first `table`, because a state goes last when a later one replaces it.
        browser.until("table", |_| true);
        browser.send(&json!({ "do": "ping" }));
        browser.until("pong", |_| true);
        browser.settle(|browser| !browser.evening.is_null());
        browser
    }

    pub fn send(&mut self, request: &Value) {
        self.socket.send(Message::text(request.to_string())).unwrap();
    }

    /// Reads messages until one meets the condition, and returns it.
    fn read_until(&mut self, mut wanted: impl FnMut(&Self, &Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let message = self.next();
            if wanted(self, &message) {
                return message;
            }
            assert!(start.elapsed() < PATIENCE, "{}", self.last_messages());
        }
    }

    /// Returns the last messages, for the report of a wait that fails.
    fn last_messages(&self) -> String {
        let last = self.traffic.len().saturating_sub(5);
        format!("waited in vain; the last messages:\n{}", self.traffic[last..].join("\n"))
    }

    /// Reads messages until one of this kind meets the condition, and returns it.
    pub fn until(&mut self, kind: &str, mut wanted: impl FnMut(&Value) -> bool) -> Value {
        self.read_until(|_, message| message["is"] == kind && wanted(message))
    }

    /// Returns the next message.
    pub fn next(&mut self) -> Value {
        loop {
            let read = self.socket.read().unwrap_or_else(|error| panic!("{error}: {}", self.last_messages()));
            let Message::Text(text) = read else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            self.traffic.push(text.to_string());
            match message["is"].as_str().unwrap() {
                "hello" => self.hello = message.clone(),
                "links" => self.links = message.clone(),
                "game" => self.game = message.clone(),
                "deal" => self.deal = message.clone(),
                "evening" => self.evening = message.clone(),
                "table" => {
                    let facts = &message["facts"];
                    let from = facts["from"].as_u64().unwrap() as usize;
                    assert!(from <= self.told.len(), "the table has told too little");
                    self.told.truncate(from);
                    self.told.extend(facts["list"].as_array().unwrap().iter().cloned());
                    assert_eq!(self.told.len(), message["tokens"].as_array().unwrap().len());
                    self.table = message.clone();
                }
                _ => {}
            }
            return message;
        }
    }

    /// Sends a request that the server must reject, and returns the error code.
    pub fn refused(&mut self, request: &Value) -> String {
        self.send(request);
        let error = self.until("error", |_| true);
        assert_eq!(error["about"], request["do"]);
        error["code"].as_str().unwrap().to_string()
    }

    /// Waits until all requests are answered, and returns the messages received in the meantime.
    pub fn sync(&mut self) -> Vec<Value> {
        let mark = self.traffic.len();
        self.send(&json!({ "do": "look", "id": mark }));
        self.until("look", |look| look["id"] == mark);
        self.traffic[mark..].iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    /// Begins a game with these kinds of players: `here`, `link`, `engine` or `open`.
    pub fn begin(&mut self, game: &str, seats: &[&str], more: Value) {
        let seats: Vec<Value> = seats.iter().map(|who| json!({ "who": who })).collect();
        let mut request = json!({ "do": "new", "game": game, "seats": seats });
        request.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        self.send(&request);
        let count = seats.len();
        self.until("game", |message| message["game"] == game);
        self.until("table", |table| table["seats"].as_array().unwrap().len() == count);
    }

    /// Returns the link of a seat (1-based), or the spectators' link if `seat` is 0.
    pub fn link(&self, seat: usize) -> String {
        let link = if seat == 0 { &self.links["watch"] } else { &self.links["seats"][seat - 1] };
        format!("{}{}", self.home, link.as_str().unwrap())
    }

    pub fn at_token(&self) -> u64 {
        self.table["at"].as_u64().unwrap()
    }

    pub fn is_over(&self) -> bool {
        self.table["over"] == true
    }

    /// Returns the seat to move (1-based).
    pub fn turn(&self) -> Option<usize> {
        self.table["turn"].as_str().unwrap().strip_prefix('p')?.parse().ok()
    }

    /// Returns the legal moves.
    pub fn legal(&self) -> Vec<String> {
        let legal = self.table["legal"].as_array().unwrap();
        legal.iter().map(|legal| legal["token"].as_str().unwrap().to_string()).collect()
    }

    /// Plays a move and waits for the new state.
    pub fn play(&mut self, token: &str) {
        let at = self.at_token();
        self.send(&json!({ "do": "move", "token": token, "at": at }));
        self.wait_past(at);
    }

    /// Reads messages until the game has more than `at` tokens.
    pub fn wait_past(&mut self, at: u64) {
        if self.at_token() <= at {
            self.read_until(|browser, message| {
                assert_ne!(message["is"], "error", "{message}");
                browser.at_token() > at
            });
        }
    }

    /// Reads messages until the state meets a condition.
    pub fn settle(&mut self, wanted: impl Fn(&Self) -> bool) {
        if !wanted(self) {
            self.read_until(|browser, _| wanted(browser));
        }
    }

    /// Waits until this browser may move, and plays the first legal move.
    pub fn play_first(&mut self) {
        self.settle(|browser| !browser.legal().is_empty());
        let token = self.legal()[0].clone();
        self.play(&token);
    }

    /// Resigns, and waits for the end of the game.
    pub fn resign(&mut self) {
        self.send(&json!({ "do": "resign" }));
        self.settle(Self::is_over);
    }

    pub fn close(mut self) {
        let _ = self.socket.close(None);
        let _ = self.socket.get_ref().shutdown(Shutdown::Both);
    }
}

/// Returns the value of `--engine` for the engine of this project. What it is sent is also written to a file.
pub fn spy(log: &Path) -> String {
    format!("spy=sh -c 'tee -a {} | {}'", log.display(), engine())
}

/// Begins checkers with the host against a guest. Returns both.
pub fn two(table: &TestTable, more: Value) -> (Browser, Browser) {
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], more);
    let guest = Browser::at(&host.link(2));
    host.settle(|host| host.table["seats"][1]["online"] == true);
    (host, guest)
}

/// Creates a table. Returns its id, and the owner's browser there.
pub fn create(host: &mut Browser, owner: &Visitor) -> (String, Browser) {
    host.send(&json!({ "do": "create" }));
    let id = host.until("created", |_| true)["table"].as_str().unwrap().to_string();
    let there = Visitor { path: format!("/t/{id}/h/"), ..owner.clone() };
    (id, Browser::with(&there))
}

/// Resigns for the browser with this index, and agrees for the partners who are asked. The browser of seat 1 is the
/// first, and so on.
pub fn resign(browsers: &mut [Browser], index: usize) {
    browsers[index].send(&json!({ "do": "resign" }));
    browsers[index].sync();
    let asked = browsers[index].table["offers"][0]["waits"].as_array().cloned().unwrap_or_default();
    for seat in asked {
        let partner = &mut browsers[seat.as_u64().unwrap() as usize - 1];
        partner.send(&json!({ "do": "answer", "accept": true, "what": "resign" }));
    }
}

/// Returns the names of all games that the table offers.
pub fn games(browser: &Browser) -> Vec<String> {
    let games = browser.hello["games"].as_array().unwrap();
    games.iter().map(|game| game["name"].as_str().unwrap().to_string()).collect()
}

/// Returns the parts of the state that the disk keeps.
pub fn kept(browser: &Browser) -> Value {
    let table = &browser.table;
    let seats: Vec<Value> = table["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| ["who", "name", "engine", "skill", "movetime"].iter().map(|key| seat[key].clone()).collect())
        .collect();
    let fields =
        ["tokens", "movers", "turn", "fen", "board", "legal", "options", "notes", "you", "over", "result", "pace"];
    let fields: Vec<&Value> = fields.iter().map(|field| &table[field]).collect();
    json!([browser.told, fields, seats])
}

/// Returns the port on which a process listens.
fn listening_port(process: u32) -> u16 {
    let files = std::fs::read_dir(format!("/proc/{process}/fd")).unwrap().flatten();
    let files: Vec<PathBuf> = files.filter_map(|file| std::fs::read_link(file.path()).ok()).collect();
    let sockets = ["tcp", "tcp6"].map(|kind| std::fs::read_to_string(format!("/proc/net/{kind}")).unwrap_or_default());
    let port = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_own = || files.contains(&PathBuf::from(format!("socket:[{}]", words[9])));
        // State 0A is `LISTEN`.
        let listens = words.len() > 9 && words[3] == "0A" && is_own();
        listens.then(|| u16::from_str_radix(words[1].rsplit_once(':')?.1, 16).ok()).flatten()
    };
    sockets.concat().lines().find_map(port).unwrap()
}

/// Returns the nice value of a process.
pub fn nice(process: u32) -> i32 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The fields after the name, which may contain spaces, begin with the third.
    stat.rsplit(')').next().unwrap().split_whitespace().nth(19 - 3).unwrap().parse().unwrap()
}

/// Returns the ids and programs of the child processes of `parent`.
pub fn children(parent: u32) -> Vec<(u32, PathBuf)> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().into_string().ok()?.parse::<u32>().ok());
    let is_child = |process: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let after = stat.rsplit(')').next().unwrap_or_default();
        let mut words = after.split_whitespace();
        words.next() != Some("Z") && words.next().and_then(|word| word.parse().ok()) == Some(parent)
    };
    let program = |process: u32| std::fs::read_link(format!("/proc/{process}/exe")).unwrap_or_default();
    numbers.filter(is_child).map(|process| (process, program(process))).collect()
}
