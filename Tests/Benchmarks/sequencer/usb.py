"""Virtual USB instruments of the simulated machine, by midirec instrument."""
import json

from instruments import MIDIREC, run

INSTRUMENT = "LinnStrument MIDI"


def plug(unit, serial=None, product=None):
    """Plugs an instrument into a USB port; returns its port and its player's port."""
    words = [] if serial is None else [serial]
    if product is not None:
        words += ["--product", product]
    ports = run(MIDIREC, "instrument", "plug", "--usb-port", unit, *words).split()
    return ports[1], ports[3]


def unplug(unit):
    run(MIDIREC, "instrument", "unplug", "--usb-port", unit)


def unplug_all():
    for instrument in json.loads(run(MIDIREC, "instrument", "list", "--json")):
        unplug(instrument["usbPort"])
