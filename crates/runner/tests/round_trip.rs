//! Property test: a record is unchanged after it was written as JSON and read back.

use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use speltafel_runner::record::{ClockScale, EngineRecord, Fault, FaultKind, Infos, Record, RunInfo, SearchReport};
use speltafel_runner::results::FormatVersion;
use ugi::{Score, Seat};

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

/// Multiples of 1/8, whose decimal form in JSON is exact, so that parsing returns the same number.
fn eighths() -> impl Strategy<Value = f64> {
    any::<i16>().prop_map(|eighths| f64::from(eighths) / 8.0)
}

fn seat() -> impl Strategy<Value = Seat> {
    (0..8usize).prop_map(Seat::new)
}

fn teams() -> impl Strategy<Value = Vec<Vec<Seat>>> {
    vec(vec(seat(), 1..3), 1..4)
}

fn fault() -> impl Strategy<Value = Fault> {
    let kinds =
        select(vec![FaultKind::NoHandshake, FaultKind::Crash, FaultKind::IllegalMove, FaultKind::WrongBestmove]);
    let texts = (token(), words(), vec(words(), 0..3));
    (kinds, proptest::option::of(seat()), any::<(usize, bool)>(), texts).prop_map(
        |(kind, seat, (ply, decisive), (participant, text, dialogue))| Fault {
            kind,
            seat,
            participant,
            ply,
            decisive,
            text,
            dialogue,
        },
    )
}

/// The numbers of one word of `info`.
fn list() -> impl Strategy<Value = Vec<Option<u64>>> {
    vec(of(any::<u64>()), 0..3)
}

fn infos() -> impl Strategy<Value = Infos> {
    (list(), list(), list(), list(), list(), vec(of(words()), 0..3))
        .prop_map(|(seldepth, nps, hashfull, tbhits, time, pv)| Infos { seldepth, nps, hashfull, tbhits, time, pv })
}

fn scale() -> impl Strategy<Value = ClockScale> {
    (any::<u64>(), eighths()).prop_map(|(nodes, factor)| ClockScale { nodes, factor })
}

fn run_info() -> impl Strategy<Value = RunInfo> {
    let plies = || vec(any::<usize>(), 0..3);
    let numbers = (vec(eighths(), 0..4), vec(eighths(), 0..4), list(), plies(), plies(), plies());
    (
        (words(), words(), of(scale())),
        any::<(u64, u64, u64, u32)>(),
        numbers,
        infos(),
        btree_map(token(), token(), 0..3),
        vec(any::<(usize, u64)>(), 0..3),
    )
        .prop_map(
            |(
                (host, part, scale),
                (started, wall_ms, trips, redone),
                (times_ms, ready_ms, left_ms, forgiven, illegal_pvs, ponder_hits),
                infos,
                files,
                stopped,
            )| {
                RunInfo {
                    host,
                    part,
                    scale,
                    started,
                    wall_ms,
                    times_ms,
                    forgiven,
                    stopped,
                    ponder_hits,
                    left_ms,
                    infos,
                    illegal_pvs,
                    ready_ms,
                    files,
                    trips,
                    redone,
                }
            },
        )
}

fn record() -> impl Strategy<Value = Record> {
    let said = (of(score()), of(any::<u32>()), of(any::<u64>()));
    let said = of(said.prop_map(|(score, depth, nodes)| SearchReport { score, depth, nodes }));
    let options = || btree_map(token(), words(), 0..3);
    let engines = (words(), options()).prop_map(|(name, options)| EngineRecord { name, options });
    let names = (token(), token(), token(), options(), token(), token());
    let tags = (of(words()), words(), vec(words(), 0..3), of(0..4usize));
    let numbers = any::<(u64, usize, usize)>();
    let players = (teams(), vec(engines, 1..4), vec(fault(), 0..3), run_info());
    let moves = vec((token(), said, of(seat())), 0..4);
    let end = (token(), words(), vec(any::<i64>(), 0..4), vec(any::<u32>(), 0..4));
    (names, tags, numbers, players, moves, end).prop_map(
        |(
            (id, plan, game, options, pairing, version),
            (date, event, seats, seat),
            (block, seating, opening),
            (teams, engines, faults, run),
            played,
            (result, reason, scores, ranks),
        )| Record {
            format: FormatVersion,
            id,
            plan,
            pairing,
            block,
            seating,
            teams,
            reports: played.iter().map(|(_, said, _)| said.clone()).collect(),
            played: game::Record {
                game,
                options,
                date,
                event,
                seats,
                seat,
                opening,
                moves: played.iter().map(|(token, ..)| token.clone()).collect(),
                movers: played.iter().map(|(.., mover)| *mover).collect(),
                result,
                reason,
                scores,
                ranks,
                ..game::Record::default()
            },
            engines,
            faults,
            version,
            run,
        },
    )
}

proptest! {
    #[test]
    fn records(record in record()) {
        let text = serde_json::to_string(&record).unwrap();
        prop_assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record);
    }
}
