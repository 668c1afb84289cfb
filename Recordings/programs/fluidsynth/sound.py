"""Says of a sound file what is the same each time: its format, and when there is sound, from the first sound on."""
import array
import sys
import wave

with wave.open(sys.argv[1]) as file:
    channels, width, rate = file.getnchannels(), file.getsampwidth(), file.getframerate()
    samples = array.array("h", file.readframes(file.getnframes()))
print(f"{channels} channels of {8 * width} bits, {rate} frames a second")

# The loudest sample of each hundredth of a second.
piece = rate // 100 * channels
peaks = [max(map(abs, samples[start : start + piece])) for start in range(0, len(samples), piece)]
loud = [peak > 300 for peak in peaks]
# A gap of less than a fifth of a second is none.
sounds = []
for index in (index for index, is_loud in enumerate(loud) if is_loud):
    if not sounds or index - sounds[-1][1] > 20:
        sounds.append([index, index])
    sounds[-1][1] = index
for start, end in sounds:
    # When it begins depends on how busy the machine is, by some hundredths of a second: half seconds are sure.
    print(f"sound after {round((start - sounds[0][0]) / 50) / 2} s, for {round((end - start) / 50) / 2} s")
