"""Records a terminal in which a test of a program fails after a change of the program, and passes after its repair.

    record_demo.py PROGRAM FILE

PROGRAM is midirec, and FILE is the GIF to write. Runs on a simulated machine: see Scripts/record-demo.
"""
import fcntl
import os
import pathlib
import pty
import select
import shutil
import struct
import sys
import tempfile
import termios
import time

import pyte
from PIL import Image, ImageDraw, ImageFont

COLUMNS, ROWS = 86, 24
FONT_SIZE, LINE_HEIGHT, MARGIN = 15, 18, 12
FONTS = pathlib.Path("/usr/share/fonts/truetype/dejavu")
BACKGROUND, FOREGROUND = "#16181d", "#d8dce4"
COLORS = {
    "default": FOREGROUND, "black": BACKGROUND, "red": "#f07178", "green": "#9ccc65", "brown": "#ffcb6b",
    "blue": "#82aaff", "magenta": "#c792ea", "cyan": "#89ddff", "white": FOREGROUND,
}
# The length of a key press and of the pauses before a command runs and after its output, in seconds.
TYPING, BEFORE_RUNNING, AFTER_RUNNING = 0.015, 0.2, 0.6
# A picture is shown for this long at most and at least, in seconds. The last one is shown longer.
MAX_PICTURE, MIN_PICTURE, LAST_PICTURE = 1.4, 0.03, 2

# The program that plays each note an octave higher, and its take.
EXAMPLE = pathlib.Path(__file__).resolve().parent.parent / "Recordings/quick-start"


class Terminal:
    """A shell in a terminal. Keeps each state of the screen with its time in seconds."""

    def __init__(self, folder, program):
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.states = []
        programs = folder / ".bin"
        programs.mkdir()
        (programs / "midirec").symlink_to(program)
        variables = {name: value for name, value in os.environ.items() if name not in ("CI", "NO_COLOR")}
        variables |= {"PS1": "$ ", "TERM": "xterm-256color", "HOME": str(folder),
                      "PATH": f"{programs}:{os.environ['PATH']}"}
        process, self.descriptor = pty.fork()
        if process == 0:
            os.chdir(folder)
            os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"], variables)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.read(1)
        os.write(self.descriptor, b"\f")  # Clears the shell's first messages.
        self.read(0.2)
        self.states.clear()
        self.keep_state()

    def keep_state(self):
        cells = tuple(tuple(self.screen.buffer[row][column] for column in range(COLUMNS)) for row in range(ROWS))
        cursor = None if self.screen.cursor.hidden else (self.screen.cursor.x, self.screen.cursor.y)
        if not self.states or self.states[-1][1:] != (cells, cursor):
            self.states.append((time.monotonic(), cells, cursor))

    def read(self, seconds, until=lambda: False):
        """Reads output for the given time, or until a condition is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until():
            if select.select([self.descriptor], [], [], 0.01)[0]:
                self.stream.feed(os.read(self.descriptor, 65536))
                self.keep_state()

    def type(self, text):
        for character in text:
            os.write(self.descriptor, character.encode())
            self.read(TYPING)
        self.read(BEFORE_RUNNING)

    def start(self, command, until_shown):
        """Types a command and waits until the screen shows a text."""
        self.type(command)
        os.write(self.descriptor, b"\n")
        self.read(60, lambda: any(until_shown in line for line in self.screen.display))

    def finish(self):
        """Waits for the prompt."""
        self.read(0.1)
        self.read(120, lambda: self.screen.display[self.screen.cursor.y].rstrip() == "$")
        self.read(AFTER_RUNNING)

    def run(self, command):
        self.start(command, command)
        self.finish()

    def save(self, path):
        """Writes the kept states to an animated GIF."""
        painter = Painter()
        ends = [at for at, _, _ in self.states[1:]] + [self.states[-1][0] + LAST_PICTURE]
        pictures, milliseconds = [], []
        for (start, cells, cursor), end in zip(self.states, ends):
            seconds = end - start
            if seconds < MIN_PICTURE and pictures and end != ends[-1]:
                milliseconds[-1] += round(seconds * 1000)
                continue
            pictures.append(painter.draw(cells, cursor))
            milliseconds.append(round(1000 * (seconds if end == ends[-1] else min(seconds, MAX_PICTURE))))
        pictures[0].save(
            path, save_all=True, append_images=pictures[1:], duration=milliseconds, loop=0, optimize=True)
        width, height = pictures[0].size
        print(f"{path}: {len(pictures)} pictures of {width} by {height}, {sum(milliseconds) / 1000:.1f} s, "
              f"{os.path.getsize(path) / 1000:.0f} kB")


class Painter:
    """Draws the cells of a screen."""

    def __init__(self):
        self.regular, self.bold = (
            ImageFont.truetype(str(FONTS / name), FONT_SIZE) for name in ("DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"))
        self.cell_width = round(self.regular.getlength("m"))
        self.size = (2 * MARGIN + COLUMNS * self.cell_width, 2 * MARGIN + ROWS * LINE_HEIGHT)

    def corner(self, column, row):
        return MARGIN + column * self.cell_width, MARGIN + row * LINE_HEIGHT

    def draw(self, cells, cursor):
        image = Image.new("RGB", self.size, BACKGROUND)
        drawing = ImageDraw.Draw(image)
        for row, line in enumerate(cells):
            for column, cell in enumerate(line):
                left, top = self.corner(column, row)
                color = COLORS.get(cell.fg, f"#{cell.fg}")
                if cell.reverse:
                    drawing.rectangle((left, top, left + self.cell_width - 1, top + LINE_HEIGHT - 1), fill=color)
                    color = BACKGROUND
                if cell.data.strip():
                    drawing.text((left, top), cell.data, font=self.bold if cell.bold else self.regular, fill=color)
        if cursor:
            left, top = self.corner(*cursor)
            drawing.rectangle((left, top, left + self.cell_width - 1, top + LINE_HEIGHT - 1), fill=FOREGROUND)
        return image.quantize(64, dither=Image.Dither.NONE)


def main():
    program, path = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in ("take.mid", "mapper.py"):
            shutil.copy(EXAMPLE / file, folder)

        terminal = Terminal(folder, program)
        terminal.run("midirec new up --take take.mid --accept -- python3 mapper.py")
        terminal.run("midirec test")
        terminal.run("sed -i 's/(6, 7)/(6,)/' mapper.py # Break the program")
        terminal.run("midirec test")
        terminal.start("midirec review", until_shown="[a]ccept")
        terminal.read(3)
        terminal.type("r")
        terminal.type("q")
        terminal.finish()
        terminal.run("sed -i 's/(6,)/(6, 7)/' mapper.py # Repair it")
        terminal.run("midirec test")
        terminal.save(path)


main()
