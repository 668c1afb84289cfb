"""Connections between two computers that share only a pair of pipes: the machine of the studio, and that of the browser."""
import contextlib
import os
import socket
import struct
import threading

HEADER = struct.Struct(">IBI")  # the number of the connection, the kind of the message, and the length of its bytes
OPEN, DATA, END, LINE = range(4)
HOST = "127.0.0.1"


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
            connection, _ = listener.accept()
            number = next(self.numbers)
            self._send(number, OPEN, str(port).encode())
            self._start(number, connection)

    def _start(self, number, connection):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connections[number] = connection
        threading.Thread(target=self._pass_on, args=(number, connection), daemon=True).start()

    def _pass_on(self, number, connection):
        with contextlib.suppress(OSError):  # The other end gets to know that the connection has ended.
            while data := connection.recv(65536):
                self._send(number, DATA, data)
        with contextlib.suppress(BrokenPipeError):  # The other end has ended.
            self._send(number, END)

    def _receive(self):
        with os.fdopen(self.reading, "rb", closefd=False) as file:
            while header := file.read(HEADER.size):
                number, kind, length = HEADER.unpack(header)
                data = file.read(length)
                if kind == LINE:
                    self.on_line(data.decode())
                elif kind == OPEN:
                    self._open(number, int(data))
                elif connection := self.connections.get(number):
                    self._obey(number, kind, connection, data)

    def _open(self, number, port):
        try:
            self._start(number, socket.create_connection((HOST, port)))
        except OSError:
            self._send(number, END)

    def _obey(self, number, kind, connection, data):
        try:
            if kind == DATA:
                connection.sendall(data)
            else:
                del self.connections[number]
                connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # Its reader reports the end.
