internal import MIDICore
public import Timelines

/// The options of a comparison in a report. Times are in nanoseconds.
extension Comparison.Options: Codable {
  private struct Document: Codable {
    var onset: Int64
    var offset: Int64
    /// The numerator and the denominator.
    var offsetRatio: [Int64]?
    var velocity: Int
    var value: Int
    /// Pairs of expected and actual channels, in order of the expected ones.
    var channels: [[Int]]
    var alignsStart: Bool
    var followsTempo: Bool
    var findsPassages: Bool
    var beats: Beats?
  }

  /// The beats of a take. Times are in ticks.
  private struct Beats: Codable {
    var ticksPerQuarter: UInt16
    /// Pairs of times and microseconds per quarter note.
    var tempos: [[UInt64]]
    /// Triples of times, and lengths of bars with the numbers by which they are multiplied.
    var meters: [[UInt64]]
  }

  /// Encodes the options for a report.
  public func encode(to encoder: any Encoder) throws {
    try Document(
      onset: onsetTolerance.rawValue, offset: offsetTolerance.rawValue,
      offsetRatio: offsetRatio.map { [$0.numerator, $0.denominator] }, velocity: velocityTolerance,
      value: valueTolerance, channels: channels.map { [$0.number, $1.number] }.sorted { $0[0] < $1[0] },
      alignsStart: alignsStart, followsTempo: followsTempo, findsPassages: findsPassages,
      beats: beats.map { beats in
        Beats(
          ticksPerQuarter: UInt16(clamping: beats.ticksPerQuarter),
          tempos: beats.tempoMap.tempos.map { [$0.time.rawValue, UInt64($0.microsecondsPerQuarter)] },
          meters: beats.meters.map { [$0.start.rawValue, $0.lengthOfBar, $0.unit] })
      }
    ).encode(to: encoder)
  }

  /// Reads the options of a report.
  ///
  /// - Throws: A `DecodingError` if a number is out of range.
  public init(from decoder: any Decoder) throws {
    let document = try Document(from: decoder)
    let error = DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "out of range"))
    // Sums of these times can't overflow.
    let times = 0...Nanoseconds.seconds(3600).rawValue
    let ratio = document.offsetRatio.flatMap { $0.count == 2 ? Ratio($0[0], over: $0[1]) : nil }
    guard times ~= document.onset, times ~= document.offset, 0...127 ~= document.velocity,
      0...127 ~= document.value, (ratio == nil) == (document.offsetRatio == nil)
    else { throw error }
    var channels: [Channel: Channel] = [:]
    for pair in document.channels {
      guard pair.count == 2, let expected = Channel(number: pair[0]), let actual = Channel(number: pair[1])
      else { throw error }
      channels[expected] = actual
    }
    self.init(
      onsetTolerance: Nanoseconds(rawValue: document.onset),
      offsetTolerance: Nanoseconds(rawValue: document.offset), offsetRatio: ratio,
      velocityTolerance: document.velocity, valueTolerance: document.value, channels: channels,
      alignsStart: document.alignsStart, followsTempo: document.followsTempo,
      findsPassages: document.findsPassages, beats: try document.beats.map { try Self.grid($0, or: error) })
  }

  private static func grid(_ beats: Beats, or error: DecodingError) throws -> BeatGrid {
    var (tempos, meters): ([(time: Ticks, microsecondsPerQuarter: UInt32)], [BeatGrid.Meter]) = ([], [])
    for numbers in beats.tempos {
      guard numbers.count == 2, let tempo = UInt32(exactly: numbers[1]), tempo < 1 << 24 else { throw error }
      tempos.append((Ticks(rawValue: numbers[0]), tempo))
    }
    for numbers in beats.meters {
      // A length of a bar is at most 255 whole notes, and its unit at most 2^16.
      guard numbers.count == 3, 1...1 << 32 ~= numbers[1], 1...1 << 16 ~= numbers[2],
        meters.last.map({ $0.start.rawValue < numbers[0] }) ?? (numbers[0] == 0)
      else { throw error }
      meters.append(
        BeatGrid.Meter(start: Ticks(rawValue: numbers[0]), lengthOfBar: numbers[1], unit: numbers[2]))
    }
    guard beats.ticksPerQuarter > 0, !meters.isEmpty else { throw error }
    return BeatGrid(
      tempoMap: TempoMap(division: .ticksPerQuarter(beats.ticksPerQuarter), tempos: tempos),
      ticksPerQuarter: UInt64(beats.ticksPerQuarter), meters: meters)
  }
}
