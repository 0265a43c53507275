//! The well-behaved part of the toy engine: a UGI engine that supports every game and immediately plays a random legal
//! move, which depends only on its seed and the position.

use base::rng::{Rng, mix};
use kit::preferences;
use kit::serve::files;
use kit::session::OpenGame;
use kit::settings::{Effect, Settings};
use speltafel::registry::REGISTRY;
use ugi::{Command, ErrorCode, Go, NO_MOVE, Position, ProtocolError, Query, Reply, Viewer};

/// An engine without a search.
pub struct HonestEngine {
    settings: Settings,
    game: Box<dyn OpenGame>,
    /// The last `position` line.
    position: String,
    /// Whether the engine supports only plain UGI, without extensions.
    plain: bool,
    /// A `bestmove` line that is held back until `stop`, `ponderhit` or `quit`.
    pub held_bestmove: Option<String>,
}

/// The reply to an input line.
#[derive(Default)]
pub struct ToyReply {
    /// The output lines.
    pub lines: Vec<String>,
    /// Whether the engine must exit.
    pub quit: bool,
}

impl HonestEngine {
    /// Creates an engine with default settings, at the start position of the default game.
    pub fn new(plain: bool) -> Self {
        let settings = Settings::new(&REGISTRY);
        let game = open(&settings);
        Self { settings, game, position: "position startpos".to_string(), plain, held_bestmove: None }
    }

    /// Returns the value of the option `Seed`.
    pub fn seed(&self) -> u64 {
        self.settings.preferences().seed
    }

    /// Executes an input line. While a `bestmove` line is held back, the engine behaves as if it were searching.
    pub fn handle_line(&mut self, line: &str) -> ToyReply {
        let name = Command::word_of(line);
        if self.held_bestmove.is_some()
            && let Some(name) = name
        {
            return self.handle_line_while_searching(name, line);
        }
        if name == Some("position") {
            self.position = line.to_string();
        }
        match Command::parse(line) {
            Ok(Some(Command::Quit)) => ToyReply { quit: true, ..ToyReply::default() },
            Ok(Some(Command::Query(query))) => reply_lines(vec![Reply::to_query(line, self.query(query))]),
            Ok(Some(command)) => reply_lines(self.execute(command)),
            Ok(None) => ToyReply::default(),
            Err(error) if name == Some("query") => reply_lines(vec![Reply::to_query(line, Err(error))]),
            Err(error) => reply_lines(vec![Reply::Error(error)]),
        }
    }

    /// Returns whether this token is legal in the current position.
    pub fn allows(&self, token: &str) -> bool {
        self.game.query(Query::IsLegal(token)).is_ok_and(|answer| answer == "true")
    }

    /// Returns any error replies, and the argument of `bestmove`: a move, a chance event or `NO_MOVE`.
    pub fn best(&self) -> (Vec<Reply>, String) {
        let turn = self.game.query(Query::Turn).unwrap_or_default();
        let mut rng = Rng::new(mix(self.seed()) ^ self.game.key());
        let legal = match turn.as_str() {
            "chance" => self.game.query(Query::Draw(rng.next())),
            _ => self.game.query(Query::Legal),
        };
        match legal {
            Ok(legal) => {
                let legal: Vec<&str> = legal.split_whitespace().collect();
                let best = if legal.is_empty() { NO_MOVE } else { legal[rng.index(legal.len())] };
                (Vec::new(), best.to_string())
            }
            Err(error) => (vec![Reply::Error(error)], NO_MOVE.to_string()),
        }
    }

    fn handle_line_while_searching(&mut self, name: &str, line: &str) -> ToyReply {
        match name {
            "isready" => reply_lines(vec![Reply::ReadyOk]),
            "stop" | "ponderhit" => ToyReply { lines: self.held_bestmove.take().into_iter().collect(), quit: false },
            "quit" => ToyReply { lines: self.held_bestmove.take().into_iter().collect(), quit: true },
            "query" => reply_lines(vec![Reply::to_query(line, Err(ProtocolError::new(ErrorCode::SearchRunning, "")))]),
            other => reply_lines(vec![Reply::Error(ProtocolError::new(ErrorCode::SearchRunning, other))]),
        }
    }

    fn execute(&mut self, command: Command) -> Vec<Reply> {
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => vec![Reply::ReadyOk],
            Command::NewGame => {
                self.game.new_game();
                Vec::new()
            }
            Command::SetOption { name, value } => self.set_option(&name, value),
            Command::Position(Position { viewer, .. }) if self.plain && viewer != Viewer::Master => {
                vec![Reply::Error(unknown())]
            }
            Command::Position(position) => match self.game.position(&position) {
                Ok(remarks) => remarks.into_iter().map(Reply::Error).collect(),
                Err(error) => vec![Reply::Error(error)],
            },
            Command::Go(go) => self.go(&go),
            Command::Ping(word) if !self.plain => vec![Reply::Pong(word.to_string())],
            Command::Stop | Command::PonderHit | Command::Wait | Command::Quit => Vec::new(),
            _ => vec![Reply::Error(ProtocolError::new(
                ErrorCode::UnknownCommand,
                "the toy engine does not support this command",
            ))],
        }
    }

    fn introduce(&self) -> Vec<Reply> {
        let wanted = |name: &str| {
            name.contains('.')
                || ["Game", preferences::SEED.name, preferences::PONDER.name].contains(&name)
                || name == preferences::EXTENSIONS.name && !self.plain
        };
        let options = self.settings.specs().filter(|spec| wanted(spec.name));
        [
            Reply::Id("name".to_string(), "Toy 1".to_string()),
            Reply::Id("author".to_string(), "the speltafel authors".to_string()),
        ]
        .into_iter()
        .chain(options.map(|spec| Reply::Option(spec.declaration())))
        .chain([Reply::UgiOk])
        .collect()
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Vec<Reply> {
        match self.settings.set(name, value) {
            Ok(Effect::NewRules) => {
                self.game = open(&self.settings);
                Vec::new()
            }
            Ok(_) => Vec::new(),
            Err(error) => vec![Reply::Error(error)],
        }
    }

    fn go(&mut self, go: &Go) -> Vec<Reply> {
        let (mut replies, best) = match go.observe {
            true => (Vec::new(), NO_MOVE.to_string()),
            false => self.best(),
        };
        replies.push(Reply::Text(format!("info depth 1 score cp 0 nodes 1 nps 0 time 0 pv {best}")));
        let ponder = if self.settings.preferences().ponder { self.expected_reply(&best) } else { None };
        let best = Reply::BestMove { best, ponder };
        if go.waits_for_stop() {
            self.held_bestmove = Some(best.to_string());
        } else {
            replies.push(best);
        }
        replies
    }

    /// Returns what the engine itself would reply to `best`; `None` if no player is to move then. Where this is hidden,
    /// returns a move that the engine itself may play now and its opponent may play then, if there is any.
    fn expected_reply(&mut self, best: &str) -> Option<String> {
        let (before, own) = (self.position.clone(), self.game.query(Query::Legal).unwrap_or_default());
        let separator = if before.split_whitespace().any(|word| word == "moves") { "" } else { " moves" };
        let after = format!("{before}{separator} {best}");
        // In the view of a seat, only this seat may ask for its moves.
        let mut words: Vec<&str> = after.split_whitespace().collect();
        if words.get(1) == Some(&"seat") {
            words.drain(1..3);
        }
        let reply = match self.load(&words.join(" ")) {
            true => Some(self.best().1),
            false => own.split_whitespace().find(|token| self.load(&format!("{after} {token}"))).map(str::to_string),
        };
        self.load(&before);
        reply.filter(|reply| reply != NO_MOVE && !reply.starts_with('!'))
    }

    /// Loads a `position` line, and returns whether it is in order.
    fn load(&mut self, line: &str) -> bool {
        let Ok(Some(Command::Position(position))) = Command::parse(line) else { return false };
        self.game.position(&position).is_ok_and(|remarks| remarks.is_empty())
    }

    fn query(&self, query: Query) -> Result<String, ProtocolError> {
        match query {
            Query::P1Turn | Query::GameOver | Query::Result => self.game.query(query),
            _ if self.plain => Err(unknown()),
            Query::Games => Ok(REGISTRY.games().iter().map(|game| game.name).collect::<Vec<_>>().join(" ")),
            Query::Game => Ok(self.settings.registered().name.to_string()),
            Query::Options => Ok(self.settings.game_options()),
            Query::Info(name) => self.settings.game_info(name),
            query => files::answer_query(self.settings.registered(), self.settings.values(), query)
                .unwrap_or_else(|| self.game.query(query)),
        }
    }
}

fn open(settings: &Settings) -> Box<dyn OpenGame> {
    (settings.registered().open)(settings.values())
}

fn reply_lines(replies: Vec<Reply>) -> ToyReply {
    ToyReply { lines: replies.iter().map(ToString::to_string).collect(), quit: false }
}

fn unknown() -> ProtocolError {
    ProtocolError::new(ErrorCode::BadArgument, "not part of plain UGI")
}
