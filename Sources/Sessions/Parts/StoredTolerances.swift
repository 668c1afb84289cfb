internal import MIDICore
package import Timelines

/// The options of a comparison in a report. Times are in nanoseconds.
package struct StoredTolerances: Codable, Sendable {
  package let options: Comparison.Options

  private enum CodingKeys: CodingKey {
    case onset, offset, offsetRatio, velocity, value, channels, alignsStart, followsTempo
  }

  /// The range of tolerances, whose sums can't overflow.
  private static let times = 0...Nanoseconds.seconds(3600).rawValue

  /// Stores options.
  package init(_ options: Comparison.Options) { self.options = options }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(options.onsetTolerance.rawValue, forKey: .onset)
    try values.encode(options.offsetTolerance.rawValue, forKey: .offset)
    // The numerator and the denominator.
    try values.encodeIfPresent(
      options.offsetRatio.map { [$0.numerator, $0.denominator] }, forKey: .offsetRatio)
    try values.encode(options.velocityTolerance, forKey: .velocity)
    try values.encode(options.valueTolerance, forKey: .value)
    // Pairs of expected and actual channels, in order of the expected ones.
    let channels = options.channels.map { [$0.number, $1.number] }.sorted { $0[0] < $1[0] }
    try values.encode(channels, forKey: .channels)
    try values.encode(options.alignsStart, forKey: .alignsStart)
    try values.encode(options.followsTempo, forKey: .followsTempo)
  }

  /// Throws an error if a number is out of range.
  package init(from decoder: any Decoder) throws {
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
    options = Comparison.Options(
      onsetTolerance: Nanoseconds(rawValue: try number(.onset, in: Self.times)),
      offsetTolerance: Nanoseconds(rawValue: try number(.offset, in: Self.times)), offsetRatio: ratio,
      velocityTolerance: try number(.velocity, in: 0...127), valueTolerance: try number(.value, in: 0...127),
      channels: channels, alignsStart: try values.decode(Bool.self, forKey: .alignsStart),
      followsTempo: try values.decode(Bool.self, forKey: .followsTempo))
  }
}
