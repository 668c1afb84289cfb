internal import Glibc
internal import MIDICore

extension AudioBuffer {
  /// The number of notes to examine. Of longer recordings, every second, third, or later note is used, so that fewer
  /// than twice as many are examined.
  private static let examinedNoteCount = 400

  /// Returns the share of notes that start to sound on time, or `nil` if no notes can be examined.
  ///
  /// The share, from 0 to 1, shows whether the audio renders a recording. A note starts if its first three partials have
  /// at least twice the power in the 100 ms after its start as in the 50 ms before. On the drum channel, the whole audio
  /// counts. In the audio of a different recording, the power rises and falls about equally often.
  package func shareOfHeardStarts(of notes: [SoundNote]) -> Double? {
    let notes = Self.distinct(notes)
    let step = max(1, notes.count / Self.examinedNoteCount)
    let examined = stride(from: 0, to: notes.count, by: step).map { notes[$0] }
    return examined.isEmpty ? nil : Double(examined.count(where: hasStart)) / Double(examined.count)
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

  private func hasStart(of note: SoundNote) -> Bool {
    let start = AudioBuffer.frame(at: note.start, rate: rate)
    let (before, after) = (rate / 20, rate / 10)
    guard start < frameCount else { return false }
    let earlier = max(0, start - before)..<start
    let later = start..<min(frameCount, start + after)
    let isDrum = Self.isDrum(note)
    let partials = isDrum ? [] : (1...3).map { Double($0) * note.frequency / Double(rate) }
    func power(_ range: Range<Int>) -> Double {
      guard !range.isEmpty else { return 0 }
      return channels.reduce(0) { sum, samples in
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
