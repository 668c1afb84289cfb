"""The programs that the checks start: the studio, ports that play, and a port that listens."""
import contextlib
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import threading
import time

from client import PATIENCE, Client

SINK = "midirec capture"  # the name of the port of `midirec monitor --in none`
INSTRUMENT = "LinnStrument MIDI MIDI 1"
PLAYER = "Player of USB port 0"


def slow(check):
    """Marks a check that runs only with --full, because it is slow, or because others are enough in CI."""
    check.is_slow = True
    return check


def wait(condition, text="the condition", patience=PATIENCE):
    """Waits until a condition is true, and returns its value."""
    deadline = time.monotonic() + patience
    while not (value := condition()):
        assert time.monotonic() < deadline, f"{text} isn't true after {patience} s"
        time.sleep(0.01)
    return value


class Studio:
    """A running studio."""

    def __init__(self, program, folder, port=0, descriptor_limit=None, options=(), environment=None):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

        def limit():
            if descriptor_limit:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptor_limit, descriptor_limit))
        self.process = subprocess.Popen(
            [program, str(port), str(self.folder), *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, preexec_fn=limit, env=environment and {**os.environ, **environment})
        self.address = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#([0-9A-Fa-f]{24,})", self.address)
        assert found, self.address
        self.port, self.token = int(found[1]), found[2]

    def connect(self, **options):
        return Client(self.port, self.token, **options)

    def status(self, name):
        """Returns a value of the kernel, in kB."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"^{name}:\s+(\d+)", text, re.MULTILINE)[1])

    @property
    def memory(self):
        return self.status("VmRSS") / 1024  # MB

    @property
    def descriptor_count(self):
        return len(list(pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir()))

    @property
    def processor_time(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100  # seconds

    def takes(self):
        return sorted(path for path in self.folder.glob("*.mid") if not path.stem.endswith(".recording"))

    def end(self, number=signal.SIGINT):
        """Ends the studio, and returns its exit code, or minus the number of a signal."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.process.stdout.close()


class Sender:
    """A program that sends lines of words, as they are written: a virtual port, or the player of the LinnStrument."""

    def __init__(self, midirec, *options):
        self.process = subprocess.Popen([midirec, "send", *options], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def send(self, words):
        with contextlib.suppress(BrokenPipeError):  # The port has been unplugged.
            self.process.stdin.write(words + "\n")
            self.process.stdin.flush()

    def end(self):
        """Ends after the last line."""
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        return self.process.wait(PATIENCE)


class Sink:
    """A port that writes down what arrives: dictionaries with `bytes`, and `at`, the time of reading."""

    def __init__(self, midirec):
        self.process = subprocess.Popen([midirec, "monitor", "--in", "none", "--json"], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.events = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.events.append({**json.loads(line), "at": time.monotonic()})

    def clear(self):
        self.events = []

    @property
    def bytes(self):
        return [event["bytes"] for event in self.events]

    def expect(self, *wanted):
        """Waits for messages in this order, possibly with others between them."""
        def is_there():
            found = iter(self.bytes)
            return all(any(re.fullmatch(message, text) for text in found) for message in wanted)
        try:
            wait(is_there)
        except AssertionError:
            raise AssertionError(f"{wanted} didn't arrive, but {self.bytes[-60:]}") from None

    def sounding(self):
        """Returns the notes without a note-off, as pairs of channel and note."""
        notes = set()
        for event in list(self.events):
            values = event.get("values", {})
            if event["kind"] == "note-on":
                notes.add((event["channel"], values["note"]))
            if event["kind"] == "note-off":
                notes.discard((event["channel"], values["note"]))
        return notes

    def end(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)
        self.process.stdout.close()


TICKS = 960  # per second, at the standard tempo


def write_take(path, events, silence=0):
    """Writes a MIDI file of events, which are pairs of seconds and bytes, and seconds of silence."""
    data, last = bytearray(), 0
    for seconds, message in sorted(events, key=lambda event: event[0]):
        tick = round(seconds * TICKS)
        data += variable_length(tick - last) + bytes(message)
        last = tick
    data += variable_length(round(silence * TICKS)) + b"\xff\x2f\x00"
    path.write_bytes(b"MThd\x00\x00\x00\x06\x00\x00\x00\x01\x01\xe0MTrk" + len(data).to_bytes(4, "big") + data)


def variable_length(value):
    parts = [value & 127]
    while value := value >> 7:
        parts.append(value & 127 | 128)
    return bytes(reversed(parts))


def scale(count=8, step=0.1, channel=0):
    """Returns the events of a scale with a pedal and a bend."""
    events = [(0, (0xB0 | channel, 64, 127)), (count * step, (0xB0 | channel, 64, 0)),
              (step / 4, (0xE0 | channel, 0, 80)), (count * step, (0xE0 | channel, 0, 64))]
    for index in range(count):
        note = 60 + index
        events += [(step * index, (0x90 | channel, note, 40 + index)), (step * (index + 0.6), (0x80 | channel, note, 64))]
    return events


def place_of_key(note, keys, box, depth=0.9):
    """Returns the place of a white key of the page's piano.

    `keys` has its lowest and highest key as text, and `box` its place and size in CSS pixels. `depth` is a share of the key."""
    lowest, highest = map(int, keys.split())
    white = [number for number in range(lowest, highest + 1) if number % 12 in (0, 2, 4, 5, 7, 9, 11)]
    x, y, width, height = box
    return x + (white.index(note) + 0.5) * width / len(white), y + 1 + depth * (height - 2)


class Bench:
    """The programs that the checks share. Each starts when a check needs it first."""

    def __init__(self, midirec, program, folder, is_full, ports, driver_port, firefox_port):
        """Creates a bench with ports that browsers reach, and the ports of Chromium's driver and of Firefox."""
        self.midirec, self.program, self.is_full = midirec, program, is_full
        self.ports, self.driver_port, self.firefox_port = ports, driver_port, firefox_port
        self.folder = pathlib.Path(folder).resolve()
        self.made = {}
        self.count = 0

    def share(self, name, make):
        if name not in self.made:
            self.made[name] = make()
        return self.made[name]

    def new_folder(self):
        self.count += 1
        path = self.folder / f"{self.count}"
        path.mkdir(parents=True)
        return path

    def start(self, **options):
        """Starts a studio of the check alone."""
        studio = Studio(self.program, self.new_folder(), **{"port": self.ports.pop(), **options})
        self.made[f"studio {self.count}"] = studio
        return studio

    @property
    def studio(self):
        if "studio" in self.made and self.made["studio"].process.poll() is not None:
            # The next checks get another one.
            for name in ("traffic", "studio"):
                self.end(name)
        return self.share("studio", lambda: Studio(self.program, self.new_folder(), self.ports.pop()))

    @property
    def sink(self):
        return self.share("sink", lambda: Sink(self.midirec))

    @property
    def keys(self):
        return self.share("keys", self._start_keys)

    def _start_keys(self):
        """Starts a port that all running studios receive from."""
        keys = Sender(self.midirec, "--as", "Keys", "--wait")
        for studio in list(self.made.values()):
            if isinstance(studio, Studio) and studio.process.poll() is None:
                client = studio.connect()
                client.until_state(lambda state: any(
                    entry["name"] == "Keys" and entry["isConnected"] for entry in state["inputs"]))
                client.close()
        return keys

    @property
    def player(self):
        """Plays on the LinnStrument."""
        return self.share("player", lambda: Sender(self.midirec, "--out", PLAYER))

    @property
    def page(self):
        import livepage  # Checks of the server need no browser.
        return self.share("page", lambda: livepage.LivePage(self.driver_port))

    @property
    def firefox(self):
        import firefox
        return self.share("firefox", lambda: firefox.Firefox(self.firefox_port))

    def run(self, *arguments, environment=None):
        """Runs midirec to its end."""
        return subprocess.run([self.midirec, *map(str, arguments)], capture_output=True, text=True, timeout=60,
                              env=environment and {**os.environ, **environment})

    def succeed(self, *arguments, environment=None):
        done = self.run(*arguments, environment=environment)
        assert done.returncode == 0, (arguments, done.returncode, done.stdout[-2000:], done.stderr[-2000:])
        return done.stdout

    def assert_same(self, expected, actual):
        """Compares two takes. On a busy machine, their times differ."""
        self.succeed("diff", expected, actual, "--tolerance", "60ms" if self.is_full else "500ms")

    def play_on_instrument(self, take):
        self.succeed("play", take, "--out", PLAYER)

    def end(self, name):
        if thing := self.made.pop(name, None):
            thing.end()

    def reset(self):
        """Ends what a failed check may have left in an unexpected state."""
        self.end_all([name for name in self.made if name != "page"])

    def end_all(self, names=None):
        for name in reversed(list(self.made) if names is None else names):
            try:
                self.end(name)
            except Exception as error:  # The others end after any failure.
                print(f"can't end {name}: {error!r}", flush=True)
