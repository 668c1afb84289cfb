"""Sessions with programs that are measured, and runs of them."""
import dataclasses
import os
import pathlib
import shutil
import struct
import subprocess
import time

# In the test kernel's memory: from the host's files, programs start slowly.
MEMORY = pathlib.Path(f"/dev/shm/midirec-bench-{os.getpid()}")
MIDIREC = MEMORY / "midirec"
PROGRAM = MEMORY / "ProgramUnderTest"

LOST = 3  # the exit code where events were lost


def recording(groups):
    """A Standard MIDI File of groups of simultaneous messages, one every ten milliseconds, in ticks of a millisecond."""
    track = b""
    for group in groups:
        track += b"".join(bytes([10 if index == 0 else 0]) + message for index, message in enumerate(group))
    track += b"\0\xff\x2f\0"
    return struct.pack(">4sIHHH4sI", b"MThd", 6, 0, 1, 500, b"MTrk", len(track)) + track


def chords(event_count, key_count=4, channel=0):
    """Groups of so many note-ons or note-offs, all notes ended in the end."""
    groups = []
    for number in range(event_count // (2 * key_count)):
        keys = [24 + (number * 5 + 17 * key) % 80 for key in range(key_count)]
        groups.append([bytes([0x90 | channel, key, 1 + number % 127]) for key in keys])
        groups.append([bytes([0x80 | channel, key, 64]) for key in keys])
    return groups


@dataclasses.dataclass
class Run:
    """What came of a run of `midirec test`."""

    status: int
    seconds: float
    text: str


class Session:
    """A session in a folder of its own."""

    def __init__(self, name, groups, command, *options, tolerance=None):
        self.folder = MEMORY / "tree" / name
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        (self.folder / "take.mid").write_bytes(recording(groups))
        words = ", ".join(f'"{word}"' for word in command)
        lines = ["recording: take.mid", "subjects:", "  - program:", f"      command: [{words}]"]
        lines += [f"      {option}" for option in options]
        lines += [f"tolerance: {{onset: {tolerance}, offset: {tolerance}}}"] if tolerance else []
        (self.folder / "session.yaml").write_text("\n".join(lines) + "\n")

    def run(self):
        return test(self.folder)

    def observe(self, part="program"):
        """Runs it without an expectation; returns what came, and how many seconds it took.

        What came is nothing where events were lost, which the program's pool has no room for on the real clock.
        """
        for path in self.folder.glob("program.*"):
            path.unlink()
        run = self.run()
        if run.status == LOST:
            return b"", run.seconds
        pending = self.folder / f"{part}.pending.txt"
        if not pending.exists():
            raise RuntimeError(f"{self.folder.name} gave nothing: {run.text[:2000]}")
        return pending.read_bytes(), run.seconds

    def accept(self):
        """Runs it, and takes what came for what is expected."""
        self.observe()
        subprocess.run([MIDIREC, "accept", self.folder], check=True, capture_output=True, cwd=MEMORY)


def test(folder, *options):
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    start = time.monotonic()
    answer = subprocess.run(
        [MIDIREC, "test", folder, *options], capture_output=True, text=True, timeout=1200, cwd=MEMORY, env=environment)
    return Run(answer.returncode, time.monotonic() - start, answer.stdout + answer.stderr)
