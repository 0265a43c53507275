//! Late moves of an engine that is a few lines of shell.

use super::{Dialogue, Engine, EngineError, Patience, Program};
use crate::Go;
use crate::dialogue::Log;
use crate::record::FaultKind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Says `bestmove a` a tenth of a second after each `go`.
const SLOW: &str = r#"while read -r line; do case "$line" in
  ugi) echo "id name slow"; echo ugiok;;
  isready) echo readyok;;
  go*) sleep 0.1; echo "bestmove a";;
  quit) exit;;
esac; done"#;

fn slow() -> Result<Engine, (EngineError, Vec<String>)> {
    let program =
        Program { command: "sh".into(), args: vec!["-c".to_string(), SLOW.to_string()], ..Program::default() };
    Engine::start(&program, &[], Patience::default(), None, Dialogue::new("slow", Log::default()))
}

#[test]
fn what_is_stolen_from_the_machine_excuses_a_late_move() {
    static LOOKS: AtomicU64 = AtomicU64::new(0);
    let flag = Some(Duration::from_millis(20));
    let mut engine = slow().unwrap();

    // Nothing is known of, or nothing was ever stolen.
    for ticks in [Vec::new as fn() -> Vec<u64>, || vec![0, 0]] {
        engine.stolen.ticks = ticks;
        let error = engine.think("position startpos", &Go::default(), flag).unwrap_err();
        assert_eq!((error.kind, error.text.as_str()), (FaultKind::Time, "no move within 20 ms"));
    }

    // Something was, but not now: the move comes and is late.
    engine.stolen.ticks = || vec![7, 7];
    let thought = engine.think("position startpos", &Go::default(), flag).unwrap();
    assert!(thought.stolen.is_zero() && thought.elapsed > Duration::from_millis(20));

    // A core that stands still: with each look another minute has gone.
    engine.stolen.ticks = || vec![7, 6000 * LOOKS.fetch_add(1, Ordering::Relaxed)];
    let thought = engine.think("position startpos", &Go::default(), flag).unwrap();
    assert_eq!(thought.best, "a");
    assert!(thought.stolen > thought.elapsed && thought.elapsed > Duration::from_millis(20));

    let thought = engine.think("position startpos", &Go::default(), None).unwrap();
    assert_eq!(thought.stolen, Duration::ZERO);
    engine.close();
}
