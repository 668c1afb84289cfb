"""Prints the lit keys of vmpk's keyboard from a screenshot in xwd format."""
import struct
import sys

with open(sys.argv[1], "rb") as file:
    data = file.read()
header = struct.unpack(">25I", data[:100])
pixels, row_length = header[0] + 12 * header[19], header[12]

# The position of the 52 white keys in the window, which has no frame.
LEFT, RIGHT, WHITE, BLACK = 2, 988, 178, 140
NAMES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]


def is_lit(x, y):
    """Returns whether a pixel is blue. Unlit keys are black or white."""
    blue, green, red, _ = data[pixels + y * row_length + 4 * x :][:4]
    return blue > red + 50


def place(note):
    """Returns the middle of a key."""
    white = [number for number in range(21, 109) if "#" not in NAMES[number % 12]]
    width = (RIGHT - LEFT) / len(white)
    if note in white:
        return round(LEFT + width * (white.index(note) + 0.5)), WHITE
    return round(LEFT + width * (white.index(note - 1) + 1)), BLACK


lit = [note for note in range(21, 109) if is_lit(*place(note))]
print("lit:", " ".join(f"{NAMES[note % 12]}{note // 12 - 1}" for note in lit) or "none")
