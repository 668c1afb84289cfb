internal import Glibc
internal import MIDICore

/// Which note a difference belongs to: of those that begin or sound where it begins, the one whose partials hold most of
/// its energy.
///
/// A partial is a whole multiple of the key's frequency, within 3%, half a semitone; higher ones count less, 0.84 of the
/// one below (Hermes 1988, subharmonic summation), so that a note isn't taken for the one an octave below, whose partials
/// include its own. A note that begins with the difference (within 15 ms) counts wholly, one that is let go with it, or
/// begins up to 100 ms after it, three quarters, one that sounds on half. Where several begin with it, ``NoteSimilarity`` tells
/// drums and instruments with the same key from one another.
struct NotePartials {
  /// How much less a partial counts than the one below.
  private static let decline = 0.84
  private static let partialCount = 16
  /// How far from its frequency a partial may be.
  private static let tolerance = 0.03
  /// How much of a difference a note holds at least that it belongs to.
  private static let minShare = 0.2
  /// How much the likeness with other notes of the key counts beside the partials, and what it is taken for where there are
  /// none: notes that aren't meant have up to 0.1, the one that is mostly has 0.3 and more.
  private static let likenessWeight = 2.0
  private static let unknownLikeness = 0.15
  /// How long notes may be heard after they were let go.
  private static let release = Nanoseconds.milliseconds(500)

  private let pair: SoundPair
  private let frame: Int
  /// When the difference begins.
  private let time: Nanoseconds
  private let spectrum: [Double]
  private let binWidth: Double

  /// Looks at a difference that begins at a frame.
  init(_ pair: SoundPair, from frame: Int) {
    self.pair = pair
    self.frame = frame
    time = AudioBuffer.time(ofFrame: frame, rate: pair.rate)
    let transform = FourierTransform(length: pair.windowLength(8192))
    var powers = [Double](repeating: 0, count: transform.binCount)
    for channel in 0..<pair.channelCount {
      let bins = transform.spectrum { pair.difference(channel, frame + $0) }
      for (index, bin) in bins.enumerated() { powers[index] += bin.power }
    }
    // No key is lower, and what is there is no sound of a note.
    binWidth = Double(pair.rate) / Double(transform.length)
    for index in powers.indices.prefix(Int(20 / binWidth) + 1) { powers[index] = 0 }
    spectrum = powers
  }

  /// The frequency of a key in hertz, where A4 is 440.
  static func frequency(ofKey key: Int) -> Double { 440 * pow(2, Double(key - 69) / 12) }

  /// The note of some that it belongs to; nothing where none of them holds enough of it.
  func note(among notes: [SoundNote]) -> SoundNote? {
    let near = notes.compactMap { note in
      nearness(of: note).map { (note: note, nearness: $0, share: share(of: note)) }
    }
    let likeness = NoteSimilarity(pair, from: frame, among: notes)
    let begins = near.filter { $0.nearness == 1 }
    // Some are clear by their partials alone.
    let shares = begins.map(\.share).sorted(by: >)
    let isClear = begins.count == 1 || shares.count > 1 && shares[0] >= 0.8 && shares[0] - shares[1] >= 0.1
    let scored = near.map { candidate -> (note: SoundNote, score: Double, isEnough: Bool) in
      let isAsked = candidate.nearness == 1 && !isClear
      let like =
        isAsked
        ? likeness.likeness(of: candidate.note, besides: begins.map(\.note)) ?? Self.unknownLikeness : 0
      let score = candidate.nearness * (candidate.share + Self.likenessWeight * like)
      return (candidate.note, score, candidate.nearness == 1 || score >= Self.minShare)
    }
    return scored.filter(\.isEnough).max { $0.score < $1.score }?.note
  }

  /// How much a note may have to do with it by its times; nothing where it hasn't.
  private func nearness(of note: SoundNote) -> Double? {
    let sinceStart = time.rawValue - note.start.rawValue
    if abs(sinceStart) <= 15_000_000 { return 1 }
    if sinceStart < 0 { return sinceStart >= -100_000_000 ? 0.75 : nil }
    guard let end = note.end else { return 0.5 }
    let sinceEnd = time.rawValue - end.rawValue
    if abs(sinceEnd) <= 15_000_000 { return 0.75 }
    return sinceEnd <= Self.release.rawValue ? 0.5 : nil
  }

  /// How much of the difference a note's partials hold: from 0 to 1, higher partials counting less.
  private func share(of note: SoundNote) -> Double {
    let total = spectrum.reduce(0, +)
    guard total > 0 else { return 0 }
    let lowest = note.frequency * (1 - Self.tolerance)
    var (held, weight) = (0.0, 1.0)
    for partial in 1...Self.partialCount {
      let frequency = note.frequency * Double(partial)
      let reach = max(note.frequency * Self.tolerance * Double(partial), 1.5 * binWidth)
      // No bin counts for two partials.
      let width = min(reach, lowest / 2)
      let first = Int(((frequency - width) / binWidth).rounded(.up))
      let last = Int(((frequency + width) / binWidth).rounded(.down))
      guard first < spectrum.count, first <= last else { break }
      for bin in max(0, first)...min(last, spectrum.count - 1) { held += spectrum[bin] * weight }
      weight *= Self.decline
    }
    return held / total
  }
}
