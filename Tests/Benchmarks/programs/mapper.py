"""A program under test on alsa-midi, a library of PyPI's: plays each note higher by a number, and passes all else on.

    python mapper.py UP
"""
import sys

from alsa_midi import READ_PORT, WRITE_PORT, NoteOffEvent, NoteOnEvent, PortSubscribedEvent, PortUnsubscribedEvent
from alsa_midi import SequencerClient


def main(up):
    client = SequencerClient("Python mapper")
    client.create_port("In", caps=WRITE_PORT)
    output = client.create_port("Out", caps=READ_PORT)
    while True:
        event = client.event_input()
        if isinstance(event, (PortSubscribedEvent, PortUnsubscribedEvent)):
            continue
        if isinstance(event, (NoteOnEvent, NoteOffEvent)):
            event.note = (event.note + up) % 128
        client.event_output_direct(event, port=output)


if __name__ == "__main__":
    main(int(sys.argv[1]))
