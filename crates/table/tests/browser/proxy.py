"""A proxy between a browser and a table, which stands for a network that fails."""

import contextlib
import socket
import threading
from urllib.parse import urlsplit


class Proxy:
    """Forwards connections to the server of `address`. The server sees its own port, whatever the browser asks for."""

    def __init__(self, address):
        self.server = ("127.0.0.1", urlsplit(address).port)
        self.port = None
        self.pairs = []
        self.start()

    def through(self, link):
        """Returns a link that leads through the proxy."""
        return link.replace(f":{self.server[1]}/", f":{self.port}/")

    def start(self):
        self.listener = socket.create_server(("127.0.0.1", self.port or 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, args=(self.listener,), daemon=True).start()

    def stop(self):
        """Ends all connections, and refuses new ones until `start`."""
        # A thread that waits in `accept` keeps the port until it wakes up.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for pair in self.pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
        self.pairs = []

    def freeze(self):
        """Lets nothing through the present connections any more, without ending them."""
        for pair in self.pairs:
            pair.clear()
        self.pairs = []

    def accept(self, listener):
        with contextlib.suppress(OSError):
            while True:
                near, _ = listener.accept()
                pair = [near, socket.create_connection(self.server)]
                self.pairs.append(pair)
                ends = list(pair)
                for source, sink in (ends, reversed(ends)):
                    threading.Thread(target=self.copy, args=(pair, source, sink), daemon=True).start()

    def copy(self, pair, source, sink):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if not pair:
                    # Frozen. The threads keep both ends open.
                    threading.Event().wait()
                if data.startswith((b"GET ", b"POST ")):
                    data = data.replace(b"127.0.0.1:%d" % self.port, b"127.0.0.1:%d" % self.server[1])
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
