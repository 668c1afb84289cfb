internal import Glibc
internal import MIDICore

/// Whether a sound is that of a recording: whether the recording's notes begin to sound when they should.
///
/// A note begins if its first three partials, or for the channel of drums the whole sound, have at least twice the power
/// in the 100 ms after its start that they have in the 50 ms before. In the sound of another recording, power rises and
/// falls at the notes' times about equally often.
package struct NoteOnsets: Sendable {
  /// Of more notes, every second, third, and so on is looked at, so that fewer than twice as many are.
  private static let sampleCount = 400

  /// The share of the notes that begin in the sound, from 0 to 1, or `nil` if there are no notes to look for.
  package let share: Double?

  /// Looks for the notes in a sound.
  package init(of notes: [SoundNote], in sound: AudioBuffer) {
    let notes = Self.distinct(notes)
    let step = max(1, notes.count / Self.sampleCount)
    let looked = stride(from: 0, to: notes.count, by: step).map { notes[$0] }
    let begun = looked.count { Self.begins($0, in: sound) }
    share = looked.isEmpty ? nil : Double(begun) / Double(looked.count)
  }

  /// Returns the notes without those that an earlier strike of their key, or an earlier drum, may hide.
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
    // Less than -96 dB is silence.
    return power(later) > max(2 * power(earlier), 1 / (65_536 * 65_536))
  }

  /// The mean power.
  private static func power(_ samples: ArraySlice<Float>) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
  }

  /// The mean power at some frequencies, in cycles per sample (Goertzel's algorithm).
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
