"""Attacks on the server, while a healthy page gets states and a recording runs."""
import contextlib
import itertools
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time

from client import BINARY, CLOSE, PATIENCE, PING, TEXT, Client, WebSocket, frame
from studio import Sender, Studio, slow, wait

LOWEST_RATE = 50  # states per second of the healthy page, while more events than 60 per second arrive
GROWTH = 24  # MB that an attack may cost
MEGABYTE = 1 << 20


class Traffic:
    """Regular events of a port, which the studio and midirec capture record, and a healthy page that counts states."""

    words = " ".join(f"on {note} 80 +8ms off {note} 64 +8ms" for note in range(48, 64))  # 32 events in 256 ms
    count = 2400  # ten minutes

    def __init__(self, bench):
        self.bench, self.studio = bench, bench.studio
        # The port appears with its first receiver, which is midirec capture.
        self.sender = Sender(bench.midirec, "--as", "Traffic")
        self.client = self.studio.connect()
        self.client.until_state(self.has_port)
        self.reference = bench.new_folder() / "reference.mid"
        self.capture = subprocess.Popen([bench.midirec, "capture", "--in", "Traffic", "-o", str(self.reference),
                                         "--stop-when-gone"], stdin=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE, text=True)
        self.capture.stderr.readline()
        port = next(entry["id"] for entry in self.client.state["inputs"] if entry["name"] == "Traffic")
        self.file = self.client.succeed("record", inputs=[port])["file"]
        self.client.close()
        self.times, self.ticks = [], []
        script = [sys.executable, os.path.join(os.path.dirname(__file__), "healthy.py")]
        self.readers = [self.start(script + [str(self.studio.port), self.studio.token], self.times),
                        self.start(script + ["ticks"], self.ticks)]
        self.sender.send(" ".join([self.words] * self.count))
        wait(lambda: len(self.times) > 30 and len(self.ticks) > 30, "the healthy page gets states")

    @staticmethod
    def has_port(state):
        return any(entry["name"] == "Traffic" and entry["isConnected"] for entry in state["inputs"])

    @staticmethod
    def start(command, times):
        """Starts a program, and collects the times that it prints."""
        program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

        def read():
            for line in program.stdout:
                times.append(float(line))
        threading.Thread(target=read, daemon=True).start()
        return program

    def rate(self, start, end):
        """Returns the states per second, the longest time without one, and the ticks per second."""
        times = [time for time in self.times if start <= time <= end]
        gaps = [later - earlier for earlier, later in zip([start, *times], [*times, end])]
        ticks = sum(start <= time <= end for time in self.ticks)
        return len(times) / (end - start), max(gaps), ticks / (end - start)

    def stop(self):
        """Ends the events. The port ends its notes, and disappears."""
        self.sender.process.send_signal(signal.SIGINT)
        self.sender.process.wait(PATIENCE)

    def end(self):
        self.stop()
        for reader in self.readers:
            reader.kill()
            reader.wait()
        if self.capture.poll() is None:
            self.capture.send_signal(signal.SIGINT)
            self.capture.wait(PATIENCE)
        self.capture.stderr.close()


def traffic_of(bench):
    return bench.share("traffic", lambda: Traffic(bench))


@contextlib.contextmanager
def healthy(bench, growth=GROWTH, at_least=1.0):
    """Runs an attack, and checks the healthy page, the memory, and a new request."""
    traffic, studio = traffic_of(bench), bench.studio
    before, start = studio.memory, time.monotonic()
    yield studio
    # A rate needs some time.
    wait(lambda: not bench.is_full or time.monotonic() - start >= at_least)
    rate, gap, possible = traffic.rate(start, time.monotonic())
    after = studio.memory
    assert traffic.readers[0].poll() is None, "the healthy page was closed"
    assert studio.process.poll() is None, "the studio has ended"
    assert after - before < growth, f"{before:.1f} MB before, {after:.1f} MB after"
    assert status(studio, get("/", studio)) == 200
    # The other tests share the processors.
    assert not bench.is_full or rate >= LOWEST_RATE / 60 * min(60, possible), (
        f"{rate:.1f} states per second of {possible:.1f} possible ones, at most {gap * 1000:.0f} ms between two")


def get(path, studio, host=None, method="GET", more=""):
    return f"{method} {path} HTTP/1.1\r\nHost: {host or f'127.0.0.1:{studio.port}'}\r\n{more}\r\n"


def connect(studio):
    connection = socket.create_connection(("127.0.0.1", studio.port), timeout=PATIENCE)
    return connection


def exchange(studio, data, most=1 << 22, patience=5):
    """Sends bytes, and returns the answer until the server closes or says no more for a second."""
    with connect(studio) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(data if isinstance(data, bytes) else data.encode())
        return read_all(connection, most, patience)


def read_all(connection, most=1 << 22, patience=5):
    """Returns what arrives, and whether the server closed the connection."""
    answer = bytearray()
    deadline = time.monotonic() + patience
    while len(answer) < most and time.monotonic() < deadline:
        connection.settimeout(max(0.01, deadline - time.monotonic()))
        try:
            more = connection.recv(65_536)
        except TimeoutError:
            break
        except ConnectionError:
            return bytes(answer), True
        if not more:
            return bytes(answer), True
        answer += more
        head, _, body = answer.partition(b"\r\n\r\n")
        length = int(next((line.split(b":")[1] for line in head.lower().split(b"\r\n")
                           if line.startswith(b"content-length:")), b"0"))
        if body and len(body) >= length:
            break  # A kept connection.
    return bytes(answer), False


def status(studio, data, **options):
    """Returns the status of the first answer, or 0 if the server closed without one."""
    answer, is_closed = exchange(studio, data, **options)
    if not answer:
        assert is_closed, f"neither an answer nor an end for {data[:200]!r}"
        return 0
    return int(answer.split()[1])


def send_until_refused(connection, parts):
    """Sends until the server closes, and returns the number of bytes that it took."""
    sent = 0
    with contextlib.suppress(ConnectionError):
        for part in parts:
            connection.sendall(part)
            sent += len(part)
    return sent


# HTTP


def check_page_is_served_with_its_policy(bench):
    with healthy(bench) as studio:
        answer, _ = exchange(studio, get("/", studio))
        head = answer.partition(b"\r\n\r\n")[0].decode().lower()
        for wanted in ("content-security-policy: default-src 'none'", "frame-ancestors 'none'", "x-content-type-options: nosniff",
                       "cross-origin-resource-policy: same-origin", "referrer-policy: no-referrer", "cache-control: no-store"):
            assert wanted in head, (wanted, head)
        assert studio.token.encode() not in answer, "the page contains the token"
        assert b"set-cookie" not in answer.lower(), "a cookie reaches other servers"
        assert status(studio, get("/", studio, more="Sec-Fetch-Site: cross-site\r\n")) == 403
        assert status(studio, get("/", studio, more="Sec-Fetch-Site: same-site\r\n")) == 403


def check_hosts_of_others_are_refused(bench):
    with healthy(bench) as studio:
        port = studio.port
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"LOCALHOST:{port}"):
            assert status(studio, get("/", studio, host)) == 200, host
        for host in ("evil.test", f"evil.test:{port}", f"127.0.0.1:{port + 1}", "127.0.0.1", f"127.0.0.1.evil.test:{port}",
                     f"127.0.0.1:{port}.evil.test", f"127.0.0.1:{port}, evil.test", f"evil@127.0.0.1:{port}", f"0.0.0.0:{port}",
                     f"[::1]:{port}"):
            assert status(studio, get("/", studio, host)) in (400, 403), host
            assert WebSocket(port, hosts=[host]).status in (0, 400, 403), host
        for lines in ("", f"Host: 127.0.0.1:{port}\r\nHost: 127.0.0.1:{port}\r\n", f"Host: 127.0.0.1:{port}\r\nHost: evil.test\r\n",
                      f"Host: evil.test\r\nHost: 127.0.0.1:{port}\r\n", "Host:\r\n"):
            assert status(studio, f"GET / HTTP/1.1\r\n{lines}\r\n") in (400, 403), lines
        assert status(studio, "GET / HTTP/1.0\r\n\r\n") in (400, 403)


def check_origins_of_others_are_refused(bench):
    with healthy(bench) as studio:
        port = studio.port
        own = f"http://127.0.0.1:{port}"
        wrong = [[], ["null"], ["http://evil.test"], [f"http://evil.test:{port}"], [f"https://127.0.0.1:{port}"],
                 [f"http://127.0.0.1:{port + 1}"], ["http://127.0.0.1"], [f"{own}.evil.test"], [f"{own}/"], [own, own],
                 [own, "http://evil.test"], ["http://evil.test", own], ["file://"], [f"127.0.0.1:{port}"]]
        for origins in wrong:
            assert WebSocket(port, origins=origins).status in (0, 400, 403), origins
        for path in ("/live?", "/live/", "/LIVE", "//live", "/", f"{own}/live"):
            assert WebSocket(port, path=path).status != 101, path
        assert WebSocket(port, origin=f"http://localhost:{port}").status == 101


@slow
def check_unknown_paths_are_refused(bench):
    with healthy(bench) as studio:
        secret = studio.folder / "secret.txt"
        secret.write_text("a secret of the folder")
        paths = ["/secret.txt", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/./secret.txt", "//secret.txt",
                 "/live/../secret.txt", "/%2fetc%2fpasswd", "/../../../../etc/passwd", "/..;/etc/passwd", "/....//etc/passwd",
                 "\\..\\etc\\passwd", "/etc/passwd%00.html", f"http://127.0.0.1:{studio.port}/", "http://evil.test/", "/?", "/?a=b",
                 "/index.html", "/#", "*", "/take.mid"]
        for path in paths:
            answer, is_closed = exchange(studio, get(path, studio))
            code = int(answer.split()[1]) if answer else 0
            assert code in (0, 400, 403, 404), (path, code)
            assert is_closed and b"secret" not in answer and b"root:" not in answer, (path, answer)


@slow
def check_malformed_requests_are_refused(bench):
    with healthy(bench) as studio:
        host = f"Host: 127.0.0.1:{studio.port}\r\n"
        requests = [
            "GET /\r\n\r\n", f"GET / HTTP/9.9\r\n{host}\r\n", f"GET / HTTP/2.0\r\n{host}\r\n",
            f"get / HTTP/1.1\r\n{host}\r\n", f"G\0T / HTTP/1.1\r\n{host}\r\n", f"GET /\0 HTTP/1.1\r\n{host}\r\n",
            f"GET / HTTP/1.1\r\n{host}X: \0\r\n\r\n", f"GET / HTTP/1.1\r\nHost : 127.0.0.1:{studio.port}\r\n\r\n",
            f"GET / HTTP/1.1\r\n{host} folded: 1\r\n\r\n", f"GET / HTTP/1.1\r\n{host}X: a\r\n b\r\n\r\n",
            f"GET / HTTP/1.1\r\n{host}no colon\r\n\r\n", f"GET / HTTP/1.1\r\n{host}: no name\r\n\r\n",
            f"GET / HTTP/1.1\r\n{host}X\r: 1\r\n\r\n", f"GET / HTTP/1.1\r\n{host}Content-Length: -1\r\n\r\n",
            f"GET / HTTP/1.1\r\n{host}Content-Length: +8\r\n\r\n12345678", f"GET / HTTP/1.1\r\n{host}Content-Length: 8, 9\r\n\r\n",
            f"GET / HTTP/1.1\r\n{host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n12",
            f"GET / HTTP/1.1\r\n{host}Content-Length: 99999999999999999999\r\n\r\n",
            f"GET / HTTP/1.1\r\n{host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            f"POST / HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\nZ\r\n",
            f"POST / HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
            f"POST / HTTP/1.1\r\n{host}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", f"GET / HTTP/1.1\n{host}\n\n", "\0" * 64, "\r\n" * 64 + "X\r\n\r\n"]
        for request in requests:
            code = status(studio, request.encode("latin-1"))
            assert code in (0, 400, 403, 404, 405, 411, 413, 501, 505), (request, code)
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT"):
            assert status(studio, get("/", studio, method=method)) in (400, 403, 404, 405, 413), method
        assert status(studio, get("/", studio, more="X: \xff\r\n").encode("latin-1")) in (200, 400)


@slow
def check_requests_with_bodies_are_refused(bench):
    amount = 1024 if bench.is_full else 64  # MB
    with healthy(bench, at_least=2) as studio:
        assert status(studio, get("/", studio, more="Content-Length: 4\r\n") + "body") in (400, 413)
        assert status(studio, get("/", studio, more="Transfer-Encoding: chunked\r\n") + "1\r\nx\r\n0\r\n\r\n") in (400, 413)
        chunk = b"100000\r\n" + bytes(MEGABYTE) + b"\r\n"
        for more, part in ((f"Content-Length: {1 << 30}\r\n", bytes(MEGABYTE)), ("Transfer-Encoding: chunked\r\n", chunk)):
            with connect(studio) as connection:
                connection.sendall(get("/", studio, method="POST", more=more).encode())
                taken = send_until_refused(connection, (part for _ in range(amount)))
                assert taken < 16 * MEGABYTE, f"the server took {taken} bytes of a body"


@slow
def check_body_is_not_read_as_a_request(bench):
    with healthy(bench) as studio:
        inner = get("/", studio) * 3
        for size in (0, 100_000, 2_200_000):
            body = inner + "x" * size
            for more, sent in ((f"Content-Length: {len(body)}\r\n", body),
                               ("Transfer-Encoding: chunked\r\n", f"{len(body):x}\r\n{body}\r\n0\r\n\r\n" + inner)):
                head = get("/live", studio, "evil.test", "POST", more)
                answer, is_closed = exchange(studio, head + sent)
                assert answer.count(b"HTTP/1.1") <= 1 and b"200 OK" not in answer, answer[:500]
                assert is_closed, "the connection stays open after a refusal"


@slow
def check_long_heads_are_refused(bench):
    with healthy(bench, at_least=2) as studio:
        eight = 8 * MEGABYTE
        assert status(studio, get("/", studio, more="X: " + "x" * eight + "\r\n")) in (0, 400, 431)
        assert status(studio, get("/" + "x" * eight, studio)) in (0, 400, 403, 404, 414, 431)
        assert status(studio, get("/" + "x" * 3000, studio)) in (0, 400, 403, 404, 414)
        lines = "".join(f"X-{number}: {number}\r\n" for number in range(1000))
        assert status(studio, get("/", studio, more=lines)) in (0, 400, 431)
        with connect(studio) as connection:
            connection.sendall(get("/", studio).encode()[:-2])
            block = "".join(f"Y-{number}: {'y' * 100}\r\n" for number in range(5000)).encode()
            taken = send_until_refused(connection, (block for _ in range(100)))
            assert taken < 16 * MEGABYTE, f"the server took {taken} bytes of headers"


@slow
def check_unread_answers_are_bounded(bench):
    with healthy(bench) as studio, connect(studio) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(1)
        block = get("/", studio).encode() * 200
        sent = 0
        with contextlib.suppress(TimeoutError, ConnectionError):
            while sent < 64 * MEGABYTE:
                sent += connection.send(block)
        assert sent < 64 * MEGABYTE, "the server reads requests without an end"


def check_get_changes_nothing(bench):
    with healthy(bench) as studio:
        client = studio.connect()
        before = {name: client.until("state")[name] for name in ("takes", "sessions", "played", "lost")}
        for path in ("/?do=panic", "/live?do=stop", "/stop", "/panic", "/", "/live"):
            for method in ("GET", "HEAD", "POST"):
                exchange(studio, get(path, studio, method=method), patience=0.3)
        state = client.until("state")
        assert {name: state[name] for name in before} == before, (before, state)
        assert state["recording"]["problem" if "problem" in state["recording"] else "file"], state["recording"]
        client.close()


# Connections


@slow
def check_many_connections_end_in_time(bench):
    """Idle connections, slow requests, and pages without a token are closed, and the healthy page goes on."""
    with healthy(bench, at_least=11) as studio:
        before = studio.descriptor_count
        start = time.monotonic()
        idle = [connect(studio) for _ in range(40)]
        slow = [connect(studio) for _ in range(40)]
        pages = [WebSocket(studio.port) for _ in range(5)]
        drips = iter(get("/", studio, more="X: " + "x" * 100).encode())
        closed = {}

        def drip_and_look():
            byte = next(drips, ord("x"))
            for connection in [*idle, *slow, *(page.socket for page in pages)]:
                if connection in closed:
                    continue
                connection.setblocking(False)
                try:
                    if connection in slow:
                        connection.send(bytes([byte]))
                    if connection.recv(4096) == b"":
                        closed[connection] = time.monotonic() - start
                except BlockingIOError:
                    pass
                except ConnectionError:
                    closed[connection] = time.monotonic() - start
            time.sleep(0.1)  # The drip of a slow request.
            return len(closed) == 85
        deadline = start + 16
        while not drip_and_look():
            left = {name: sum(connection not in closed for connection in group) for name, group in
                    (("idle", idle), ("slow", slow), ("page", [page.socket for page in pages]))}
            assert time.monotonic() < deadline, f"still open: {left}"
        times = {name: [closed[connection] for connection in group] for name, group in
                 (("idle", idle), ("slow", slow), ("page", [page.socket for page in pages]))}
        assert max(times["idle"]) < 13 and max(times["slow"]) < 13, times
        assert 4 < min(times["page"]) and max(times["page"]) < 8, times["page"]
        for connection in closed:
            connection.close()
        wait(lambda: studio.descriptor_count <= before + 1, "the descriptors are closed")


@slow
def check_a_thousand_connections_do_no_harm(bench):
    with healthy(bench) as studio:
        before = studio.descriptor_count
        connections = [connect(studio) for _ in range(1000)]
        wait(lambda: time.monotonic())
        assert studio.descriptor_count <= before + 135, studio.descriptor_count
        for connection in connections:
            connection.close()
        wait(lambda: studio.descriptor_count <= before + 1, "the descriptors are closed")


@slow
def check_few_descriptors_do_not_end_the_studio(bench):
    studio = bench.start(descriptor_limit=60)
    client = studio.connect()
    connections = [socket.socket() for _ in range(200)]
    for connection in connections:
        connection.setblocking(False)
        connection.connect_ex(("127.0.0.1", studio.port))
    assert client.do("releaseAll")["error"] is None
    assert studio.process.poll() is None
    error = client.do("record")["error"]  # It may fail, but it must answer.
    for connection in connections:
        connection.close()
    wait(lambda: studio.descriptor_count < 40, "the descriptors are closed")
    wait(lambda: status(studio, get("/", studio)) == 200, "new requests are answered")
    if error is not None:
        client.succeed("record")
    client.do("stop")
    client.close()
    assert studio.end() == 0


# WebSocket


def check_page_without_the_token_gets_nothing(bench):
    with healthy(bench) as studio:
        first = ({"token": "0" * len(studio.token)}, {"token": studio.token[:-1]}, {"token": studio.token + "0"}, {"token": ""},
                 {"token": None}, {"token": 5}, {"token": [studio.token]}, {}, [], "", "{", "null", studio.token,
                 {"id": 1, "do": "panic"}, {"id": 1, "do": "record"}, {"Token": studio.token}, "[" * 60_000)
        for message in first:
            page = WebSocket(studio.port)
            page.send(message)
            opcode, content = page.receive()
            assert opcode == CLOSE and int.from_bytes(content[:2], "big") == 1008, (message, opcode, content)
        page = WebSocket(studio.port)
        page.socket.sendall(frame({"id": 1, "do": "output", "address": "14:0"}) + frame({"token": studio.token}))
        assert page.receive()[0] == CLOSE, "a command before the token"
        assert "output" not in bench.studio.connect().until("state")


def check_broken_frames_end_the_connection(bench):
    with healthy(bench) as studio:
        command = {"id": 1, "do": "releaseAll"}
        broken = {
            "unmasked": frame(command, is_masked=False), "reserved bit 1": frame(command, reserved=4),
            "reserved bit 2": frame(command, reserved=2), "reserved bit 3": frame(command, reserved=1),
            "binary": frame(b"{}", BINARY), "unknown opcode": frame(b"{}", 3), "unknown control": frame(b"", 11),
            "invalid UTF-8": frame(b'{"id": 1, "do": "\xff"}'), "a surrogate": frame(b'{"id": 1, "do": "\xed\xa0\x80"}'),
            "an overlong form": frame(b'{"id": 1, "do": "\xc0\xaf"}'), "no JSON": frame("release"), "no command": frame({"id": 1}),
            "a list": frame([]), "a wrong type": frame({"id": "1", "do": 5}), "a large number": frame('{"id": 1e99, "do": "panic"}'),
            "a long ping": frame(bytes(126), PING), "a split ping": frame(b"x", PING, is_final=False),
            "a stray continuation": frame(b"{}", 0), "a new message within one": frame("{", is_final=False) + frame(command),
            "deep JSON": frame('{"id":1,"do":' + "[" * 30_000), "one byte of close": frame(b"x", CLOSE)}
        for name, data in broken.items():
            page = studio.connect()
            page.socket.socket.sendall(data)
            try:
                page.socket.close_code()
            except TimeoutError:
                raise AssertionError(f"the connection goes on after {name}") from None
            page.close()


@slow
def check_large_messages_end_the_connection(bench):
    amount = 1024 if bench.is_full else 64  # MB
    with healthy(bench, at_least=2) as studio:
        page = studio.connect()
        head = bytes([0x80 | TEXT, 0x80 | 127]) + (1 << 30).to_bytes(8, "big") + bytes(4)
        taken = send_until_refused(page.socket.socket, itertools.chain([head], itertools.repeat(bytes(MEGABYTE), amount)))
        assert taken < 16 * MEGABYTE, f"the server took {taken} bytes of a frame"
        part = frame(b" " * 32_768, is_final=False)
        rest = frame(b" " * 32_768, 0, is_final=False)
        tiny = frame(b" ", 0, is_final=False) * 1000
        for parts in ((part, *(rest for _ in range(amount * 32))), (part, *(tiny for _ in range(4000)))):
            page = studio.connect()
            taken = send_until_refused(page.socket.socket, parts)
            assert taken < 16 * MEGABYTE, f"the server took {taken} bytes of fragments"
        page = studio.connect()
        page.socket.send('{"id": 7, "do"', is_final=False)
        page.socket.send(': "releaseAll"}', 0)
        page.until("reply", lambda reply: reply == 7)
        page.close()


@slow
def check_unread_pongs_and_replies_are_bounded(bench):
    with healthy(bench, at_least=2) as studio:
        pings = studio.connect(receive_buffer=4096).socket.socket
        pings.settimeout(1)
        block = frame(bytes(125), PING) * 500
        sent = 0
        with contextlib.suppress(TimeoutError, ConnectionError):
            while sent < 64 * MEGABYTE:
                sent += pings.send(block)
        assert sent < 64 * MEGABYTE, "the server reads pings without an end"
        replies = studio.connect(receive_buffer=4096)
        replies.socket.socket.settimeout(1)
        with contextlib.suppress(TimeoutError, ConnectionError):
            for _ in range(1500):
                replies.command("send", words="x" * 20_000)
        pings.close()
        replies.close()


@slow
def check_flood_of_commands_ends_the_connection(bench):
    with healthy(bench) as studio:
        page = studio.connect()
        numbers = [page.command("releaseAll") for _ in range(800)]
        found = [page.until("reply")["reply"] for _ in numbers]
        assert found == numbers, "replies aren't in order"
        flood = studio.connect()
        block = b"".join(frame({"id": number, "do": "releaseAll"}) for number in range(6000))
        sender = threading.Thread(target=send_until_refused, args=(flood.socket.socket, [block]))
        sender.start()
        start, count, code = time.monotonic(), 0, None
        with contextlib.suppress(ConnectionError, EOFError):
            while count < 6000 and code is None:
                opcode, content = flood.socket.receive()
                count += b'"reply"' in content
                code = int.from_bytes(content[:2], "big") if opcode == CLOSE else None
        # A slow machine doesn't reach the limit.
        assert code in (1008, None) and count <= 1250 * (1 + time.monotonic() - start), (code, count)
        flood.close()
        sender.join()
        page.close()


def check_strange_values_of_commands_are_errors(bench):
    with healthy(bench) as studio:
        page = studio.connect()
        huge = (1 << 63) - 1
        commands = [
            ("press", {"note": 128, "velocity": 1}), ("press", {"note": -1, "velocity": 1}),
            ("press", {"note": 60, "velocity": 128}),
            ("press", {"note": 60, "velocity": 1, "channel": 0}), ("press", {"note": 60, "velocity": 1, "channel": 17}),
            ("pressure", {"note": 60, "pressure": 128}), ("pressure", {"pressure": 1}), ("pressure", {"note": 60}),
            ("press", {"note": huge, "velocity": 1}), ("press", {}),
            ("output", {"address": "99:9"}), ("output", {"address": "x" * 5000}),
            ("record", {"inputs": [huge]}), ("record", {"inputs": [-1]}), ("record", {"inputs": []}),
            ("keep", {"from": huge, "to": -huge}), ("keep", {"from": 5, "to": 5}), ("keep", {}),
            ("replay", {"file": "absent.mid"}), ("replay", {"file": "../secret.mid"}), ("replay", {"file": "/etc/passwd"}),
            ("rename", {"file": "a.mid", "name": "../b"}), ("rename", {"file": "a.mid", "name": "b/c"}),
            ("rename", {"file": "a.mid", "name": ""}), ("rename", {"file": "a.mid", "name": "x" * 300}),
            ("rename", {"file": "a.mid", "name": "a\0b"}), ("trim", {"file": "absent.mid", "from": 0, "to": 1}),
            ("makeSession", {"name": "../x", "file": "absent.mid"}), ("run", {"name": "../x"}), ("accept", {"name": "absent"}),
            ("sounds", {"font": "absent"}), ("sounds", {"tag": "absent"}), ("sound", {"preset": ""}),
            ("sound", {"preset": "absent:0:0"}), ("sound", {"font": "/etc/passwd"}),
            ("sound", {"preset": "TimGM6mb:0:0", "reverb": 2}), ("effects", {"reverb": 0.5}), ("audition", {}),
            ("audition", {"preset": "TimGM6mb:0:0", "file": "../secret.mid"}),
            ("audition", {"preset": "TimGM6mb:0:0", "from": huge, "to": -huge}), ("favorite", {}),
            ("favorite", {"preset": "TimGM6mb:0:0", "name": ""}), ("favorite", {"preset": "x" * 5000}),
            ("unfavorite", {"name": "absent"}), ("tag", {"font": "absent", "tag": "Keys"}), ("untag", {"font": "TimGM6mb"}),
            ("filter", {"only": "nonsense"}), ("send", {"words": "on C4"}), ("nonsense", {}), ("", {})]
        for name, parameters in commands:
            reply = page.do(name, **parameters)
            assert reply["error"], (name, parameters, reply)
        page.close()


@slow
def check_stopped_page_costs_nothing(bench):
    """A browser that is stopped doesn't read. After it goes on, it gets few old states."""
    seconds = 60 if bench.is_full else 4
    with healthy(bench, at_least=seconds) as studio:
        code = ("import sys, time; sys.path.insert(0, sys.argv[3]); from client import Client\n"
                "client = Client(int(sys.argv[1]), sys.argv[2])\n"
                "while True:\n"
                "  message = client.receive()\n"
                "  if 'state' in message: print(message['state']['now'], flush=True)\n")
        reader = subprocess.Popen([sys.executable, "-c", code, str(studio.port), studio.token, os.path.dirname(__file__)],
                                  stdout=subprocess.PIPE, text=True)
        try:
            reader.stdout.readline()
            reader.send_signal(signal.SIGSTOP)
            before, start = studio.memory, time.monotonic()
            wait(lambda: time.monotonic() - start > seconds, patience=seconds + 5)
            assert studio.memory - before < 8, (before, studio.memory)
        finally:
            reader.kill()
            reader.stdout.close()
            reader.wait()


@slow
def check_recording_during_the_attacks_is_complete(bench):
    """The studio's take equals that of midirec capture."""
    traffic = traffic_of(bench)
    start = time.monotonic()
    wait(lambda: time.monotonic() - start > 1)
    traffic.stop()
    assert traffic.capture.wait(PATIENCE) == 0
    client = bench.studio.connect()
    state = client.until("state", lambda state: not traffic.has_port(state))
    done = client.succeed("stop")
    assert done["messages"] > 100 and state["lost"] == 0, (done, state["lost"])
    bench.assert_same(traffic.reference, bench.studio.folder / done["file"])
    bench.end("traffic")
    assert bench.studio.memory < 200, f"{bench.studio.memory:.0f} MB"
    assert bench.studio.status("VmHWM") / 1024 < 250, "the peak of the memory"
    client.close()


# Ends


@slow
def check_end_of_the_studio_is_told_to_pages(bench):
    studio = bench.start()
    client = studio.connect()
    start = time.monotonic()
    studio.process.send_signal(signal.SIGINT)
    code = client.socket.close_code()
    assert studio.end() == 0
    assert time.monotonic() - start < 3
    assert code == 1001, code


@slow
def check_address_in_a_command_line_is_of_no_use_to_other_users(bench):
    """With --open, the browser's command line has the address, which all users can read."""
    page = bench.new_folder() / "page"
    browser = page.with_name("browser")
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" >{page}\n')
    browser.chmod(0o755)
    studio = bench.start(options=["--open"], environment={"BROWSER": str(browser)})
    wait(lambda: page.exists() and page.read_text() == studio.address, "the browser is started")

    def code_for(user):
        """Returns the code with which a page of a user is closed, or 0 if it gets the state."""
        script = ("import os, sys; sys.path.insert(0, sys.argv[4])\n"
                  "from client import CLOSE, WebSocket\n"
                  "os.setuid(int(sys.argv[1]))\n"
                  "page = WebSocket(int(sys.argv[2])); page.send({'token': sys.argv[3]})\n"
                  "opcode, content = page.receive()\n"
                  "print(int.from_bytes(content[:2], 'big') if opcode == CLOSE else 0)")
        arguments = [str(user), str(studio.port), studio.token, os.path.dirname(__file__)]
        done = subprocess.run([sys.executable, "-B", "-c", script, *arguments], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        return int(done.stdout)
    assert [code_for(os.getuid()), code_for(65_534)] == [0, 1008]
    browser_page = bench.page
    browser_page.open(studio)
    browser_page.load("about:blank")  # The page would complain about the end of its studio.
    assert studio.end() == 0


@slow
def check_taken_port_is_an_error(bench):
    studio = bench.start()
    done = subprocess.run([bench.program, str(studio.port), str(studio.folder)], capture_output=True, text=True, timeout=20)
    assert done.returncode == 69 and f"can't use port {studio.port}: Address already in use; choose" in done.stderr, done
    folder = studio.folder
    assert studio.end() == 0
    again = Studio(bench.program, folder, port=studio.port)
    assert again.token != studio.token
    old = WebSocket(again.port)
    old.send({"token": studio.token})
    assert old.close_code() == 1008
    Client(again.port, again.token).close()
    assert again.end() == 0


def check_studio_without_a_sequencer_judges(bench):
    device, hidden = pathlib.Path("/dev/snd/seq"), pathlib.Path("/dev/snd/hidden")
    device.rename(hidden)
    try:
        studio = bench.start()
    finally:
        hidden.rename(device)
    client = studio.connect()
    state = client.until("state")
    assert "sequencer (No such file or directory); load it" in state["failure"], state
    assert [port["name"] for port in state["inputs"]] == ["midirec studio"] and state["outputs"] == [], state
    client.succeed("record")
    client.succeed("press", note=60, velocity=70)
    client.succeed("release", note=60)
    assert client.succeed("stop")["notes"] == 1
    played = client.succeed("keep", **{"from": 0, "to": client.succeed("ping")["now"]})["file"]
    client.succeed("makeSession", file=played, name="scale", subject="piano")
    client.accept("scale")
    assert client.succeed("run", name="scale")["verdict"] == "passed"
    client.close()
    assert studio.end() == 0
