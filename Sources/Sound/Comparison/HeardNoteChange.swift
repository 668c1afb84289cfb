internal import Glibc
package import MIDICore

/// What became of a note.
package enum HeardNoteChange: Hashable, Sendable {
  /// It isn't there, or is softer by 8 dB and more.
  case missing
  /// It is louder by so many decibels, or softer where they are negative.
  case level(decibels: Double)
  /// It begins later by so much, or earlier where that is negative.
  case late(Nanoseconds)
  /// It sounds otherwise.
  case different
}

extension HeardNoteChange {
  /// How long the note is looked at: a sixth of a second, as long as its partials are.
  private static let length = 8192
  /// What is softer than that is taken for missing: the rest of the sound may be like the note by as much.
  private static let minFactor = 0.4
  /// How much of the difference the expected sound has at most where the note is only moved: half, were it not for the
  /// rest of the sound.
  private static let movedPart = 0.7
  /// How long after its beginning a note may be first heard to be otherwise, and it is still its beginning that is.
  private static let maxAttack = Nanoseconds.milliseconds(40)
  /// How far off in time a note is looked for.
  private static let farthest = 4800

  /// Finds what became of a note, from how the difference goes on from where it begins.
  ///
  /// The rest of the sound, *r*, is the same in both, and hardly like the note, *n*. So the difference, *d*, of a note that
  /// is *g* times as loud is (*g* - 1) *n*, and the part *x* of its energy that the expected sound has of -*d* tells *g*:
  /// it is 1 / (1 - *g*), which is 1 for a note that is missing, more for one that is softer, and less than 0 for one that
  /// is louder. Of a note that comes later by *t*, *d* is *n*(*u* - *t*) - *n*(*u*), and *x* is about a half. From such a
  /// difference *n* follows for each *t*, beginning with silence; the right *t* is where most of the expected sound is
  /// explained by it, and *n* is about half of the difference. Times are told to 64 frames, which is FluidSynth's block.
  ///
  /// - Parameter frame: Where the difference begins.
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
    // Of a note that has begun before, it isn't known what is otherwise: its end, its echo, or a bend.
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

  /// By how many frames the note is later; nothing where that explains too little.
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
    // A note alone is half of the difference; what is made of two notes that aren't the same is more than both.
    let isClear = part <= movedPart
    if best.energy < (isClear ? 0.8 : 0.65) * energy, best.explained > 0.15 * energy { return best.frames }
    // Or more than the difference itself explains, where a long note is much like itself a little later.
    let isMore = best.explained > 1.2 * part * part * energy && best.explained > 0.3 * energy
    return isClear && isMore ? best.frames : nil
  }
}
