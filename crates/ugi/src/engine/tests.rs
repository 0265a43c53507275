//! Late moves of an engine that is a few lines of shell.

use super::{Dialogue, EngineError, EngineProcess, Program, Timeouts};
use crate::Go;
use crate::dialogue::Log;
use crate::record::ForfeitKind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Says `bestmove a` a tenth of a second after each `go`.
const SLOW: &str = r#"while read -r line; do case "$line" in
  ugi) echo "id name slow"; echo ugiok;;
  isready) echo readyok;;
  go*) sleep 0.1; echo "bestmove a";;
  quit) exit;;
esac; done"#;

fn slow() -> Result<EngineProcess, (EngineError, Vec<String>)> {
    let program =
        Program { command: "sh".into(), args: vec!["-c".to_string(), SLOW.to_string()], ..Program::default() };
    EngineProcess::start(&program, &[], Timeouts::default(), None, Dialogue::new("slow", Log::default()))
}

#[test]
fn steal_time_forgives_a_late_move() {
    static LOOKS: AtomicU64 = AtomicU64::new(0);
    let flag = Some(Duration::from_millis(20));
    let mut engine = slow().unwrap();

    // Nothing is known of, or nothing was ever stolen.
    for ticks in [Vec::new as fn() -> Vec<u64>, || vec![0, 0]] {
        engine.steal_clock.ticks = ticks;
        let error = engine.think("position startpos", &Go::default(), flag).unwrap_err();
        assert_eq!((error.kind, error.text.as_str()), (ForfeitKind::Time, "no move within 20 ms"));
    }

    // Something was, but not now: the move comes and is late.
    engine.steal_clock.ticks = || vec![7, 7];
    let thought = engine.think("position startpos", &Go::default(), flag).unwrap();
    assert!(thought.steal.is_zero() && thought.elapsed > Duration::from_millis(20));

    // A core that stands still: with each look another minute has gone.
    engine.steal_clock.ticks = || vec![7, 6000 * LOOKS.fetch_add(1, Ordering::Relaxed)];
    let thought = engine.think("position startpos", &Go::default(), flag).unwrap();
    assert_eq!(thought.best, "a");
    assert!(thought.steal > thought.elapsed && thought.elapsed > Duration::from_millis(20));

    let thought = engine.think("position startpos", &Go::default(), None).unwrap();
    assert_eq!(thought.steal, Duration::ZERO);
    engine.close();
}
