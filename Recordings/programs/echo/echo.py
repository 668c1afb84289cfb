"""Repeats each note three times, a quarter of a second apart, each time at two thirds of its velocity."""
import queue
import threading
import time

from alsa_midi import ALL_SUBSCRIBERS, READ_PORT, WRITE_PORT, NoteOffEvent, NoteOnEvent, SequencerClient

DELAY = 0.25
client = SequencerClient("Echo")
input_port = client.create_port("Echo in", caps=WRITE_PORT)
output = client.create_port("Echo out", caps=READ_PORT)
lock = threading.Lock()


def send(event):
    with lock:
        client.event_output(event, port=output, dest=ALL_SUBSCRIBERS)
        client.drain_output()


def repeat(number, notes):
    """Schedules a repeat of an event, `number` delays after it."""
    while True:
        arrival, kind, note, channel, velocity = notes.get()
        time.sleep(max(0, arrival + number * DELAY - time.monotonic()))
        send(kind(note=note, channel=channel, velocity=velocity * 2**number // 3**number))


queues = [queue.SimpleQueue() for _ in range(3)]
for index, notes in enumerate(queues):
    threading.Thread(target=repeat, args=(index + 1, notes), daemon=True).start()

while True:
    event = client.event_input()
    if isinstance(event, (NoteOnEvent, NoteOffEvent)):
        for notes in queues:
            notes.put((time.monotonic(), type(event), event.note, event.channel, event.velocity))
        send(type(event)(note=event.note, channel=event.channel, velocity=event.velocity))
