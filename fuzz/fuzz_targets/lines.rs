//! Fuzzes the command loop. Run it with `cargo +nightly fuzz run lines`. Skips inputs that contain a slow or blocking
//! command, an option that makes commands slow, or an option that writes files.
#![no_main]

use libfuzzer_sys::fuzz_target;
use speltafel::registry::REGISTRY;
use kit::serve::Server;
use kit::output::Output;
use kit::settings::Settings;
use std::io;
use std::sync::Arc;

fuzz_target!(|bytes: &[u8]| {
    let slow = [&b"bench"[..], b"perft", b"wait", b"LogFile", b"logfile", b"Threads", b"threads", b"Hash", b"hash"];
    if slow.iter().any(|word| bytes.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word))) {
        return;
    }
    let out = Arc::new(Output::new(Box::new(io::sink()), || {}));
    Server::new(Settings::new(&REGISTRY), out).serve(&mut io::BufReader::new(bytes)).expect("the loop ends well");
});
