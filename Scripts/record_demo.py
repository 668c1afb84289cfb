"""Draws a terminal in which a user records a take, compares it, and makes it a test.

    record_demo.py PROGRAM FILE   runs PROGRAM (midirec) on this simulated machine, and writes FILE, a GIF
"""
import os
import pathlib
import pty
import select
import subprocess
import sys
import tempfile
import time

import mido
import pyte
from PIL import Image, ImageDraw, ImageFont

COLUMNS, ROWS = 88, 24
FONT_SIZE, LINE_HEIGHT, MARGIN = 15, 19, 8
FONTS = pathlib.Path("/usr/share/fonts/truetype/dejavu")
BACKGROUND, FOREGROUND = "#16181d", "#d8dce4"
COLORS = {
    "black": "#16181d", "red": "#f07178", "green": "#9ccc65", "brown": "#ffcb6b", "blue": "#82aaff",
    "magenta": "#c792ea", "cyan": "#89ddff", "white": "#d8dce4", "default": FOREGROUND,
}
# Seconds between typed characters, after a command was typed, and after its output ended.
TYPING, BEFORE_RUNNING, AFTER_RUNNING = 0.04, 0.4, 1.6
LONGEST_FRAME = 1.6

EXPECTED = [(60, 0.0), (62, 0.5), (64, 1.0), (65, 1.5), (67, 2.0)]
PLAYED = [(60, 0.0), (62, 0.5), (64, 1.04), (65, 1.5), (67, 2.0)]


def write_notes(path, notes):
    """Writes notes of 0.4 s to a file with 960 ticks per second."""
    events = [(time, "note_on", note) for note, time in notes] + [(time + 0.4, "note_off", note) for note, time in notes]
    track, last = mido.MidiTrack(), 0
    for time, kind, note in sorted(events):
        track.append(mido.Message(kind, note=note, velocity=90, time=round(time * 960) - last))
        last = round(time * 960)
    file = mido.MidiFile(ticks_per_beat=480)
    file.tracks.append(track)
    file.save(path)


class Terminal:
    """A shell in a terminal whose frames are collected with their times in seconds."""

    def __init__(self, folder, program):
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.frames = []
        environment = dict(
            os.environ, PS1="$ ", TERM="xterm-256color", HOME=str(folder), XDG_CONFIG_HOME=str(folder / ".config"),
            PATH=f"{folder / 'bin'}:{os.environ['PATH']}", COLUMNS=str(COLUMNS), LINES=str(ROWS))
        for name in ("NO_COLOR", "CI"):
            environment.pop(name, None)
        (folder / "bin").mkdir()
        (folder / "bin/midirec").symlink_to(program)
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"], environment)
        subprocess.run(["stty", "-F", os.ttyname(self.descriptor) if False else "/dev/null"], check=False)
        import fcntl
        import struct
        import termios

        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def keep(self):
        """Adds the screen to the frames if it has changed."""
        screen, buffer = self.screen, self.screen.buffer
        cells = tuple(
            tuple((buffer[y][x].data, buffer[y][x].fg, buffer[y][x].bold, buffer[y][x].reverse) for x in range(COLUMNS))
            for y in range(ROWS))
        state = (cells, screen.cursor.y, screen.cursor.x)
        if not self.frames or self.frames[-1][1] != state:
            self.frames.append((time.monotonic(), state))

    def read(self, seconds, until=None):
        """Reads output for the given time, or until the screen shows a text."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self.descriptor], [], [], 0.05)[0]:
                try:
                    self.stream.feed(os.read(self.descriptor, 65536))
                except OSError:
                    return
                self.keep()
            if until is not None and until(self.screen.display):
                return

    def type(self, text):
        for character in text:
            os.write(self.descriptor, character.encode())
            self.read(TYPING)
        self.read(BEFORE_RUNNING)

    def run(self, command, whenShown=None, action=None):
        """Types a command, runs it, and waits for the next prompt."""
        self.type(command)
        os.write(self.descriptor, b"\n")
        if action:
            self.read(60, lambda lines: any(whenShown in line for line in lines))
            action()
        self.read(0.3)
        self.read(120, self.isAtPrompt)
        self.read(AFTER_RUNNING)

    def isAtPrompt(self, lines):
        return lines[self.screen.cursor.y].rstrip() == "$" and self.screen.cursor.x == 2

    def draw(self, state, fonts, size):
        cells, cursor_y, cursor_x = state
        image = Image.new("RGB", size, BACKGROUND)
        drawing = ImageDraw.Draw(image)
        width = fonts[0].getlength("m")
        for y, row in enumerate(cells):
            for x, (text, color, bold, reverse) in enumerate(row):
                left, top = MARGIN + x * width, MARGIN + y * LINE_HEIGHT
                fill = COLORS.get(color, f"#{color}" if len(color) == 6 else FOREGROUND)
                if reverse:
                    drawing.rectangle([left, top, left + width, top + LINE_HEIGHT - 1], fill=fill)
                    fill = BACKGROUND
                if text.strip():
                    drawing.text((left, top), text, font=fonts[1 if bold else 0], fill=fill)
        left, top = MARGIN + cursor_x * width, MARGIN + cursor_y * LINE_HEIGHT
        drawing.rectangle([left, top + 1, left + width - 1, top + LINE_HEIGHT - 2], outline=FOREGROUND)
        return image

    def save(self, path):
        fonts = [ImageFont.truetype(str(FONTS / name), FONT_SIZE) for name in ("DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf")]
        size = (round(2 * MARGIN + COLUMNS * fonts[0].getlength("m")), 2 * MARGIN + ROWS * LINE_HEIGHT)
        times = [at for at, _ in self.frames] + [time.monotonic()]
        pictures, durations = [], []
        for index, (at, state) in enumerate(self.frames):
            duration = min(times[index + 1] - at, LONGEST_FRAME)
            if duration < 0.03 and index + 1 < len(self.frames):
                continue
            pictures.append(self.draw(state, fonts, size).quantize(32, dither=Image.Dither.NONE))
            durations.append(round(duration * 100) * 10)
        durations[-1] = 2500
        pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=durations, loop=0, optimize=True)
        print(f"{path}: {len(pictures)} frames, {sum(durations) / 1000:.1f} s, {os.path.getsize(path)} bytes, {size}")


def main():
    program, path = sys.argv[1:]
    folder = pathlib.Path(tempfile.mkdtemp())
    write_notes(folder / "expected.mid", EXPECTED)
    played = folder / ".played.mid"
    write_notes(played, PLAYED)
    instruments = subprocess.run([program, "instrument", "list", "--json"], check=True, capture_output=True, text=True)
    player = instruments.stdout.split('"player" : "')[1].split('"')[0]

    def play():
        subprocess.Popen(
            [program, "play", str(played), "--out", player], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    terminal = Terminal(folder, program)
    terminal.read(1)
    terminal.run("midirec capture --in LinnStrument -o take.mid --for 3s", "recording", play)
    terminal.run("midirec diff expected.mid take.mid --tolerance 10ms")
    terminal.run("midirec new scale --from take.mid")
    terminal.type("midirec review")
    os.write(terminal.descriptor, b"\n")
    terminal.read(3)
    os.write(terminal.descriptor, b"a")
    terminal.read(30, terminal.isAtPrompt)
    terminal.read(AFTER_RUNNING)
    terminal.run("midirec test")
    terminal.save(path)


main()
