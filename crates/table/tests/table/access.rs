//! Access control: secret words, `Host` and `Origin` headers, response headers, roles and `--open`.

use super::common::*;
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

#[test]
fn access_needs_the_right_word_host_and_origin() {
    let table = TestTable::start(&[]);
    let (host, address) = (table.host.clone(), table.address().to_string());
    let port = address.rsplit(':').next().unwrap();
    let own = format!("Host: {address}\r\n");
    let page = format!("/{host}/");
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for (path, headers, status) in [
        (page.as_str(), own.clone(), 200),
        (&page, format!("Host: localhost:{port}\r\n"), 200),
        (&page, format!("{own}Origin: http://{address}\r\n"), 200),
        // DNS rebinding: a foreign page uses its own host name for this address.
        (&page, format!("Host: evil.example:{port}\r\n"), 403),
        (&page, "Host: 127.0.0.1\r\n".to_string(), 403),
        (&page, format!("{own}Host: evil.example\r\n"), 403),
        (&page, format!("{own}Origin: http://evil.example\r\n"), 403),
        (&page, format!("{own}Origin: https://{address}\r\n"), 403),
        (&page, format!("{own}Origin: null\r\n"), 403),
        (&page, format!("{own}Origin: http://{address}\r\nOrigin: http://evil.example\r\n"), 403),
        ("/", own.clone(), 404),
        ("/ws", own.clone(), 404),
        ("/00000000000000000000000000000000/", own.clone(), 404),
        (&format!("/{}/", &host[1..]), own.clone(), 404),
        (&format!("/{}/", host.to_uppercase()), own.clone(), if host == host.to_uppercase() { 200 } else { 404 }),
        (&format!("{page}../../etc/passwd"), own.clone(), 404),
        (&format!("{page}%2e%2e/Cargo.toml"), own.clone(), 404),
        (&format!("{page}nothing.js"), own.clone(), 404),
        (&format!("{page}rules/nothing/en"), own.clone(), 404),
        (&format!("{page}rules/checkers/xx"), own.clone(), 404),
        ("/00000000000000000000000000000000/ws", format!("{own}{upgrade}"), 404),
        (&format!("{page}ws"), format!("{own}Origin: http://evil.example\r\n{upgrade}"), 403),
        (&format!("{page}ws"), format!("Host: evil.example:{port}\r\n{upgrade}"), 403),
    ] {
        let (found, head, body) = table.request(path, &headers);
        assert_eq!(found, status, "{path} {headers}");
        assert!(found == 200 || body.len() < 100, "{body}");
        let head = head.to_lowercase();
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
             connect-src 'self'; base-uri 'none'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cache-control: no-store",
        ] {
            assert!(head.contains(header), "{path}: {head}");
        }
    }
    let (status, head, _) = table.request(&format!("/{host}"), &own);
    assert!(status == 308 && head.contains(&format!("location: {page}")), "{head}");
}

#[test]
fn it_listens_on_localhost_only() {
    let table = TestTable::start(&[]);
    assert!(table.address().starts_with("127.0.0.1:"));
    let sockets = std::fs::read_to_string("/proc/net/tcp").unwrap();
    let port: u16 = table.address().rsplit(':').next().unwrap().parse().unwrap();
    let listens: Vec<&str> = (sockets.lines())
        .filter_map(|line| line.split_whitespace().nth(1))
        .filter(|local| local.ends_with(&format!(":{port:04X}")))
        .collect();
    assert!(!listens.is_empty() && listens.iter().all(|local| local.starts_with("0100007F")), "{listens:?}");
}

#[test]
fn invalid_arguments_are_errors() {
    let table = TestTable::start(&[]);
    let port = table.address().rsplit(':').next().unwrap().to_string();
    for (arguments, part) in [
        (vec!["--port", port.as_str()], "cannot listen"),
        (vec!["--engine", "x"], "NAME=COMMAND"),
        (vec!["--referee", "/nonexistent/engine"], "referee: /nonexistent/engine: no such program"),
        (vec!["--referee", "true"], "the referee exited without answering ugi"),
        (vec!["--game", "nothing"], "Game"),
        (vec!["--config", "/nonexistent/file"], "/nonexistent/file"),
        (vec!["--engine", "x=/nonexistent/engine -v"], "engine x: /nonexistent/engine: no such program"),
        (vec!["--engine", "x=no-such-engine"], "engine x: no-such-engine: no such program in PATH"),
        (vec!["--engine", "x=/etc/passwd"], "engine x: /etc/passwd: not an executable file"),
        (vec!["--results", "/nonexistent/cup"], "results /nonexistent/cup: no such file or folder"),
        (vec!["--results", "src"], "results src: no tournament in this folder"),
        (vec!["--results", "Cargo.toml"], "results Cargo.toml: "),
    ] {
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_speltafel-table")).args(&arguments).output().unwrap();
        let error = String::from_utf8_lossy(&run.stderr);
        assert!(!run.status.success() && error.contains(part), "{arguments:?}: {error}");
        assert!(run.stdout.is_empty());
    }
}

#[test]
fn each_word_gives_one_role() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], json!({}));
    let (mut guest, mut spectator) = (Browser::at(&host.link(2)), Browser::at(&host.link(0)));
    assert_eq!(host.hello["you"], json!({ "role": "host" }));
    assert_eq!(guest.hello["you"], json!({ "role": "seat", "seat": 2 }));
    assert_eq!(spectator.hello["you"], json!({ "role": "watch" }));
    for browser in [&mut guest, &mut spectator] {
        assert!(browser.hello.get("links").is_none() && !browser.traffic.concat().contains(&table.host));
        for request in [
            json!({ "do": "new", "game": "jeex" }),
            json!({ "do": "seat", "seat": 1, "who": "link" }),
            json!({ "do": "restart", "seat": 1 }),
            json!({ "do": "again" }),
            json!({ "do": "pause" }),
            json!({ "do": "go" }),
            json!({ "do": "allow", "analysis": true }),
            json!({ "do": "setup", "text": "startpos" }),
            json!({ "do": "import", "format": "transcript", "text": "" }),
        ] {
            assert_eq!(browser.refused(&request), "not_host", "{request}");
        }
        assert_eq!(browser.refused(&json!({ "do": "move", "token": "11-15", "at": 0 })), "not_your_turn");
    }
    assert_eq!(spectator.refused(&json!({ "do": "undo" })), "no_seat");
    assert_eq!(spectator.refused(&json!({ "do": "resign" })), "no_seat");
    // A link gives access to its seat only while the seat's occupant is of the kind `link`.
    host.play("11-15");
    guest.wait_past(0);
    host.send(&json!({ "do": "seat", "seat": 2, "who": "here" }));
    guest.settle(|guest| guest.table["you"]["seats"] == json!([]));
    assert_eq!(guest.refused(&json!({ "do": "move", "token": "22-18", "at": 1 })), "not_your_turn");
    host.settle(|host| !host.legal().is_empty());
    host.play("22-18");
}

#[test]
fn incomplete_requests_do_not_block_others() {
    let table = TestTable::start(&[]);
    // One connection sends half a request, another sends nothing yet. Neither may block the host.
    let mut half = TcpStream::connect(table.address()).unwrap();
    half.write_all(format!("GET /{}/ HTTP/1.1\r\nHost:", table.host).as_bytes()).unwrap();
    let mut silent = TcpStream::connect(table.address()).unwrap();
    let mut host = table.host();
    host.begin("checkers", &["here", "here"], json!({}));
    host.play("11-15");
    silent.write_all(b"\0\0\0\0 nonsense\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    let _ = silent.read_to_end(&mut answer);
    host.play("22-18");
}

/// Creates a fake `xdg-open` that records its arguments and the mode and contents of the file that it opens. Returns a
/// `PATH` that contains it.
fn desktop(folder: &Path) -> String {
    let recorded = folder.join("noted");
    let script = format!(
        "#!/bin/sh\nfor part in \"$@\"; do echo \"argument $part\"; stat -c 'mode %a' \"$part\" \"$(dirname \"$part\")\"; \
         cat \"$part\"; done > {0}.part\nmv {0}.part {0}\n",
        recorded.display()
    );
    let program = folder.join("xdg-open");
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o700)).unwrap();
    format!("{}:{}", folder.display(), std::env::var("PATH").unwrap())
}

/// Waits for a file and returns its text.
fn read(file: &Path) -> String {
    loop {
        if let Ok(text) = std::fs::read_to_string(file) {
            return text;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn open_hides_the_secret_from_process_lists() {
    for comes in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let path = desktop(folder.path());
        let mut table = TestTable::start_with(&["--open"], &[("PATH", &path)]);
        let recorded = read(&folder.path().join("noted"));
        let arguments: Vec<&str> = recorded.lines().filter_map(|line| line.strip_prefix("argument ")).collect();
        let [file] = arguments.as_slice() else { panic!("{recorded}") };
        assert!(!file.contains(&table.host), "{recorded}");
        let modes: Vec<&str> = recorded.lines().filter_map(|line| line.strip_prefix("mode ")).collect();
        assert_eq!(modes, ["600", "700"], "{recorded}");
        let address = format!("{}/{}/", table.home, table.host);
        assert!(recorded.contains(&format!("content=\"0; url={address}\"")), "{recorded}");
        // The file is removed when the page connects or, if it never does, when the table exits.
        let file = Path::new(file);
        if comes {
            assert!(file.exists());
            table.host();
        } else {
            let number = table.process().to_string();
            assert!(std::process::Command::new("kill").args(["-TERM", &number]).status().unwrap().success());
            assert!(table.wait().success());
        }
        assert!(!file.exists() && !file.parent().unwrap().exists(), "{comes}");
    }
}
