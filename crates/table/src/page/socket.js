// The connection with the server: one JSON object a frame. Comes back by itself, each time after a longer pause.

const PAUSES = [250, 500, 1000, 2000, 4000, 8000];

// `listen(message)` gets every message, `change({ online, retry })` every turn of the connection; `retry` is in ms.
export function connect(listen, change) {
  const address = new URL("ws", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  let socket = null;
  let failures = 0;
  let timer = null;
  const waiting = [];

  function open() {
    clearTimeout(timer);
    timer = null;
    socket = new WebSocket(address);
    socket.addEventListener("open", () => {
      failures = 0;
      change({ online: true, retry: 0 });
      waiting.splice(0).forEach((text) => socket.send(text));
    });
    socket.addEventListener("message", (event) => {
      const message = read(event.data);
      if (message) {
        listen(message);
      }
    });
    socket.addEventListener("close", closed);
  }

  function closed() {
    const pause = PAUSES[Math.min(failures, PAUSES.length - 1)] * (0.8 + 0.4 * Math.random());
    failures += 1;
    change({ online: false, retry: pause });
    timer = setTimeout(open, pause);
  }

  open();
  return {
    // False when the message cannot be sent now: moves are never kept for later, they may be stale by then.
    send(message) {
      if (socket.readyState !== WebSocket.OPEN) {
        return false;
      }
      socket.send(JSON.stringify(message));
      return true;
    },
    // Once there is a connection.
    sendLater(message) {
      if (!this.send(message)) {
        waiting.push(JSON.stringify(message));
      }
    },
    retry() {
      if (timer !== null) {
        open();
      }
    },
  };
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
