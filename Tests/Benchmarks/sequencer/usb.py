"""Virtual USB instruments: Scripts/virtual-linnstrument."""
from instruments import run

SCRIPT = "Scripts/virtual-linnstrument"
INSTRUMENT = "LinnStrument MIDI"


def plug(unit, **options):
    """Plugs it in; returns the instrument's port and that which plays it."""
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    ports = run(SCRIPT, "plug", "--unit", unit, *words).split()
    return ports[1], ports[3]


def unplug(unit):
    run(SCRIPT, "unplug", "--unit", unit)
