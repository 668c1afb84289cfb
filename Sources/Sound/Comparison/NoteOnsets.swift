internal import Glibc
internal import MIDICore

/// A check that audio renders a recording: whether its notes start to sound on time.
///
/// A note starts if its first three partials have at least twice the power in the 100 ms after its start as in the 50
/// ms before. On the drum channel, the whole audio counts. In the audio of a different recording, the power rises and
/// falls about equally often.
package struct NoteOnsets: Sendable {
  /// The number of notes to examine. Of longer recordings, every second, third, or later note is used, so that fewer
  /// than twice as many are examined.
  private static let sampleCount = 400

  /// The share of notes that start in the audio, from 0 to 1, or `nil` if no notes can be examined.
  package let share: Double?

  /// Searches the audio for the notes.
  package init(of notes: [SoundNote], in sound: AudioBuffer) {
    let notes = Self.distinct(notes)
    let step = max(1, notes.count / Self.sampleCount)
    let looked = stride(from: 0, to: notes.count, by: step).map { notes[$0] }
    let begun = looked.count { Self.begins($0, in: sound) }
    share = looked.isEmpty ? nil : Double(begun) / Double(looked.count)
  }

  /// Returns all notes that no earlier note of the same key, or earlier drum, can mask.
  private static func distinct(_ notes: [SoundNote]) -> [SoundNote] {
    var lastStarts: [NoteNumber?: Nanoseconds] = [:]
    return notes.sorted { $0.start < $1.start }.filter { note in
      let last = lastStarts.updateValue(note.start, forKey: isDrum(note) ? nil : note.number)
      return last.map { note.start - $0 >= .milliseconds(200) } ?? true
    }
  }

  private static func isDrum(_ note: SoundNote) -> Bool { note.channel.number == 10 }

  private static func begins(_ note: SoundNote, in sound: AudioBuffer) -> Bool {
    let start = AudioBuffer.frame(at: note.start, rate: sound.rate)
    let (before, after) = (sound.rate / 20, sound.rate / 10)
    guard start < sound.frameCount else { return false }
    let earlier = max(0, start - before)..<start
    let later = start..<min(sound.frameCount, start + after)
    let isDrum = isDrum(note)
    let partials = isDrum ? [] : (1...3).map { Double($0) * note.frequency / Double(sound.rate) }
    func power(_ range: Range<Int>) -> Double {
      guard !range.isEmpty else { return 0 }
      return sound.channels.reduce(0) { sum, samples in
        sum + (isDrum ? Self.power(samples[range]) : Self.power(samples[range], at: partials))
      }
    }
    // Power below -96 dB is silence.
    return power(later) > max(2 * power(earlier), 1 / (65_536 * 65_536))
  }

  /// Returns the mean power.
  private static func power(_ samples: ArraySlice<Float>) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
  }

  /// Returns the mean power at some frequencies, in cycles per sample, by Goertzel's algorithm.
  private static func power(_ samples: ArraySlice<Float>, at frequencies: [Double]) -> Double {
    frequencies.filter { $0 < 0.5 }.reduce(0) { sum, frequency in
      let coefficient = 2 * cos(2 * .pi * frequency)
      var (last, beforeLast) = (0.0, 0.0)
      for sample in samples {
        (last, beforeLast) = (Double(sample) + coefficient * last - beforeLast, last)
      }
      let power = last * last + beforeLast * beforeLast - coefficient * last * beforeLast
      return sum + power / (Double(samples.count) * Double(samples.count))
    }
  }
}
