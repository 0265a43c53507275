//! Access control: links, cookies, `Host` and `Origin` headers, response headers, roles and `--open`.

use super::common::*;
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

#[test]
fn pages_need_their_cookie_and_the_own_host_and_origin() {
    let table = TestTable::start(&[]);
    let (visitor, address) = (table.owner(), table.address().to_string());
    let port = address.rsplit(':').next().unwrap();
    let (page, cookie) = (visitor.path.clone(), format!("Cookie: {}\r\n", visitor.cookie));
    let host = format!("Host: {address}\r\n");
    let own = format!("{host}{cookie}");
    let from = |origin: &str| format!("{own}Origin: {origin}\r\n");
    let (here, id) = (format!("http://{address}"), page.split('/').nth(2).unwrap());
    for (path, headers, status) in [
        (page.as_str(), own.clone(), 200),
        (&page, format!("Host: localhost:{port}\r\n{cookie}"), 200),
        (&page, from(&here), 200),
        (&page, host.clone(), 403),
        (&page, format!("{host}Cookie: {}x\r\n", visitor.cookie), 403),
        (&page, format!("{host}Cookie: speltafel={}\r\n", visitor.cookie.split('=').nth(1).unwrap()), 403),
        // DNS rebinding: a foreign page uses its own host name for this address.
        (&page, format!("{cookie}Host: evil.example:{port}\r\n"), 403),
        (&page, format!("{cookie}Host: 127.0.0.1\r\n"), 403),
        (&page, format!("{own}Host: evil.example\r\n"), 403),
        (&page, from("http://evil.example"), 403),
        (&page, from(&format!("https://{address}")), 403),
        (&page, from("null"), 403),
        (&page, format!("{}Origin: http://evil.example\r\n", from(&here)), 403),
        ("/", host.clone(), 404),
        ("/ws", own.clone(), 404),
        ("/t/00000000/h/", own.clone(), 404),
        (&format!("/t/{id}/"), own.clone(), 404),
        (&format!("/t/{id}/x/"), own.clone(), 404),
        (&format!("/t/{id}/w/"), own.clone(), 403),
        (&format!("/t/{id}/s/1/"), own.clone(), 403),
        (&format!("/t/{id}/s/0/"), own.clone(), 404),
        (&format!("{page}../../../../etc/passwd"), own.clone(), 404),
        (&format!("{page}%2e%2e/Cargo.toml"), own.clone(), 404),
        (&format!("{page}nothing.js"), own.clone(), 404),
        (&format!("{page}rules/checkers/en"), own.clone(), 200),
        (&format!("{page}rules/checkers/en"), host.clone(), 403),
        (&format!("{page}rules/nothing/en"), own.clone(), 404),
        (&format!("{page}rules/checkers/xx"), own.clone(), 404),
        // A page of another site, or of another port of this host, opens a socket: the browser sends its origin.
        (&format!("{page}ws"), format!("{}{UPGRADE}", from("http://evil.example")), 403),
        (&format!("{page}ws"), format!("{}{UPGRADE}", from("http://127.0.0.1:1")), 403),
        (&format!("{page}ws"), format!("{own}{UPGRADE}"), 403),
        (&format!("{page}ws"), format!("{host}Origin: {here}\r\n{UPGRADE}"), 403),
        (&format!("{page}ws"), format!("{cookie}Host: evil.example:{port}\r\nOrigin: {here}\r\n{UPGRADE}"), 403),
        (&format!("{page}ws"), format!("{}{UPGRADE}", from(&here)), 101),
    ] {
        let (found, head, _) = table.request(path, &headers);
        assert_eq!(found, status, "{path} {headers}");
        let head = head.to_lowercase();
        for header in [
            "content-security-policy: default-src 'none'; ",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "referrer-policy: ",
            "cache-control: no-store",
            "x-content-type-options: nosniff",
        ] {
            assert!(head.contains(header), "{path}: {head}");
        }
    }
    let (_, head, _) = table.request(&page, &own);
    assert!(head.contains("script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"), "{head}");
    assert_eq!(header(&head, "referrer-policy"), Some("no-referrer"));
    let (status, head, _) = table.request(page.trim_end_matches('/'), &own);
    assert_eq!((status, header(&head, "location")), (308, Some(page.as_str())));
}

#[test]
fn other_methods_are_refused() {
    let table = TestTable::start(&[]);
    let visitor = table.owner();
    let headers = visitor.headers();
    let (page, link) = (visitor.path.as_str(), format!("/join/{}", table.owner));
    let (script, socket) = (format!("{page}main.js"), format!("{page}ws"));
    for (path, allowed) in [
        (page, "GET,HEAD"),
        ("/", "GET,HEAD"),
        (&script, "GET,HEAD"),
        ("/files/main.js", "GET,HEAD"),
        (&socket, "GET,HEAD"),
        (&link, "GET,HEAD,POST"),
    ] {
        for method in ["POST", "PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"] {
            if allowed.contains(method) {
                continue;
            }
            let (status, head, _) = request(table.address(), method, path, &format!("{headers}{UPGRADE}"), "");
            assert_eq!((status, header(&head, "allow")), (405, Some(allowed)), "{method} {path}");
        }
    }
}

#[test]
fn a_link_is_used_by_a_form_only() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], json!({}));
    let link = host.link(2);
    let path = link.strip_prefix(&table.home).unwrap();
    let own = format!("Host: {}\r\n", table.address());
    // A preview in a chat program fetches the link. Nobody sits down, and no cookie is given.
    let (status, head, body) = table.request(path, &format!("{own}Accept-Language: nl\r\n"));
    assert_eq!((status, header(&head, "set-cookie")), (200, None));
    assert!(body.contains("lang=\"nl\"") && body.contains("method=\"post\"") && !body.contains("<script"), "{body}");
    assert_eq!(host.sync().len(), 1);
    assert_eq!(host.table["seats"][1]["online"], false);
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    let post = |path: &str, origin: &str, name: &str| {
        request(table.address(), "POST", path, &format!("{own}{form}{origin}"), &format!("name={name}"))
    };
    let origin = format!("Origin: {}\r\n", table.home);
    // A form on another site, on another port, or without an origin is refused.
    for origin in ["", "Origin: null\r\n", "Origin: http://127.0.0.1:1\r\n", "Origin: http://evil.example\r\n"] {
        let (status, head, _) = post(path, origin, "Anna");
        assert_eq!((status, header(&head, "set-cookie")), (403, None), "{origin}");
    }
    for name in ["%E2%80%AEAnna", &"x".repeat(61), "a%0Ab"] {
        let (status, head, body) = post(path, &origin, name);
        assert_eq!((status, header(&head, "set-cookie")), (400, None), "{name}");
        assert!(body.contains("at most 60"), "{body}");
    }
    assert_eq!(post(path, &origin, &"x".repeat(5000)).0, 413);
    assert_eq!(post("/join/00000000000000000000000000000000", &origin, "").0, 404);
    let (status, head, _) = post(path, &origin, "%3Cb%3E+Anna");
    let (cookie, page) = (header(&head, "set-cookie").unwrap(), header(&head, "location").unwrap());
    assert_eq!(status, 303);
    assert!(page.ends_with("/s/2/") && !page.contains(&path["/join/".len()..]), "{page}");
    for part in [format!("; Path={}; ", page.trim_end_matches('/')).as_str(), "; HttpOnly", "; SameSite=Strict"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains(&path["/join/".len()..]) && !cookie.contains("Secure"), "{cookie}");
    // The name is that of the seat, now and in the next game, and the form offers it again.
    let guest = Browser::at(&link);
    assert_eq!(guest.table["seats"][1]["name"], "<b> Anna");
    host.begin("jeex", &["here", "link"], json!({}));
    assert_eq!(host.table["seats"][1]["name"], "<b> Anna");
    let body = table.request(path, &own).2;
    assert!(body.contains("&#60;b&#62; Anna") && !body.contains("<b>"), "{body}");
}

#[test]
fn the_cookie_of_one_role_opens_no_other() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("keezen", &["here", "link", "link", "link"], json!({}));
    let visitors = [0, 2, 3].map(|seat| Visitor::guest(&host.link(seat)));
    for (index, visitor) in visitors.iter().enumerate() {
        for (other, page) in visitors.iter().enumerate() {
            let status = table.request(&page.path, &visitor.headers()).0;
            assert_eq!(status, if index == other { 200 } else { 403 }, "{} at {}", visitor.path, page.path);
        }
        assert_eq!(table.request(&table.owner().path, &visitor.headers()).0, 403);
    }
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
    // Nothing here may use the data of the person who runs the tests.
    let home = tempfile::tempdir().unwrap();
    for (arguments, part) in [
        (vec!["--port", port.as_str()], "choose another with --port"),
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
        let any: &[&str] = if arguments[0] == "--port" { &[] } else { &["--port", "0"] };
        let mut command = std::process::Command::new(TABLE_PROGRAM);
        let run = command.args(any).args(&arguments).env("XDG_DATA_HOME", home.path()).output().unwrap();
        let error = String::from_utf8_lossy(&run.stderr);
        assert!(!run.status.success() && error.contains(part), "{arguments:?}: {error}");
        assert!(run.stdout.is_empty());
    }
}

#[test]
fn what_is_no_regular_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    for name in ["cup/results.jsonl", "data/lock", "base/speltafel.sqlite", "file"] {
        std::fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(at(name)).status().unwrap().success());
    }
    for (arguments, file) in [
        (["--results", &at("cup")], "cup/results.jsonl"),
        (["--results", &at("file")], "file"),
        (["--config", &at("file")], "file"),
        (["--data", &at("data")], "data: lock"),
        (["--data", &at("base")], "base/speltafel.sqlite"),
        (["verify", &at("file")], "file"),
    ] {
        let port: &[&str] = if arguments[0] == "verify" { &[] } else { &["--port", "0"] };
        let mut command = std::process::Command::new(TABLE_PROGRAM);
        let run = command.args(arguments).args(port).env("XDG_DATA_HOME", folder.path()).output().unwrap();
        let error = String::from_utf8_lossy(&run.stderr);
        assert!(error.contains(&format!("{}: is not a regular file", at(file))), "{arguments:?}: {error}");
        assert_eq!(run.status.code(), Some(1));
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
        assert!(browser.links.is_null() && !browser.traffic.concat().contains(&table.owner));
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
    half.write_all(b"GET / HTTP/1.1\r\nHost:").unwrap();
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
    wait_for("a file", || file.exists());
    std::fs::read_to_string(file).unwrap()
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
        assert!(!file.contains(&table.owner), "{recorded}");
        let modes: Vec<&str> = recorded.lines().filter_map(|line| line.strip_prefix("mode ")).collect();
        assert_eq!(modes, ["600", "700"], "{recorded}");
        let address = format!("{}/join/{}", table.home, table.owner);
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
