//! Tables in the local network and behind a reverse proxy. Browsers and the server treat the loopback interface
//! specially, so these tests use another address of this machine.

use super::common::*;
use serde_json::json;
use std::net::IpAddr;

/// Returns `http://ADDRESS:PORT` with an address of this machine that is not a loopback address. Without one, says so.
fn network_home(host: &Browser) -> Option<String> {
    let mut homes = host.links["homes"].as_array().unwrap().iter().map(|home| home.as_str().unwrap());
    let name = |home: &str| home["http://".len()..].rsplit_once(':').unwrap().0.trim_matches(['[', ']']).to_string();
    let is_network = |home: &&str| name(home).parse::<IpAddr>().is_ok_and(|address| !address.is_loopback());
    let found = homes.find(is_network).map(ToString::to_string);
    if found.is_none() {
        testing::skip("address except loopback");
    }
    found
}

#[test]
fn a_guest_in_the_network_plays_with_the_host() {
    let table = TestTable::start(&["--lan"]);
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], json!({}));
    let Some(home) = network_home(&host) else { return };
    let link = host.link(2).replace(&table.home, &home);
    let visitor = Visitor::named(&link, "Anna");
    let mut guest = Browser::with(&visitor);
    host.settle(|host| host.table["seats"][1]["name"] == "Anna" && host.table["seats"][1]["online"] == true);
    host.play("11-15");
    guest.wait_past(0);
    guest.play("22-18");
    // A browser elsewhere has no other names for this server than its addresses and NAME.local.
    let address = home.strip_prefix("http://").unwrap();
    let port = address.rsplit(':').next().unwrap();
    let get = |host: &str, origin: &str| {
        let headers = format!("Host: {host}\r\n{origin}Cookie: {}\r\n", visitor.cookie);
        request(address, "GET", &visitor.path, &headers, "").0
    };
    assert_eq!(get(address, &format!("Origin: {home}\r\n")), 200);
    for host in [format!("evil.example:{port}"), format!("192.0.2.1:{port}"), address.replace(port, "1")] {
        assert_eq!(get(&host, ""), 403, "{host}");
    }
    assert_eq!(get(address, "Origin: http://evil.example\r\n"), 403);
}

#[test]
fn keys_of_owner_and_host_stay_on_the_computer() {
    let table = TestTable::start(&["--lan"]);
    let mut host = table.host();
    let Some(home) = network_home(&host) else { return };
    let address = home.strip_prefix("http://").unwrap();
    let (word, owner) = (format!("/join/{}", table.owner), table.owner());
    let own = format!("Host: {address}\r\nOrigin: {home}\r\n");
    // Somebody who has seen the owner's link or cookie cannot use it elsewhere, not even with a loopback name.
    for headers in [own.clone(), format!("Host: {}\r\n", table.address())] {
        let (status, head, _) = request(address, "GET", &word, &headers, "");
        assert_eq!((status, header(&head, "set-cookie")), (403, None), "{headers}");
    }
    assert_eq!(request(address, "POST", &word, &own, "").0, 403);
    assert_eq!(request(address, "GET", &owner.path, &format!("{own}Cookie: {}\r\n", owner.cookie), "").0, 403);
    // The owner can make a link for another device, and end it.
    host.send(&json!({ "do": "device" }));
    host.until("links", |links| links["host"].is_string());
    let device = format!("{home}{}", host.links["host"].as_str().unwrap());
    let mut other = Browser::at(&device);
    assert_eq!(other.hello["you"], json!({ "role": "host" }));
    assert_eq!(other.refused(&json!({ "do": "device" })), "not_owner");
    assert_eq!(other.refused(&json!({ "do": "renew", "role": "host" })), "not_owner");
    host.send(&json!({ "do": "renew", "role": "host" }));
    host.until("links", |links| links["host"].is_null());
    other.until("notice", |notice| notice["code"] == "link_ended");
    let path = device.strip_prefix(&home).unwrap();
    assert_eq!(request(address, "GET", path, &own, "").0, 404);
    host.sync();
}

#[test]
fn a_renewed_link_ends_the_old_one_and_its_sockets() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], json!({}));
    let link = host.link(2);
    let visitor = Visitor::guest(&link);
    let mut guest = Browser::with(&visitor);
    assert_eq!(guest.refused(&json!({ "do": "renew", "role": "seat", "seat": 2 })), "not_host");
    host.send(&json!({ "do": "renew", "role": "seat", "seat": 2 }));
    host.until("links", |links| links["seats"][1].as_str().is_some_and(|path| !link.ends_with(path)));
    guest.until("notice", |notice| notice["code"] == "link_ended");
    while guest.socket.read().is_ok() {}
    assert_eq!(table.request(&visitor.path, &visitor.headers()).0, 403);
    let path = link.strip_prefix(&table.home).unwrap();
    assert_eq!(table.request(path, &format!("Host: {}\r\n", table.address())).0, 404);
    let mut guest = Browser::at(&host.link(2));
    host.play("11-15");
    guest.wait_past(0);
}

#[test]
fn links_have_codes() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], json!({}));
    let link = host.link(2);
    host.send(&json!({ "do": "code", "text": link }));
    let code = host.until("code", |_| true);
    assert_eq!(code["text"], link);
    let (size, path) = (code["size"].as_u64().unwrap(), code["path"].as_str().unwrap());
    // The finder pattern in the upper left corner is a ring of seven modules around a square of three.
    assert!(size >= 21 && path.starts_with("M0 0h7v1h-7z") && path.contains("M0 1h1v1h-1zM6 1h1v1h-1z"), "{path}");
    assert_eq!(host.refused(&json!({ "do": "code", "text": "x".repeat(301) })), "bad_message");
    let mut guest = Browser::at(&link);
    assert_eq!(guest.refused(&json!({ "do": "code", "text": "x" })), "not_host");
    assert!(guest.links.is_null());
}

#[test]
fn a_reverse_proxy_is_the_only_address() {
    let table = TestTable::start(&["--public-url", "https://table.example.org"]);
    assert_eq!(table.home, "https://table.example.org");
    let path = format!("/join/{}", table.owner);
    // The proxy may be on the same computer, and may say anything in these headers.
    let forwarded = "X-Forwarded-For: 127.0.0.1\r\nX-Forwarded-Host: table.example.org\r\nX-Forwarded-Proto: https\r\n";
    let own = "Host: table.example.org\r\nOrigin: https://table.example.org\r\n";
    for host in [format!("Host: {}\r\n", table.address()), "Host: localhost\r\n".to_string()] {
        assert_eq!(table.request(&path, &format!("{host}{forwarded}")).0, 403, "{host}");
    }
    // The owner's link shows a form, because the request does not come from this computer.
    let (status, head, body) = table.request(&path, own);
    assert_eq!((status, header(&head, "set-cookie")), (200, None));
    assert!(body.contains("method=\"post\""), "{body}");
    let (status, head, _) = request(table.address(), "POST", &path, own, "");
    let cookie = header(&head, "set-cookie").unwrap();
    assert!(status == 303 && cookie.ends_with("; Secure"), "{head}");
    let cookie = format!("Cookie: {}\r\n", cookie.split(';').next().unwrap());
    let (_, head, _) = table.request("/", &format!("{own}{cookie}"));
    let page = header(&head, "location").unwrap();
    assert_eq!(table.request(&format!("{page}ws"), &format!("{own}{cookie}{UPGRADE}")).0, 101);
}
