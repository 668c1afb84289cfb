"""Pieces of Standard MIDI Files, for benchmarks that write takes."""


def variable_length(number):
    digits = [number & 0x7F]
    while number := number >> 7:
        digits.append(number & 0x7F | 0x80)
    return bytes(reversed(digits))


def file(events, ticks_per_quarter=500):
    """Returns a file of one track with events (tick, bytes)."""
    track, last = bytearray(), 0
    for tick, message in sorted(events):
        track += variable_length(tick - last) + message
        last = tick
    track += b"\0\xff\x2f\0"
    header = b"MThd\0\0\0\x06\0\0\0\x01" + ticks_per_quarter.to_bytes(2, "big")
    return header + b"MTrk" + len(track).to_bytes(4, "big") + bytes(track)
