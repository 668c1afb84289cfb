"""A WebSocket client that can also break the rules, and a page of the studio without a browser."""
import base64
import collections
import json
import os
import socket
import struct
import time

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PATIENCE = 15  # seconds


class WebSocket:
    """A connection. `status` is the HTTP status of its start, or 0 if the server closed it without one."""

    def __init__(self, port, origin=None, hosts=None, path="/live", origins=None, receive_buffer=None):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        own = f"127.0.0.1:{port}"
        origins = [origin or f"http://{own}"] if origins is None else origins
        lines = [f"GET {path} HTTP/1.1", *(f"Host: {host}" for host in ([own] if hosts is None else hosts)),
                 *(f"Origin: {value}" for value in origins), "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}", "Sec-WebSocket-Version: 13"]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.data = bytearray()
        try:
            while b"\r\n\r\n" not in self.data:
                self._read()
        except (EOFError, ConnectionError):
            self.status = 0
            return
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        self.status = int(head.split()[1])

    def _read(self):
        more = self.socket.recv(262_144)
        if not more:
            raise EOFError("the server closed the connection")
        self.data += more

    def _take(self, count):
        while len(self.data) < count:
            self._read()
        part = bytes(self.data[:count])
        del self.data[:count]
        return part

    def send(self, content, opcode=TEXT, is_masked=True, is_final=True, reserved=0):
        self.socket.sendall(frame(content, opcode, is_masked, is_final, reserved))

    def receive(self):
        """Returns the opcode and the contents of the next frame."""
        first, second = self._take(2)
        count = second & 127
        if count == 126:
            count, = struct.unpack(">H", self._take(2))
        elif count == 127:
            count, = struct.unpack(">Q", self._take(8))
        return first & 15, self._take(count)

    def close_code(self):
        """Reads until the server closes, and returns the code, or `None` if it closed without one."""
        try:
            while True:
                opcode, content = self.receive()
                if opcode == CLOSE:
                    return int.from_bytes(content[:2], "big")
        except (EOFError, ConnectionError):
            return None

    def close(self):
        self.socket.close()


def frame(content, opcode=TEXT, is_masked=True, is_final=True, reserved=0):
    """Returns a frame of a client."""
    if not isinstance(content, bytes):
        content = (content if isinstance(content, str) else json.dumps(content)).encode()
    head = bytes([(0x80 if is_final else 0) | reserved << 4 | opcode])
    mask = 0x80 if is_masked else 0
    count = len(content)
    if count < 126:
        head += bytes([mask | count])
    elif count < 65_536:
        head += bytes([mask | 126]) + struct.pack(">H", count)
    else:
        head += bytes([mask | 127]) + struct.pack(">Q", count)
    if not is_masked:
        return head + content
    key = os.urandom(4)
    pattern = (key * (count // 4 + 1))[:count]
    masked = (int.from_bytes(content, "big") ^ int.from_bytes(pattern, "big")).to_bytes(count, "big")
    return head + key + masked


class Client:
    """A page without a browser: it has the token, and understands the messages."""

    def __init__(self, port, token, **options):
        self.socket = WebSocket(port, **options)
        assert self.socket.status == 101, self.socket.status
        self.socket.send({"token": token})
        self.count = 0
        self.states = 0
        self.state = None
        self.notices = collections.deque(maxlen=100)
        self.hello = self.until("hello")

    def receive(self):
        """Returns the next message as its kind and its content. A ping is answered, and has none."""
        opcode, content = self.socket.receive()
        if opcode == CLOSE:
            raise EOFError(f"closed with {int.from_bytes(content[:2], 'big')}")
        if opcode == PING:
            self.socket.send(content, PONG)
        if opcode != TEXT:
            return {}
        message = json.loads(content)
        if "state" in message:
            self.states += 1
            self.state = message["state"]
        if "notice" in message:
            self.notices.append(message["notice"])
        return message

    def until(self, kind, condition=lambda content: True):
        """Reads until a message of a kind meets a condition, and returns its content."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            message = self.receive()
            if kind in message and condition(message[kind]):
                return message if kind == "reply" else message[kind]
        raise TimeoutError(f"no {kind} met the condition; the last state: {self.state}")

    def until_state(self, condition):
        """Returns the first state that meets a condition, which may be the latest one."""
        if self.state is not None and condition(self.state):
            return self.state
        return self.until("state", condition)

    def command(self, action, **parameters):
        """Sends a command, and returns its number."""
        self.count += 1
        self.socket.send({"id": self.count, "do": action, **parameters})
        return self.count

    def do(self, action, **parameters):
        """Sends a command, and returns its reply."""
        number = self.command(action, **parameters)
        return self.until("reply", lambda reply: reply == number)

    def succeed(self, action, **parameters):
        """Sends a command, which must not fail, and returns its reply."""
        reply = self.do(action, **parameters)
        assert reply["error"] is None, reply
        return reply

    def accept(self, name):
        """Accepts the result of a session after a review."""
        self.succeed("accept", name=name, digest=self.succeed("review", name=name)["digest"])

    def close(self):
        self.socket.close()
