internal import Glibc
package import MIDICore

/// The difference of a note in audio.
package enum HeardNoteChange: Hashable, Sendable {
  /// The note is missing, or softer by at least 8 dB.
  case missing
  /// The note is louder by this many decibels, or softer if they are negative.
  case level(decibels: Double)
  /// The note starts later by this duration, or earlier if it is negative.
  case late(Nanoseconds)
  /// The note sounds different.
  case different
}

extension HeardNoteChange {
  /// The number of frames examined, a sixth of a second, as for partials.
  private static let length = 8192
  /// The factor below which a note counts as missing. The rest of the audio can resemble the note this much.
  private static let minFactor = 0.4
  /// The maximum part of the difference found in the expected audio if the note only moved. Without other notes it
  /// would be half.
  private static let movedPart = 0.7
  /// The maximum time after a note's start at which a difference still belongs to the start.
  private static let maxAttack = Nanoseconds.milliseconds(40)
  /// The maximum shift of a note in frames.
  private static let farthest = 4800

  /// Determines how a note differs, from the difference at its start.
  ///
  /// The rest of the audio, *r*, is equal in both files and hardly resembles the note, *n*. If the note is *g* times as
  /// loud, the difference *d* is (*g* - 1) *n*. The part *x* of its energy that the expected audio shares with -*d* is
  /// 1 / (1 - *g*): 1 for a missing note, more for a softer one, and less than 0 for a louder one.
  ///
  /// If the note is later by *t*, *d* is *n*(*u* - *t*) - *n*(*u*), and *x* is about a half. Such a difference gives
  /// *n* for each *t*, starting with silence. The right *t* is the one that explains most of the expected audio, and
  /// *n* is then about half of the difference. Times are exact to 64 frames, which is FluidSynth's block.
  ///
  /// - Parameter frame: The first frame of the difference.
  init(of note: SoundNote, _ pair: SoundPair, from frame: Int) {
    let length = pair.windowLength(Self.length)
    var (energy, withExpected) = (0.0, 0.0)
    for channel in 0..<pair.channelCount {
      for place in frame..<(frame + length) {
        let difference = Double(pair.difference(channel, place))
        energy += difference * difference
        withExpected += difference * Double(pair.expected(channel, place))
      }
    }
    self = .different
    // The difference of a note that started earlier can be its end, its decay, or a bend.
    let sinceStart = AudioBuffer.time(ofFrame: frame, rate: pair.rate) - note.start
    guard energy > 0, sinceStart <= Self.maxAttack else { return }
    let part = -withExpected / energy
    if let frames = Self.shift(pair, from: frame, length, energy, part) {
      self = .late(AudioBuffer.time(ofFrame: frames, rate: pair.rate))
    } else if !(0...Self.movedPart ~= part) {
      let factor = 1 - 1 / part
      self = factor > Self.minFactor ? .level(decibels: 20 * log10(factor)) : .missing
    }
  }

  /// Returns the number of frames by which the note is later, or `nil` if no shift explains enough.
  private static func shift(
    _ pair: SoundPair, from frame: Int, _ length: Int, _ energy: Double, _ part: Double
  ) -> Int? {
    guard 0...0.9 ~= part else { return nil }
    var best = (frames: 0, explained: 0.0, energy: 0.0)
    let step = 64
    for distance in stride(from: step, through: pair.windowLength(farthest), by: step) {
      for isLate in [true, false] {
        var (explained, own) = (0.0, 0.0)
        for channel in 0..<pair.channelCount {
          var note = [Double](repeating: 0, count: length)
          for place in 0..<length {
            let difference = Double(pair.difference(channel, frame + place))
            let before = place >= distance ? note[place - distance] : 0
            note[place] = before + (isLate ? -difference : difference)
            let sound = Double(
              isLate ? pair.expected(channel, frame + place) : pair.actual(channel, frame + place))
            explained += (2 * sound - note[place]) * note[place]
            own += note[place] * note[place]
          }
        }
        if explained > best.explained { best = (isLate ? distance : -distance, explained, own) }
      }
    }
    // A single note is half of the difference. The result for two different notes exceeds both.
    let isClear = part <= movedPart
    if best.energy < (isClear ? 0.8 : 0.65) * energy, best.explained > 0.15 * energy { return best.frames }
    // Or it explains more than the difference itself, because a long note resembles itself a little later.
    let isMore = best.explained > 1.2 * part * part * energy && best.explained > 0.3 * energy
    return isClear && isMore ? best.frames : nil
  }
}
