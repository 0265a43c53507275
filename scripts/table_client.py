"""A table's server, and connections to it as pages make them. Only the standard library."""
import base64
import contextlib
import http.client
import json
import os
import re
import socket
import struct
import subprocess
import threading

TIMEOUT_S = 60


class Server:
    """The program, at one address for the whole test."""

    def __init__(self, table, engine, data, *flags):
        self.command = [table, "--referee", os.path.abspath(engine), "--data", data, *flags]
        self.port, self.link = 0, None

    def start(self):
        """Starts the program, again at the same address."""
        command = [*self.command, "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        link = self.process.stdout.readline().split()[-1]
        assert self.link in (None, link), f"the address has changed: {link}"
        self.link, self.port = link, int(re.search(r":(\d+)/", link)[1])

    def kill(self):
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()

    def enter(self):
        """Follows the owner's link. Returns the owner's cookie and the address of the newest table."""
        cookie = self.request(self.link[self.link.index("/join") :])[0]
        return cookie, self.request("/", cookie)[1]

    def request(self, path, cookie=None, form=None):
        """Sends a request and returns the cookie that the answer sets, and where it leads."""
        headers = {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/x-www-form-urlencoded"}
        if cookie:
            headers["Cookie"] = cookie
        connection = http.client.HTTPConnection("127.0.0.1", self.port, TIMEOUT_S)
        connection.request("GET" if form is None else "POST", path, form, headers)
        answer = connection.getresponse()
        connection.close()
        return answer.getheader("Set-Cookie", "").split(";")[0], answer.getheader("Location")


def frame(text):
    """Returns a text frame as a browser sends it."""
    size, mask = len(text), os.urandom(4)
    if size < 126:
        length = bytes([0x80 | size])
    else:
        length = b"\xfe" + struct.pack(">H", size) if size <= 0xFFFF else b"\xff" + struct.pack(">Q", size)
    return b"\x81" + length + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(text))


class Page:
    """The connection of a page. `path` is the address of the page, which ends with a slash."""

    # `ws?fair` takes part in fair deals.
    name_of_socket = "ws"

    def __init__(self, server, path, cookie):
        self.server, self.path, self.cookie = server, path, cookie
        self.lock, self.socket = threading.Lock(), None

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.server.port), TIMEOUT_S)
        key = base64.b64encode(os.urandom(16)).decode()
        origin = f"http://127.0.0.1:{self.server.port}"
        lines = [f"GET {self.path}{self.name_of_socket} HTTP/1.1", f"Host: 127.0.0.1:{self.server.port}"]
        lines += [f"Origin: {origin}", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
        lines += [f"Sec-WebSocket-Key: {key}", f"Cookie: {self.cookie}"]
        connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.file = connection.makefile("rb")
        status = self.file.readline()
        if not status:
            raise EOFError
        assert b" 101 " in status, f"{self.path}: {status}"
        while self.file.readline() not in (b"\r\n", b""):
            pass
        self.socket, self.buffer = connection, bytearray()

    def frames(self):
        """Takes the complete frames from the buffer. Yields the kind and the content of each."""
        while len(self.buffer) > 1:
            kind, length, begin = self.buffer[0] & 15, self.buffer[1] & 127, 2
            if length > 125:
                begin = 4 if length == 126 else 10
                length = int.from_bytes(self.buffer[2:begin], "big")
            end = begin + length
            if len(self.buffer) < end:
                return
            content = bytes(self.buffer[begin:end])
            del self.buffer[:end]
            yield kind, content

    def receive(self):
        """Returns the next text. Raises EOFError at the end of the connection."""
        while True:
            for kind, content in self.frames():
                if kind == 8:
                    raise EOFError
                if kind == 1:
                    return content
            data = self.file.read1(1 << 20)
            if not data:
                raise EOFError
            self.buffer += data

    def send(self, message):
        """Sends a request; nothing if there is no connection."""
        with self.lock, contextlib.suppress(OSError, AttributeError):
            self.socket.sendall(frame(json.dumps(message).encode()))
