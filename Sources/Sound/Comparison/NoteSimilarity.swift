internal import Glibc
internal import MIDICore

/// How much a difference is like the sound that a note has elsewhere in the expected sound.
///
/// Partials don't tell a drum from another one, nor two instruments that play the same key at the same time. A synthesizer
/// plays the same samples each time, so that other notes of the same channel and key tell what a note sounds like.
/// How each sample differs from the one before is compared, in which the beginning of a note counts more than what goes on
/// below it. The difference is moved along the place where such a note begins, two blocks of 64 frames to either side, and the
/// best correlation counts; of all places the mean, so that what else sounds there hardly counts.
struct NoteSimilarity {
  /// How long the sounds are looked at: 43 ms.
  private static let length = 2048
  /// How many blocks the beginnings may be apart from what the times say: players round.
  private static let reach = 2
  /// FluidSynth's block: all voices begin with one.
  private static let blockLength = 64
  /// How many places are looked at, and how much later or earlier they are at least, so that it isn't the note itself.
  private static let placeCount = 8
  private static let minDistance = Nanoseconds.milliseconds(50)

  private let pair: SoundPair
  private let frame: Int
  private let time: Nanoseconds
  private let places: [Kind: [SoundNote]]
  private let differences: [[Float]]
  private let energy: Double

  /// What a note has in common with others that sound like it.
  private struct Kind: Hashable {
    let channel: Channel
    let number: NoteNumber

    init(_ note: SoundNote) { (channel, number) = (note.channel, note.number) }
  }

  /// Looks at a difference that begins at a frame.
  init(_ pair: SoundPair, from frame: Int, among notes: [SoundNote]) {
    self.pair = pair
    let frame = frame / Self.blockLength * Self.blockLength
    self.frame = frame
    time = AudioBuffer.time(ofFrame: frame, rate: pair.rate)
    places = Dictionary(grouping: notes, by: Kind.init)
    let length = pair.windowLength(Self.length)
    differences = (0..<pair.channelCount).map { channel in
      (0..<length).map { pair.difference(channel, frame + $0) - pair.difference(channel, frame + $0 - 1) }
    }
    energy = differences.joined().reduce(0) { $0 + Double($1) * Double($1) }
  }

  /// The mean correlation with other notes of the kind, from 0 to 1; nothing where there is none that tells.
  ///
  /// - Parameter rivals: The notes that it is to be told from.
  func likeness(of note: SoundNote, besides rivals: [SoundNote]) -> Double? {
    guard energy > 0 else { return nil }
    let sinceStart = time.rawValue - note.start.rawValue
    // Where rivals begin as well, nothing tells which of them it is.
    let taken = Set(rivals.filter { Kind($0) != Kind(note) }.flatMap { places[Kind($0)] ?? [] }.map(\.start))
    let others = (places[Kind(note)] ?? [])
      .filter { ($0.start - note.start).magnitude >= Self.minDistance && !taken.contains($0.start) }
      // Those that are struck about as hard play the same samples.
      .sorted { (Self.apart($0, note), $0.start) < (Self.apart($1, note), $1.start) }
      .prefix(Self.placeCount)
    let correlations = others.compactMap { other -> Double? in
      // Times in a recording may be as late as there are numbers.
      let (place, isBeyond) = other.start.rawValue.addingReportingOverflow(sinceStart)
      guard !isBeyond else { return nil }
      return correlation(at: AudioBuffer.frame(at: Nanoseconds(rawValue: place), rate: pair.rate))
    }
    guard !correlations.isEmpty else { return nil }
    return abs(correlations.reduce(0, +)) / Double(correlations.count)
  }

  private static func apart(_ first: SoundNote, _ second: SoundNote) -> Int {
    abs(Int(first.velocity.rawValue) - Int(second.velocity.rawValue))
  }

  /// The correlation that is farthest from zero, of those near a frame of the expected sound.
  private func correlation(at place: Int) -> Double? {
    let reach = Self.reach * Self.blockLength
    let place = place / Self.blockLength * Self.blockLength
    guard place >= reach, place < pair.expected.frameCount else { return nil }
    let length = differences[0].count
    let sounds = differences.indices.map { channel in
      (0..<(length + 2 * reach)).map {
        pair.expected(channel, place - reach + $0) - pair.expected(channel, place - reach + $0 - 1)
      }
    }
    var best = 0.0
    for lag in stride(from: 0, through: 2 * reach, by: Self.blockLength) {
      var (product, energy) = (Float(0), Float(0))
      for (difference, sound) in zip(differences, sounds) {
        for index in 0..<length {
          let value = sound[lag + index]
          product += difference[index] * value
          energy += value * value
        }
      }
      let correlation = Double(product) / sqrt(self.energy * max(Double(energy), .leastNormalMagnitude))
      if abs(correlation) > abs(best) { best = correlation }
    }
    return best
  }
}
