// The WebSocket connection to the server, with one JSON object per frame. After a failure, it reconnects with
// increasing delays.

const PAUSES = [250, 500, 1000, 2000, 4000, 8000];

// `onMessage(message)` is called for every message, and `onChange({ online, retry })` whenever the connection opens,
// closes or cannot be opened. `retry` is the delay until the next attempt, in ms.
export function connect(onMessage, onChange) {
  const address = new URL("ws", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  let socket = null;
  let failures = 0;
  let timer = null;

  function open() {
    clearTimeout(timer);
    timer = null;
    socket = new WebSocket(address);
    socket.addEventListener("open", () => {
      failures = 0;
      onChange({ online: true, retry: 0 });
    });
    socket.addEventListener("message", (event) => {
      const message = read(event.data);
      if (message) {
        onMessage(message);
      }
    });
    socket.addEventListener("close", closed);
  }

  function closed() {
    const pause = PAUSES[Math.min(failures, PAUSES.length - 1)] * (0.8 + 0.4 * Math.random());
    failures += 1;
    onChange({ online: false, retry: pause });
    timer = setTimeout(open, pause);
  }

  open();
  return {
    // Sends a message, or returns false if that is not possible now. The message is not queued, because a move could be
    // out of date when it is sent.
    send(message) {
      if (socket.readyState !== WebSocket.OPEN) {
        return false;
      }
      socket.send(JSON.stringify(message));
      return true;
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
