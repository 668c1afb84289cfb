internal import Glibc
internal import MIDICore

/// The similarity of a difference to the sound of a note elsewhere in the expected audio.
///
/// Partials don't distinguish two drums, or two instruments that play the same key at once. A synthesizer plays the
/// same samples each time, so other notes of the same channel and key show what a note sounds like.
///
/// The comparison uses the change from each sample to the next, which emphasizes the start of a note over the sounds
/// below it. The difference is shifted by up to two blocks of 64 frames around each start of such a note, and the best
/// correlation counts. The result is the mean over all starts, in which other simultaneous sounds hardly count.
struct NoteSimilarity {
  /// The number of frames compared: 43 ms.
  private static let length = 2048
  /// The maximum deviation of a start in blocks, because players round times.
  private static let reach = 2
  /// FluidSynth's block, at whose start all voices start.
  private static let blockLength = 64
  /// The maximum number of starts to compare, and their minimum distance, which excludes the note itself.
  private static let placeCount = 8
  private static let minDistance = Nanoseconds.milliseconds(50)

  private let pair: SoundPair
  private let frame: Int
  private let time: Nanoseconds
  private let notes: [SoundNote]
  private let differences: [[Float]]
  private let energy: Double

  /// Examines a difference that starts at a frame.
  init(_ pair: SoundPair, from frame: Int, among notes: [SoundNote]) {
    self.pair = pair
    let frame = frame / Self.blockLength * Self.blockLength
    self.frame = frame
    time = AudioBuffer.time(ofFrame: frame, rate: pair.rate)
    self.notes = notes
    let length = pair.windowLength(Self.length)
    differences = (0..<pair.channelCount).map { channel in
      (0..<length).map { pair.difference(channel, frame + $0) - pair.difference(channel, frame + $0 - 1) }
    }
    energy = differences.joined().reduce(0) { $0 + Double($1) * Double($1) }
  }

  /// Returns the mean correlation with other notes of the channel and key, or `nil` if no note is usable.
  ///
  /// - Parameter rivals: The notes to distinguish it from.
  /// - Returns: The correlation, from 0 to 1, or `nil`.
  func likeness(of note: SoundNote, besides rivals: [SoundNote]) -> Double? {
    guard energy > 0 else { return nil }
    let sinceStart = time.rawValue - note.start.rawValue
    // Starts that coincide with a rival's can't distinguish them.
    let taken = Set(rivals.filter { !$0.soundsLike(note) }.flatMap(places).map(\.start))
    let others = places(of: note)
      .filter { ($0.start - note.start).magnitude >= Self.minDistance && !taken.contains($0.start) }
      // Notes of about the same velocity play the same samples.
      .sorted { (Self.apart($0, note), $0.start) < (Self.apart($1, note), $1.start) }
      .prefix(Self.placeCount)
    let correlations = others.compactMap { other -> Double? in
      // Times of a recording can be as large as the type allows.
      let (place, isBeyond) = other.start.rawValue.addingReportingOverflow(sinceStart)
      guard !isBeyond else { return nil }
      return correlation(at: AudioBuffer.frame(at: Nanoseconds(rawValue: place), rate: pair.rate))
    }
    guard !correlations.isEmpty else { return nil }
    return abs(correlations.reduce(0, +)) / Double(correlations.count)
  }

  private func places(of note: SoundNote) -> [SoundNote] { notes.filter(note.soundsLike) }

  private static func apart(_ first: SoundNote, _ second: SoundNote) -> Int {
    abs(Int(first.velocity.rawValue) - Int(second.velocity.rawValue))
  }

  /// Returns the correlation with the largest magnitude near a frame of the expected audio.
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

extension SoundNote {
  /// Returns whether a note has the same channel and key, so that a synthesizer plays the same samples.
  fileprivate func soundsLike(_ other: SoundNote) -> Bool {
    channel == other.channel && number == other.number
  }
}
