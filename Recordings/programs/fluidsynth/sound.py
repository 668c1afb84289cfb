"""Prints the format of a WAV file and the times of its sounds, to a hundredth of a second."""
import array
import sys
import wave

with wave.open(sys.argv[1]) as file:
    channels, width, rate = file.getnchannels(), file.getsampwidth(), file.getframerate()
    samples = array.array("h", file.readframes(file.getnframes()))
print(f"{channels} channels of {8 * width} bits, {rate} frames a second")

# The maximum of each hundredth of a second.
piece = rate // 100 * channels
peaks = [max(map(abs, samples[start : start + piece])) for start in range(0, len(samples), piece)]
loud = [peak > 300 for peak in peaks]
# Shorter gaps than a fifth of a second don't count.
sounds = []
for index in (index for index, is_loud in enumerate(loud) if is_loud):
    if not sounds or index - sounds[-1][1] > 20:
        sounds.append([index, index])
    sounds[-1][1] = index
for start, end in sounds:
    print(f"sound after {start / 100} s, for {(end - start) / 100} s")
