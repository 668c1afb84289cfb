"""A program under test on alsa-midi, a library of PyPI's: plays each note higher by a number, and passes all else on.

    python mapper.py UP
"""
import sys

from alsa_midi import ALL_SUBSCRIBERS, READ_PORT, WRITE_PORT, SequencerClient
from alsa_midi import NoteOffEvent, NoteOnEvent, PortSubscribedEvent, PortUnsubscribedEvent


def main(up):
    client = SequencerClient("Python mapper")
    _input = client.create_port("In", caps=WRITE_PORT)  # gone with its last name
    output = client.create_port("Out", caps=READ_PORT)
    while True:
        event = client.event_input()
        if isinstance(event, (PortSubscribedEvent, PortUnsubscribedEvent)):
            continue
        if isinstance(event, (NoteOnEvent, NoteOffEvent)):
            event.note = (event.note + up) % 128
        # It still says that it is for this program.
        client.event_output(event, port=output, dest=ALL_SUBSCRIBERS)
        client.drain_output()


if __name__ == "__main__":
    main(int(sys.argv[1]))
