// The WebSocket connection to the server, with one JSON object per frame. After a failure, it reconnects: at once when
// the network returns or the page is shown again, and otherwise after a pause, which is short while the page is visible.

// The pauses after failures, in ms, while the page is visible, and that of a hidden page.
const PAUSES = [100, 200, 400, 700];
const HIDDEN_PAUSE = 8000;
// How long an attempt to connect may take, in ms. Now and then an attempt has time for a slow network.
const ATTEMPTS = [2000, 2000, 6000];
// A visible page asks this often for a sign of life, which must come within `ANSWER`, in ms.
const CHECK = 15000;
const ANSWER = 3000;
// The time for an answer after the page was hidden or the network was away. The connection is then often dead.
const WAKE_ANSWER = 700;

// `onMessage(message)` is called for every message, and `onChange({ online, retry })` whenever the connection opens,
// closes or cannot be opened. `retry` is the delay until the next attempt, in ms.
export function connect(onMessage, onChange) {
  // This page takes part in fair deals.
  const address = new URL("ws?fair", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  let socket = null;
  let failures = 0;
  // The timers of the next attempt and of an awaited answer, or `null`.
  let next = null;
  let deadline = null;

  function open() {
    abandon();
    socket = new WebSocket(address);
    expect(ATTEMPTS[failures % ATTEMPTS.length]);
    socket.onopen = () => {
      failures = 0;
      heard();
      onChange({ online: true, retry: 0 });
    };
    socket.onmessage = (event) => {
      heard();
      const message = read(event.data);
      if (message && message.is !== "pong") {
        onMessage(message);
      }
    };
    socket.onclose = lost;
  }

  function lost() {
    abandon();
    const visible = PAUSES[Math.min(failures, PAUSES.length - 1)] * (0.8 + 0.4 * Math.random());
    const pause = document.hidden ? HIDDEN_PAUSE : visible;
    failures += 1;
    onChange({ online: false, retry: pause });
    next = setTimeout(open, pause);
  }

  // Drops the connection. A dead one may take minutes to close, so nobody waits for that.
  function abandon() {
    clearTimeout(next);
    next = null;
    heard();
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
      socket = null;
    }
  }

  // Counts the connection as lost unless something is heard in time.
  function expect(ms) {
    heard();
    deadline = setTimeout(lost, ms);
  }

  function heard() {
    clearTimeout(deadline);
    deadline = null;
  }

  function send(message) {
    if (socket?.readyState !== WebSocket.OPEN) {
      return false;
    }
    socket.send(JSON.stringify(message));
    return true;
  }

  function check(ms) {
    if (send({ do: "ping" })) {
      expect(ms);
    }
  }

  function wake() {
    if (document.hidden) {
      return;
    }
    if (socket?.readyState === WebSocket.OPEN) {
      check(WAKE_ANSWER);
    } else {
      failures = 0;
      open();
    }
  }

  addEventListener("online", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  document.addEventListener("visibilitychange", wake);
  setInterval(() => !document.hidden && deadline === null && check(ANSWER), CHECK);
  open();
  return {
    // Sends a message, or returns false if that is not possible now. The message is not queued, because a move could be
    // out of date when it is sent.
    send,
    retry() {
      if (next !== null) {
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
