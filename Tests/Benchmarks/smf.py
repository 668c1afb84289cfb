"""Pieces of Standard MIDI Files, for benchmarks that write takes."""


def variable_length(number):
    digits = [number & 0x7F]
    while number := number >> 7:
        digits.append(number & 0x7F | 0x80)
    return bytes(reversed(digits))
