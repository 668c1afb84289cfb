"""Plays each note an octave higher. Uses ALSA's own library, so that it needs no Python package."""
import ctypes

alsa = ctypes.CDLL("libasound.so.2")
sequencer, event = ctypes.c_void_p(), ctypes.POINTER(ctypes.c_ubyte)()
alsa.snd_seq_open(ctypes.byref(sequencer), b"default", 3, 0)
alsa.snd_seq_create_simple_port(sequencer, b"Mapper", 0x63, 1 << 20)
while alsa.snd_seq_event_input(sequencer, ctypes.byref(event)) > 0:
    if event[0] in (6, 7):  # note-on and note-off
        event[17] += 12
    event[3], event[13], event[14], event[15] = 253, 0, 254, 253  # at once, to all receivers
    alsa.snd_seq_event_output_direct(sequencer, event)
