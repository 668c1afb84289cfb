internal import MIDICore
internal import Timelines

/// The tolerances in a file. Times are in nanoseconds.
struct OptionsDocument: Codable {
  var onset: Int64
  var offset: Int64
  /// The numerator and the denominator.
  var offsetRatio: [Int64]?
  var velocity: Int
  var value: Int
  /// Pairs of expected and actual channels, in order of the expected ones.
  var channels: [[Int]]
  var alignsStart: Bool
  /// Whether the actual take may have any tempo; absent in files of earlier versions.
  var followsTempo: Bool?

  /// The range of tolerances, whose sums can't overflow.
  private static let times = 0...Nanoseconds.seconds(3600).rawValue

  init(_ options: Comparison.Options) {
    onset = options.onsetTolerance.rawValue
    offset = options.offsetTolerance.rawValue
    offsetRatio = options.offsetRatio.map { [$0.numerator, $0.denominator] }
    velocity = options.velocityTolerance
    value = options.valueTolerance
    channels = options.channels.map { [$0.number, $1.number] }.sorted { $0[0] < $1[0] }
    alignsStart = options.alignsStart
    followsTempo = options.followsTempo ? true : nil
  }

  /// The options, or `nil` if a number is out of range.
  var options: Comparison.Options? {
    guard Self.times ~= onset, Self.times ~= offset, 0...127 ~= velocity, 0...127 ~= value else { return nil }
    var ratio: Ratio?
    if let offsetRatio {
      ratio = offsetRatio.count == 2 ? Ratio(offsetRatio[0], over: offsetRatio[1]) : nil
      if ratio == nil { return nil }
    }
    var mapped: [Channel: Channel] = [:]
    for pair in channels {
      guard pair.count == 2, let expected = Channel(number: pair[0]), let actual = Channel(number: pair[1])
      else {
        return nil
      }
      mapped[expected] = actual
    }
    return Comparison.Options(
      onsetTolerance: Nanoseconds(rawValue: onset), offsetTolerance: Nanoseconds(rawValue: offset),
      offsetRatio: ratio, velocityTolerance: velocity, valueTolerance: value, channels: mapped,
      alignsStart: alignsStart, followsTempo: followsTempo ?? false)
  }
}
