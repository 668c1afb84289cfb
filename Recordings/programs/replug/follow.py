"""Plays the events of a LinnStrument an octave higher, and reconnects after it was unplugged.

Turns off the sounding notes when the instrument is unplugged."""
from alsa_midi import (
    ALL_SUBSCRIBERS,
    READ_PORT,
    SYSTEM_ANNOUNCE,
    WRITE_PORT,
    NoteOffEvent,
    NoteOnEvent,
    PortExitEvent,
    PortStartEvent,
    SequencerClient,
)

client = SequencerClient("Follower")
input_port = client.create_port("Follower in", caps=WRITE_PORT)
output = client.create_port("Follower out", caps=READ_PORT)
client.subscribe_port(SYSTEM_ANNOUNCE, input_port)
instrument = None
held = []


def connect():
    global instrument
    for port in client.list_ports(input=True):
        if instrument is None and port.client_name == "LinnStrument MIDI":
            instrument = (port.client_id, port.port_id)
            client.subscribe_port(port, input_port)


def send(event):
    client.event_output(event, port=output, dest=ALL_SUBSCRIBERS)
    client.drain_output()


connect()
while True:
    event = client.event_input()
    if isinstance(event, PortStartEvent):
        connect()
    elif isinstance(event, PortExitEvent) and event.addr == instrument:
        instrument = None
        for channel, note in held:
            send(NoteOffEvent(channel=channel, note=note, velocity=0))
        held.clear()
    elif isinstance(event, (NoteOnEvent, NoteOffEvent)):
        key = (event.channel, event.note + 12)
        if isinstance(event, NoteOnEvent) and event.velocity > 0:
            held.append(key)
        elif key in held:
            held.remove(key)
        send(type(event)(channel=event.channel, note=event.note + 12, velocity=event.velocity))
