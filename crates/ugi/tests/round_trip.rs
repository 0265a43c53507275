//! Property tests: every type of the protocol parses what it prints.

use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use speltafel_ugi::board::{Board, Cells, Mark, Piece, SideLine, Word};
use speltafel_ugi::{
    Base, Bound, Command, ErrorCode, GameResult, Go, Info, OptionKind, OptionLine, Position, ProtocolError, Query,
    Reply, Score, Seat, Teams, Turn, Viewer,
};
use std::time::Duration;

/// A random word that is not a keyword of the protocol.
fn token() -> impl Strategy<Value = String> {
    "x[a-z0-9@!/?,-]{0,8}"
}

fn words() -> impl Strategy<Value = String> {
    vec(token(), 1..4).prop_map(|words| words.join(" "))
}

fn score() -> impl Strategy<Value = Score> {
    prop_oneof![any::<i32>().prop_map(Score::Cp), any::<i32>().prop_map(Score::Mate)]
}

fn bound() -> impl Strategy<Value = Bound> {
    prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)]
}

/// `None` or a number up to `i64::MAX`, because the protocol's numbers are parsed as signed 64-bit integers.
fn count() -> impl Strategy<Value = Option<u64>> {
    of(0..=i64::MAX as u64)
}

fn info() -> impl Strategy<Value = Info> {
    let depths = (of(any::<u32>()), of(any::<u32>()), of(any::<u32>()), of(any::<u32>()));
    let counts = (count(), count(), count(), of(time(0)));
    let values = (of(score()), bound(), of(any::<[u16; 3]>()));
    (depths, counts, values, vec(any::<u16>(), 0..4), vec(token(), 0..4)).prop_map(
        |(depths, counts, values, evs, pv)| {
            let mut info = Info::default();
            (info.depth, info.seldepth, info.multi_pv, info.hashfull) = depths;
            (info.nodes, info.nps, info.tbhits, info.time) = counts;
            (info.score, info.bound, info.wdl) = values;
            (info.evs, info.pv) = (evs, pv);
            info
        },
    )
}

fn option() -> impl Strategy<Value = OptionLine> {
    let numbers = (any::<i64>(), any::<i64>(), any::<i64>());
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        numbers.prop_map(|(default, min, max)| OptionKind::Spin { default, min, max }),
        (words(), vec(words(), 0..4)).prop_map(|(default, choices)| OptionKind::Combo { default, choices }),
        prop_oneof![Just(String::new()), words()].prop_map(|default| OptionKind::Text { default }),
        Just(OptionKind::Button),
        words().prop_map(|text| OptionKind::Other { text }),
    ];
    (words(), kind).prop_map(|(name, kind)| OptionLine { name, kind })
}

fn protocol_error() -> impl Strategy<Value = ProtocolError> {
    let code = prop_oneof![
        Just(ErrorCode::BadFen),
        Just(ErrorCode::HiddenConflict),
        Just(ErrorCode::SearchRunning),
        token().prop_map(ErrorCode::Other)
    ];
    (code, prop_oneof![Just(String::new()), words()]).prop_map(|(code, text)| ProtocolError { code, text })
}

fn reply() -> impl Strategy<Value = Reply> {
    prop_oneof![
        (token(), words()).prop_map(|(field, text)| Reply::Id(field, text)),
        option().prop_map(Reply::Option),
        Just(Reply::UgiOk),
        Just(Reply::ReadyOk),
        prop_oneof![Just(String::new()), words()].prop_map(Reply::Response),
        protocol_error().prop_map(|error| Reply::ResponseError(ProtocolError { text: String::new(), ..error })),
        protocol_error().prop_map(Reply::Error),
        words().prop_map(Reply::Remark),
        info().prop_map(Reply::Info),
        (token(), of(token())).prop_map(|(best, ponder)| Reply::BestMove { best, ponder }),
        words().prop_map(Reply::Text),
    ]
}

fn board() -> impl Strategy<Value = Board> {
    let piece = (token(), of(seat()), token(), of(token())).prop_map(|(at, seat, kind, dir)| {
        let mut piece = Piece::new(at, seat, kind);
        piece.look.dir = dir.map(Into::into);
        piece
    });
    let counts = btree_map(token().prop_map(Into::into), vec(any::<i64>(), 0..3), 0..3);
    let lists = (vec(piece, 0..4), vec(words(), 0..3), vec(token(), 0..3), counts);
    (token(), lists, of(vec(0..5usize, 0..3)), of(token())).prop_map(
        |(turn, (pieces, hands, last, counts), teams, task)| Board {
            turn,
            pieces,
            hands,
            last,
            counts,
            teams,
            task: task.map(Into::into),
            ..Board::default()
        },
    )
}

/// Multiples of 1/8, whose decimal form in JSON is exact, so that parsing returns the same number.
fn eighths() -> impl Strategy<Value = f64> {
    any::<i16>().prop_map(|eighths| f64::from(eighths) / 8.0)
}

fn cells() -> impl Strategy<Value = Cells> {
    let point = || (eighths(), eighths());
    let marks = (token(), of(seat())).prop_map(|(kind, seat)| Mark { kind: kind.into(), seat });
    let sides = (seat(), vec(point(), 0..3)).prop_map(|(seat, points)| SideLine { seat, points });
    let word = || token().prop_map(Word::from);
    let places = (btree_map(token(), point(), 0..4), btree_map(word(), point(), 0..3));
    let lists = (vec(word(), 0..3), vec(any::<u16>(), 0..3), btree_map(token(), marks, 0..3), vec(sides, 0..3));
    let extra = btree_map("y[a-z]{3}", any::<i64>().prop_map(serde_json::Value::from), 0..2);
    (word(), places, lists, btree_map(word(), vec(point(), 0..3), 0..3), extra).prop_map(
        |(grid, (cells, spots), (colours, facing, marks, sides), yards, extra)| Cells {
            grid,
            cells,
            colours,
            facing,
            marks,
            sides,
            spots,
            yards,
            extra,
        },
    )
}

fn seat() -> impl Strategy<Value = Seat> {
    (0..255usize).prop_map(Seat::new)
}

fn viewer() -> impl Strategy<Value = Viewer> {
    prop_oneof![Just(Viewer::Public), seat().prop_map(Viewer::Seat)]
}

/// A time of whole milliseconds.
fn time(least: u64) -> impl Strategy<Value = Duration> {
    (least..=i64::MAX as u64).prop_map(Duration::from_millis)
}

fn teams() -> impl Strategy<Value = Teams> {
    vec(vec(seat(), 1..3), 1..4).prop_map(Teams)
}

fn go() -> impl Strategy<Value = Go> {
    let clocks = || btree_map(seat(), time(1), 0..3);
    let plies = || of(1..u32::MAX);
    let limits = (plies(), plies(), plies(), of(time(1)), of(1..=i64::MAX as u64));
    (clocks(), clocks(), limits, any::<(bool, bool)>(), vec(token(), 0..3)).prop_map(
        |(time, increment, limits, flags, search_moves)| {
            let mut go = Go::default();
            (go.time, go.increment, go.search_moves) = (time, increment, search_moves);
            (go.moves_to_go, go.depth, go.mate, go.move_time, go.nodes) = limits;
            (go.infinite, go.ponder) = flags;
            go
        },
    )
}

proptest! {
    #[test]
    fn replies(reply in reply()) {
        prop_assert_eq!(Reply::parse(&reply.to_string()), reply);
    }

    #[test]
    fn searches(go in go()) {
        let line = Command::Go(go.clone()).to_string();
        prop_assert_eq!(Command::parse(&line).unwrap(), Some(Command::Go(go)));
    }

    #[test]
    fn options(name in words(), value in of(words())) {
        let command = Command::SetOption { name: name.into(), value: value.as_deref() };
        let line = command.to_string();
        prop_assert_eq!(Command::parse(&line).unwrap(), Some(command.clone()));
    }

    #[test]
    fn positions(viewer in viewer(), fen in of(token()), moves in vec(token(), 0..5)) {
        let base = fen.as_deref().map_or(Base::Start, Base::Fen);
        let text = base.to_string();
        prop_assert_eq!(Base::parse(&text), Some(base));
        let command = Command::Position(Position { viewer, base, moves: moves.iter().map(String::as_str).collect() });
        let line = command.to_string();
        prop_assert_eq!(Command::parse(&line).unwrap(), Some(command.clone()));
    }

    #[test]
    fn counts(depth in any::<u32>(), words in vec(token(), 0..3)) {
        for command in [Command::Perft(depth), Command::Bench(words.iter().map(String::as_str).collect())] {
            let line = command.to_string();
            prop_assert_eq!(Command::parse(&line).unwrap(), Some(command.clone()));
        }
    }

    #[test]
    fn scores_and_teams(score in score(), teams in teams()) {
        prop_assert_eq!(score.to_string().parse(), Ok(score));
        prop_assert_eq!(teams.to_string().parse(), Ok(teams));
    }

    #[test]
    fn queries(token in token(), viewer in viewer(), number in any::<u64>(), limit in of(any::<u64>())) {
        let queries = [
            Query::IsLegal(&token),
            Query::Canon(&token),
            Query::Clicks(&token),
            Query::View(viewer),
            Query::Fen(Some(viewer)),
            Query::Draw(number),
            Query::Solutions(limit),
            Query::Rules(&token),
            Query::Deck(&token),
            Query::Export(&token, r#"{"base": "startpos"}"#),
            Query::Import(&token, 1, r#""1. 11-15 *""#),
        ];
        for query in queries {
            let command = Command::Query(query);
            let line = command.to_string();
            prop_assert_eq!(Command::parse(&line).unwrap(), Some(command.clone()));
        }
    }

    #[test]
    fn turns_and_results(index in 0..255usize) {
        let seat = Seat::new(index);
        prop_assert_eq!(seat.to_string().parse(), Ok(seat));
        for turn in [Turn::Seat(seat), Turn::Chance, Turn::Over] {
            prop_assert_eq!(turn.to_string().parse(), Ok(turn));
        }
        for result in [GameResult::Win(index), GameResult::Draw, GameResult::None] {
            prop_assert_eq!(result.to_string().parse(), Ok(result));
        }
        // Seat numbers above 255 are rejected instead of wrapping around.
        let [seat, win] = ["", "win"].map(|end| format!("p{}{end}", index + 256));
        prop_assert!(seat.parse::<Turn>().is_err() && win.parse::<GameResult>().is_err());
    }

    #[test]
    fn boards(board in board()) {
        let text = serde_json::to_string(&board).unwrap();
        prop_assert_eq!(serde_json::from_str::<Board>(&text).unwrap(), board);
    }

    #[test]
    fn cells_of_boards(cells in cells()) {
        let text = serde_json::to_string(&cells).unwrap();
        prop_assert_eq!(serde_json::from_str::<Cells>(&text).unwrap(), cells);
    }

    #[test]
    fn any_line_is_read(line in ".{0,80}") {
        let reply = Reply::parse(&line);
        prop_assert_eq!(Reply::parse(&reply.to_string()).to_string(), reply.to_string());
    }
}
