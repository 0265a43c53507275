//! Tests for late moves, with a shell script as the engine.

use super::{Dialogue, EngineError, EngineProcess, Program, Timeouts};
use crate::log::Log;
use crate::record::FaultKind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use ugi::Go;

/// A shell script that writes `bestmove a` 100 ms after each `go`.
const SLOW: &str = r#"while read -r line; do case "$line" in
  ugi) echo "id name slow"; echo ugiok;;
  isready) echo readyok;;
  go*) sleep 0.1; echo "bestmove a";;
  quit) exit;;
esac; done"#;

fn slow() -> Result<EngineProcess, EngineError> {
    let program =
        Program { command: "sh".into(), args: vec!["-c".to_string(), SLOW.to_string()], ..Program::default() };
    EngineProcess::start(&program, &[], Timeouts::default(), None, Dialogue::new("slow", Log::default()))
}

#[test]
fn steal_time_forgives_a_late_move() {
    static READS: AtomicU64 = AtomicU64::new(0);
    let flag = Some(Duration::from_millis(20));
    let mut engine = slow().unwrap();

    // Without steal counters, or if all of them are zero, the engine gets no extra time.
    for ticks in [Vec::new as fn() -> Vec<u64>, || vec![0, 0]] {
        engine.steal_clock.ticks = ticks;
        let error = engine.think("position startpos", &Go::default(), flag).unwrap_err();
        assert_eq!((error.kind, error.text.as_str()), (FaultKind::Time, "no move within 20 ms"));
    }

    // There was steal time before this search, but none during it: the engine gets extra time, but the move is not
    // forgiven.
    engine.steal_clock.ticks = || vec![7, 7];
    let reply = engine.think("position startpos", &Go::default(), flag).unwrap();
    assert!(reply.steal.is_zero() && reply.elapsed > Duration::from_millis(20));

    // The steal time increases by a minute each time the counter is read, so the late move is forgiven.
    engine.steal_clock.ticks = || vec![7, 6000 * READS.fetch_add(1, Ordering::Relaxed)];
    let reply = engine.think("position startpos", &Go::default(), flag).unwrap();
    assert_eq!(reply.best, "a");
    assert!(reply.steal > reply.elapsed && reply.elapsed > Duration::from_millis(20));

    let reply = engine.think("position startpos", &Go::default(), None).unwrap();
    assert_eq!(reply.steal, Duration::ZERO);
    engine.close();
}
