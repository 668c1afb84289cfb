"""Maps each note to an octave higher, and to a softer fifth above that. Passes on all other events unchanged."""
from alsa_midi import (
    ALL_SUBSCRIBERS,
    READ_PORT,
    WRITE_PORT,
    NoteOffEvent,
    NoteOnEvent,
    PortSubscribedEvent,
    PortUnsubscribedEvent,
    SequencerClient,
)

client = SequencerClient("Mapper")
input_port = client.create_port("Mapper in", caps=WRITE_PORT)  # deleted with its last name
output = client.create_port("Mapper out", caps=READ_PORT)


def answers(event):
    if isinstance(event, (PortSubscribedEvent, PortUnsubscribedEvent)):
        return []
    if not isinstance(event, (NoteOnEvent, NoteOffEvent)):
        event.queue_id = None  # A scheduled event names its sender's queue, and the kernel rejects that from this program.
        return [event]
    kind = type(event)
    higher = kind(note=min(127, event.note + 12), channel=event.channel, velocity=event.velocity)
    fifth = kind(note=min(127, event.note + 19), channel=event.channel, velocity=event.velocity // 2)
    return [higher, fifth]


while True:
    for answer in answers(client.event_input()):
        # A received event still has this program as its destination.
        client.event_output(answer, port=output, dest=ALL_SUBSCRIBERS)
        client.drain_output()
