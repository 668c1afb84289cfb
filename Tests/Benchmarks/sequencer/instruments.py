"""The measured programs, the bench's instruments, and the kernel's list of clients.

An instrument is the program SequencerBench, which uses only alsa-lib. Its events carry numbers in values that no program
changes, so each event can be identified at its destination."""
import array
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

# In the machine's memory. Each run has its own folder, because two runs can overlap.
MEMORY = pathlib.Path(f"/dev/shm/midirec-bench-{os.getpid()}")
MIDIREC = MEMORY / "midirec"
BENCH = MEMORY / "SequencerBench"

NUMBERS = 1 << 18  # event numbers repeat after this many; see EventNumber.swift
MS = 1_000_000  # nanoseconds


def start(*command, **options):
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | options
    return subprocess.Popen([str(word) for word in command], **options)


def run(*command, timeout=300):
    """Runs a program and returns its output. Raises an error with its messages if it fails."""
    answer = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=timeout)
    if answer.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {answer.returncode}: {answer.stderr}")
    return answer.stdout


def say(text):
    """Prints progress to standard error."""
    print(f"    … {text}", file=sys.stderr, flush=True)


def midirec_has(command, option):
    """Returns whether a command of midirec has an option."""
    return re.search(rf"{option}\b", run(MIDIREC, command, "--help")) is not None


class Instrument:
    """A running SequencerBench with its port in `address`. Its log is available when it has ended."""

    def __init__(self, action, *arguments):
        self.log = MEMORY / f"{action}-{time.monotonic_ns()}.log"
        log = ["--log", self.log] if action == "send" else [self.log]
        self.process = start(BENCH, action, *arguments, *log)
        self.address = self.process.stdout.readline().strip()

    def finish(self):
        """Waits for the end; returns the counts and the log, a list of (numbers, times, second times)."""
        out, err = self.process.communicate(timeout=1200)
        if self.process.returncode != 0:
            raise RuntimeError(f"SequencerBench: {err}")
        return counts(out), read_log(self.log)


def counts(text):
    """Returns the words and numbers that an instrument prints.

    >>> counts("sent 3 failed 0")
    {'sent': 3, 'failed': 0}
    """
    words = text.split()
    return {word: int(number) for word, number in zip(words[::2], words[1::2])}


def read_log(path):
    values = array.array("q")
    values.frombytes(path.read_bytes())
    path.unlink()
    return values[0::3], values[1::3], values[2::3]


class MidirecCapture:
    """A running `midirec capture`."""

    name = "midirec"

    def __init__(self, source, *options):
        self.take = MEMORY / f"midirec-{time.monotonic_ns()}.mid"
        self.process = start(MIDIREC, "capture", "--in", source, "-o", self.take, "--json", *options)

    def finish(self):
        """Stops it as Ctrl-C does; returns its output."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGINT)
        out, self.errors = self.process.communicate(timeout=300)
        return json.loads(out) if out else {}


class Arecordmidi:
    """A running `arecordmidi` with its finest resolution."""

    name = "arecordmidi"

    def __init__(self, source):
        self.take = MEMORY / f"arecordmidi-{time.monotonic_ns()}.mid"
        self.process = start("arecordmidi", "-p", source, "-t", 32767, self.take)

    def finish(self):
        self.process.send_signal(signal.SIGINT)
        self.process.communicate()
        return {}


def read_take(path):
    """Returns a take's numbered events as (numbers, times), the number of other events, and the texts of markers."""
    log = MEMORY / "take.log"
    first, *rest = run(BENCH, "read", path, log).splitlines()
    path.unlink()
    return read_log(log)[:2], counts(first)["others"], [line.removeprefix("marker ") for line in rest]


def order(numbers, first=0):
    """Returns how many numbers are missing before the last one, and how many are out of order.

    >>> order([0, 1, 4, 5])
    (2, 0)
    >>> order([0, 2, 1, 3])
    (1, 1)
    >>> order([NUMBERS - 1, 0, 1], first=NUMBERS - 1)
    (0, 0)
    """
    expected, missing, misplaced = first, 0, 0
    for number in numbers:
        ahead = (number - expected) % NUMBERS
        if ahead < NUMBERS // 2:
            missing += ahead
            expected = number + 1
        else:
            misplaced += 1
    return missing, misplaced


def write_file(count, microseconds):
    """Writes a file with a numbered event per interval in microseconds, a multiple of ten, with ticks of 10 µs.

    The first event is at 100 ms, so that no program's start is measured. Returns the file's path.
    """

    def quantity(value):
        low = [value & 0x7F]
        while value := value >> 7:
            low.append(value & 0x7F | 0x80)
        return bytes(reversed(low))

    track = bytearray(b"\x00\xff\x51\x03\x01\x86\xa0")  # 100,000 µs per quarter note of 10,000 ticks
    delta, step = quantity(10_000), quantity(microseconds // 10)
    for number in range(count):
        track += delta + bytes([0xA0 | number >> 14 & 15, number >> 7 & 0x7F, number & 0x7F])
        delta = step
    track += b"\x00\xff\x2f\x00"
    header = b"MThd" + (6).to_bytes(4, "big") + b"\x00\x00\x00\x01" + (10_000).to_bytes(2, "big")
    path = MEMORY / f"{count}-events-{microseconds}-us.mid"
    path.write_bytes(header + b"MTrk" + len(track).to_bytes(4, "big") + track)
    return path


def clients():
    """Returns the kernel's list of clients and ports."""
    return pathlib.Path("/proc/asound/seq/clients").read_text()


def subscriptions():
    """Returns all connections as (sender, receiver)."""
    found, client, port = set(), None, None
    for line in clients().splitlines():
        if match := re.match(r"Client +(\d+) :", line):
            client = match[1]
        elif match := re.match(r" +Port +(\d+) :", line):
            port = match[1]
        elif match := re.match(r" +Connecting To: (.*)", line):
            found |= {(f"{client}:{port}", receiver) for receiver in re.findall(r"\d+:\d+", match[1])}
    return found


def client_number(name):
    """Returns the number of the newest client with a name, or None."""
    numbers = re.findall(rf'^Client +(\d+) : "{re.escape(name)}"', clients(), re.MULTILINE)
    return int(numbers[-1]) if numbers else None


def await_subscriber(sender, patience=30):
    """Waits until a client has subscribed to a port."""
    return wait_for(lambda: any(pair[0] == sender for pair in subscriptions()), patience)


def wait_for(condition, patience):
    """Waits until a condition is true; returns whether it is."""
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def cells_in_use():
    """Returns how many events are in the pools of all clients."""
    return sum(int(number) for number in re.findall(r"Input pool :.*?Cells in use +: (\d+)", clients(), re.DOTALL))


def drain():
    """Waits until all clients have read their events."""
    wait_for(lambda: cells_in_use() == 0, 20)
    time.sleep(0.3)


@contextlib.contextmanager
def busy_cores():
    """Keeps every core busy."""
    loops = [start("sh", "-c", "while :; do :; done") for _ in range(os.cpu_count())]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def percentile(values, thousandths):
    """Returns the smallest value that the given part per thousand of the values doesn't exceed.

    >>> percentile(range(1, 101), 990), percentile(range(1, 101), 500), percentile([7], 1000)
    (99, 50, 7)
    """
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * thousandths // 1000) - 1)]
