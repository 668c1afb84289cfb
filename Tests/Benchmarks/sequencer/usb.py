"""Virtual USB instruments: Scripts/virtual-linnstrument."""
import subprocess

SCRIPT = "Scripts/virtual-linnstrument"
INSTRUMENT = "LinnStrument MIDI"


def plug(unit, **options):
    """Plugs it in; returns the instrument's port and that which plays it."""
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    command = [SCRIPT, "plug", "--unit", str(unit), *words]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return lines[1], lines[3]


def unplug(unit):
    subprocess.run([SCRIPT, "unplug", "--unit", str(unit)], check=True, capture_output=True)
