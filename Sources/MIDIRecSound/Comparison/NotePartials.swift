internal import Glibc
internal import MIDICore

/// The assignment of a difference to a note: to the note whose partials contain most of its energy.
///
/// The candidates start or sound when the difference starts. A partial is an integer multiple of the key's frequency,
/// within 3% or half a semitone. Each partial counts 0.84 times as much as the one below (Hermes 1988, subharmonic
/// summation), so that a note isn't mistaken for the one an octave below, whose partials include its own.
///
/// A note that starts with the difference (within 15 ms) counts fully. A note that is released with it, or starts up to
/// 100 ms later, counts three quarters. A note that continues to sound counts half. If several notes start together,
/// ``NoteSimilarity`` distinguishes drums, and instruments that play the same key.
struct NotePartials {
  /// The weight of a partial relative to the one below.
  private static let decline = 0.84
  private static let partialCount = 16
  /// The maximum relative deviation from a partial's frequency.
  private static let tolerance = 0.03
  /// The minimum share of a difference that its note contains.
  private static let minShare = 0.2
  /// The weight of the similarity to other notes of the key, and its value if there are none. Wrong notes reach up to
  /// 0.1, and the right note usually at least 0.3.
  private static let likenessWeight = 2.0
  private static let unknownLikeness = 0.15
  /// The duration for which notes are audible after their release.
  private static let release = Nanoseconds.milliseconds(500)

  private let pair: SoundPair
  private let frame: Int
  /// The start of the difference.
  private let time: Nanoseconds
  private let spectrum: [Double]
  private let binWidth: Double

  /// Examines a difference that starts at a frame.
  init(_ pair: SoundPair, from frame: Int) {
    self.pair = pair
    self.frame = frame
    time = AudioBuffer.time(ofFrame: frame, rate: pair.rate)
    let transform = FourierTransform(length: pair.windowLength(8192))
    var powers = [Double](repeating: 0, count: transform.binCount)
    for channel in 0..<pair.channelCount {
      let bins = transform.spectrum { pair.difference(channel, frame + $0) }
      for (index, power) in bins.enumerated() { powers[index] += power }
    }
    // No key is lower, so lower frequencies don't belong to a note.
    binWidth = Double(pair.rate) / Double(transform.length)
    for index in powers.indices.prefix(Int(20 / binWidth) + 1) { powers[index] = 0 }
    spectrum = powers
  }

  /// Returns the note that the difference belongs to, or `nil` if no note contains enough of it.
  func note(among notes: [SoundNote]) -> SoundNote? {
    let near = notes.compactMap { note in
      nearness(of: note).map { (note: note, nearness: $0, share: share(of: note)) }
    }
    let likeness = NoteSimilarity(pair, from: frame, among: notes)
    let begins = near.filter { $0.nearness == 1 }
    // Some notes are clear by their partials alone.
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

  /// Returns the weight of a note by its times, or `nil` if it can't have caused the difference.
  private func nearness(of note: SoundNote) -> Double? {
    let sinceStart = time.rawValue - note.start.rawValue
    if abs(sinceStart) <= 15_000_000 { return 1 }
    if sinceStart < 0 { return sinceStart >= -100_000_000 ? 0.75 : nil }
    guard let end = note.end else { return 0.5 }
    let sinceEnd = time.rawValue - end.rawValue
    if abs(sinceEnd) <= 15_000_000 { return 0.75 }
    return sinceEnd <= Self.release.rawValue ? 0.5 : nil
  }

  /// Returns the share of the difference in a note's partials, from 0 to 1, with less weight for higher partials.
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
