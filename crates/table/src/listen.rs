//! Accepts connections, and limits their number and duration.

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use socket2::{Domain, Socket, Type};
use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

/// Limits on connections.
#[derive(Clone, Copy)]
pub struct ConnectionLimits {
    /// The time within which a connection must send the complete head of a request.
    pub request: Duration,
    /// The time after which a connection is closed, unless it has become a WebSocket.
    pub all_requests: Duration,
    /// The maximum number of connections that are not WebSockets. When there are more, the oldest one of the address
    /// that has the most is closed.
    pub connections: usize,
}

/// Limits for a page that is loaded from the same machine.
pub const DEFAULT_LIMITS: ConnectionLimits =
    ConnectionLimits { request: Duration::from_secs(10), all_requests: Duration::from_secs(60), connections: 128 };
/// The maximum number of connections that wait to be accepted.
const BACKLOG: i32 = 1024;
/// The number of files and sockets that a full server may have open.
const DESCRIPTORS: u64 = 4096;
/// The pause after the system has failed to accept a connection.
const PAUSE: Duration = Duration::from_millis(100);

/// The address from which a request comes.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// Listens on a port of the loopback interface, or of all interfaces if `lan` is true, with IPv6 where the system has
/// it.
pub fn bind(port: u16, lan: bool) -> io::Result<TcpListener> {
    let open = |address: SocketAddr| {
        let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
        if address.is_ipv6() {
            socket.set_only_v6(false)?;
        }
        // As in the standard library: the port of a server that has just ended is free.
        socket.set_reuse_address(true)?;
        socket.set_nonblocking(true)?;
        socket.bind(&address.into())?;
        socket.listen(BACKLOG)?;
        TcpListener::from_std(socket.into())
    };
    if !lan {
        return open((Ipv4Addr::LOCALHOST, port).into());
    }
    match open((Ipv6Addr::UNSPECIFIED, port).into()) {
        Err(error) if error.kind() != io::ErrorKind::AddrInUse => open((Ipv4Addr::UNSPECIFIED, port).into()),
        opened => opened,
    }
}

/// Raises the number of files and sockets that this process may have open, as far as the system allows it: many tables
/// with guests need more than the usual number.
pub fn allow_descriptors() {
    let limits = getrlimit(Resource::Nofile);
    let wanted = limits.maximum.map_or(DESCRIPTORS, |most| most.min(DESCRIPTORS));
    if limits.current.is_some_and(|current| current < wanted) {
        // Without more descriptors, fewer people can connect.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limits });
    }
}

/// Accepts and serves connections forever.
pub async fn answer_all(listener: TcpListener, router: Router, limits: ConnectionLimits) {
    let mut open: Vec<(IpAddr, AbortHandle)> = Vec::new();
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        open.retain(|(_, connection)| !connection.is_finished());
        if open.len() >= limits.connections
            && let Some(index) = surplus(&open)
        {
            open.remove(index).1.abort();
        }
        let peer = peer.ip();
        let answering = tokio::spawn(answer(stream, router.clone().layer(Extension(Peer(peer))), limits));
        open.push((peer, answering.abort_handle()));
    }
}

/// Returns the index of the oldest connection of the address that has the most, so that one device cannot close the
/// connections of others.
fn surplus<T>(open: &[(IpAddr, T)]) -> Option<usize> {
    let mut counts: BTreeMap<IpAddr, usize> = BTreeMap::new();
    open.iter().for_each(|(address, _)| *counts.entry(*address).or_default() += 1);
    let (most, _) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    open.iter().position(|(address, _)| *address == most)
}

async fn answer(stream: TcpStream, router: Router, limits: ConnectionLimits) {
    // Send small frames without delay.
    let _ = stream.set_nodelay(true);
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(limits.request);
    let connection = server.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    // Errors and timeouts of a connection need no handling.
    let _ = timeout(limits.all_requests, connection.with_upgrades()).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use std::io::{ErrorKind, Read, Write};
    use std::net::TcpStream as Client;
    use std::thread;

    const WHOLE: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    /// A timeout that never expires during a test.
    const NEVER: Duration = Duration::from_secs(3600);

    /// Runs a server with these limits on a background thread, and returns its address.
    fn serve(limits: ConnectionLimits) -> SocketAddr {
        let (found, address) = std::sync::mpsc::channel();
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                found.send(listener.local_addr().unwrap()).unwrap();
                answer_all(listener, Router::new().route("/", get(|| async { "answer" })), limits).await;
            });
        });
        address.recv().unwrap()
    }

    fn client(address: SocketAddr, begin: &[u8]) -> Client {
        let mut client = Client::connect(address).unwrap();
        client.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        client.write_all(begin).unwrap();
        client
    }

    /// Reads until the server closes or resets the connection. The system resets a connection if the server closes it
    /// without having read all bytes.
    fn read_to_end(mut client: Client) -> String {
        let mut bytes = Vec::new();
        let end = client.read_to_end(&mut bytes).map_err(|error| error.kind());
        assert!(matches!(end, Ok(_) | Err(ErrorKind::ConnectionReset)), "{end:?}");
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn incomplete_requests_time_out() {
        let address =
            serve(ConnectionLimits { request: Duration::from_millis(50), all_requests: NEVER, connections: 9 });
        for begin in [b"".as_slice(), b"GET", b"GET / HTTP/1.1\r\nHost: x", b"GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n"] {
            assert!(!read_to_end(client(address, begin)).contains("answer"));
        }
        assert!(read_to_end(client(address, WHOLE)).contains("answer"));
    }

    #[test]
    fn idle_connections_time_out() {
        let address =
            serve(ConnectionLimits { request: NEVER, all_requests: Duration::from_millis(50), connections: 9 });
        assert!(read_to_end(client(address, WHOLE)).ends_with("answer"));
    }

    #[test]
    fn new_connections_close_the_oldest() {
        let address = serve(ConnectionLimits { request: NEVER, all_requests: NEVER, connections: 4 });
        let mut silent: Vec<Client> = (0..9).map(|_| client(address, b"GET")).collect();
        assert_answered(client(address, WHOLE));
        assert_eq!(read_to_end(silent.remove(0)), "", "the oldest had to go");
        let mut youngest = silent.pop().unwrap();
        youngest.write_all(&WHOLE[3..]).unwrap();
        assert_answered(youngest);
    }

    #[test]
    fn one_device_does_not_close_the_connections_of_others() {
        let open = |addresses: &[u8]| -> Vec<(IpAddr, ())> {
            addresses.iter().map(|last| (Ipv4Addr::new(192, 168, 0, *last).into(), ())).collect()
        };
        assert_eq!(surplus(&open(&[3, 7, 5, 7, 7, 5])), Some(1));
        assert_eq!(surplus(&open(&[4, 4])), Some(0));
        assert_eq!(surplus(&open(&[])), None);
    }

    fn assert_answered(mut client: Client) {
        let mut answer = [0; 15];
        client.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200 OK");
    }
}
