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
  }

  /// Encodes the options for a report.
  public func encode(to encoder: any Encoder) throws {
    try Document(
      onset: onsetTolerance.rawValue, offset: offsetTolerance.rawValue,
      offsetRatio: offsetRatio.map { [$0.numerator, $0.denominator] }, velocity: velocityTolerance,
      value: valueTolerance, channels: channels.map { [$0.number, $1.number] }.sorted { $0[0] < $1[0] },
      alignsStart: alignsStart, followsTempo: followsTempo
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
      alignsStart: document.alignsStart, followsTempo: document.followsTempo)
  }
}
