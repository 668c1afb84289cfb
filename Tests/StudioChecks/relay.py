"""Connections between two computers that share only a pair of pipes: the machine of the studio, and that of the browser."""
import contextlib
import os
import queue
import socket
import struct
import threading

HEADER = struct.Struct(">IBI")  # the number of the connection, the kind of the message, and the length of its bytes
COUNT = struct.Struct(">I")
OPEN, DATA, END, LINE, TAKEN = range(5)
HOST = "127.0.0.1"
WINDOW = 1 << 18  # The bytes of a connection that the other end hasn't written yet. A page that reads nothing stops its own.


class Connection:
    """A socket, and the bytes that it gets from the other end."""

    def __init__(self, connect):
        self.connect, self.socket = connect, None
        self.received = queue.SimpleQueue()
        self.untaken, self.changed = 0, threading.Condition()

    def wait_for_room(self, count):
        """Waits until the other end has written most bytes, and counts further ones."""
        with self.changed:
            self.changed.wait_for(lambda: self.untaken < WINDOW)
            self.untaken += count

    def take(self, count):
        with self.changed:
            self.untaken -= count
            self.changed.notify()


class Relay:
    """One end of the pipes. Both ends start at the same time, and `parity` tells their connections apart."""

    def __init__(self, reading, writing, parity, on_line=print):
        self.reading, self.writing, self.on_line = reading, writing, on_line
        self.lock = threading.Lock()
        self.connections = {}
        self.numbers = iter(range(parity, 1 << 32, 2))
        self.thread = threading.Thread(target=self._receive, daemon=True)
        self.thread.start()

    def listen(self, port=0):
        """Passes connections on to the same port of the other end, and returns its number: by default, a free one."""
        listener = socket.create_server((HOST, port))
        port = listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(listener, port), daemon=True).start()
        return port

    def send_line(self, text):
        self._send(0, LINE, text.encode())

    def _send(self, number, kind, data=b""):
        message = memoryview(HEADER.pack(number, kind, len(data)) + data)
        with self.lock:
            while message:
                message = message[os.write(self.writing, message):]

    def _accept(self, listener, port):
        while True:
            accepted, _ = listener.accept()
            number = next(self.numbers)
            # Before the other end knows the connection, which it may end at once.
            self.connections[number] = connection = Connection(lambda accepted=accepted: accepted)
            self._send(number, OPEN, str(port).encode())
            self._start(number, connection)

    def _start(self, number, connection):
        threading.Thread(target=self._pass_on, args=(number, connection), daemon=True).start()

    def _pass_on(self, number, connection):
        with contextlib.suppress(OSError):  # The other end gets to know that the connection has ended.
            connection.socket = connection.connect()
            connection.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self._write, args=(number, connection), daemon=True).start()
            while data := connection.socket.recv(65536):
                connection.wait_for_room(len(data))
                self._send(number, DATA, data)
        with contextlib.suppress(BrokenPipeError):  # The other end has ended.
            self._send(number, END)

    def _write(self, number, connection):
        """Writes what the other end sends, on a separate thread: a slow reader doesn't hold up other connections."""
        while data := connection.received.get():
            with contextlib.suppress(OSError):  # Its reader reports the end.
                connection.socket.sendall(data)
            with contextlib.suppress(BrokenPipeError):
                self._send(number, TAKEN, COUNT.pack(len(data)))
        with contextlib.suppress(OSError):
            connection.socket.shutdown(socket.SHUT_RDWR)

    def _receive(self):
        with os.fdopen(self.reading, "rb", closefd=False) as file:
            while header := file.read(HEADER.size):
                number, kind, length = HEADER.unpack(header)
                data = file.read(length)
                if kind == LINE:
                    self.on_line(data.decode())
                elif kind == OPEN:
                    self.connections[number] = connection = Connection(
                        lambda port=int(data): socket.create_connection((HOST, port)))
                    self._start(number, connection)
                elif connection := self.connections.get(number):
                    self._obey(number, kind, connection, data)

    def _obey(self, number, kind, connection, data):
        if kind == DATA:
            connection.received.put(data)
        elif kind == TAKEN:
            connection.take(*COUNT.unpack(data))
        else:
            del self.connections[number]
            connection.take(connection.untaken)
            connection.received.put(b"")
