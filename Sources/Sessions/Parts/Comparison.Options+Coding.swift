internal import MIDICore
public import Timelines

/// The options of a comparison in a report. Times are in nanoseconds.
extension Comparison.Options: Codable {
  private enum CodingKeys: CodingKey {
    case onset, offset, offsetRatio, velocity, value, channels, alignsStart, followsTempo
  }

  /// The range of tolerances, whose sums can't overflow.
  private static let times = 0...Nanoseconds.seconds(3600).rawValue

  /// Encodes the options for a report.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(onsetTolerance.rawValue, forKey: .onset)
    try values.encode(offsetTolerance.rawValue, forKey: .offset)
    // The numerator and the denominator.
    try values.encodeIfPresent(
      offsetRatio.map { [$0.numerator, $0.denominator] }, forKey: .offsetRatio)
    try values.encode(velocityTolerance, forKey: .velocity)
    try values.encode(valueTolerance, forKey: .value)
    // Pairs of expected and actual channels, in order of the expected ones.
    let pairs = channels.map { [$0.number, $1.number] }.sorted { $0[0] < $1[0] }
    try values.encode(pairs, forKey: .channels)
    try values.encode(alignsStart, forKey: .alignsStart)
    try values.encode(followsTempo, forKey: .followsTempo)
  }

  /// Reads the options of a report.
  ///
  /// - Throws: A `DecodingError` if a number is out of range.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func check<Value>(_ value: Value?, _ key: CodingKeys) throws -> Value {
      if let value { return value }
      throw DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: "out of range")
    }
    func number<Value: FixedWidthInteger & Decodable>(
      _ key: CodingKeys, in range: ClosedRange<Value>
    ) throws -> Value {
      let number = try values.decode(Value.self, forKey: key)
      return try check(range ~= number ? number : nil, key)
    }
    let ratio = try values.decodeIfPresent([Int64].self, forKey: .offsetRatio).map { parts in
      try check(parts.count == 2 ? Ratio(parts[0], over: parts[1]) : nil, .offsetRatio)
    }
    var channels: [Channel: Channel] = [:]
    for pair in try values.decode([[Int]].self, forKey: .channels) {
      let numbers = pair.compactMap { Channel(number: $0) }
      try check(pair.count == 2 && numbers.count == 2 ? () : nil, .channels)
      channels[numbers[0]] = numbers[1]
    }
    self.init(
      onsetTolerance: Nanoseconds(rawValue: try number(.onset, in: Self.times)),
      offsetTolerance: Nanoseconds(rawValue: try number(.offset, in: Self.times)), offsetRatio: ratio,
      velocityTolerance: try number(.velocity, in: 0...127), valueTolerance: try number(.value, in: 0...127),
      channels: channels, alignsStart: try values.decode(Bool.self, forKey: .alignsStart),
      followsTempo: try values.decode(Bool.self, forKey: .followsTempo))
  }
}
