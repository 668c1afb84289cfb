package import MIDICore

/// What makes parts of both takes alike: their sources, which are matched to one another, their channels, of which the
/// expected ones are mapped, and what they are on these.
package struct ComparisonKeys {
  /// A curve that both takes may have.
  struct CurveKey: Hashable {
    var source: Int
    var channel: Channel
    var quantity: ValueCurve.Quantity
  }

  /// An event that both takes may have.
  struct EventKey: Hashable {
    var source: Int
    var channel: Channel?
    var change: Timeline.Change
    var attributes: [Timeline.Attribute]
  }

  /// What each source of the expected take is called in both.
  private let expectedSources: [Int]
  /// What each source of the actual take is called in both.
  private let actualSources: [Int]
  private let channels: [Channel: Channel]

  /// Matches the sources: by their names where one take's are among the other's, by their places where both have as
  /// many, and otherwise not at all, so that all are one.
  package init(expected: [String], actual: [String], channels: [Channel: Channel]) {
    self.channels = channels
    let (expectedNames, actualNames) = (Set(expected), Set(actual))
    let areDistinct = expectedNames.count == expected.count && actualNames.count == actual.count
    if areDistinct, expectedNames.isSubset(of: actualNames) || actualNames.isSubset(of: expectedNames) {
      var numbers: [String: Int] = [:]
      for name in expected + actual where numbers[name] == nil { numbers[name] = numbers.count }
      expectedSources = expected.map { numbers[$0, default: 0] }
      actualSources = actual.map { numbers[$0, default: 0] }
    } else if expected.count == actual.count {
      expectedSources = Array(expected.indices)
      actualSources = expectedSources
    } else {
      expectedSources = expected.map { _ in 0 }
      actualSources = actual.map { _ in 0 }
    }
  }

  /// The channel on which something comes that is expected on another.
  func mapped(_ channel: Channel) -> Channel { channels.isEmpty ? channel : channels[channel] ?? channel }

  /// The channel on which something is expected that came on another.
  package func unmapped(_ channel: Channel) -> Channel {
    channels.isEmpty ? channel : channels.filter { $0.value == channel }.map(\.key).min() ?? channel
  }

  /// What an expected source is called in both takes.
  func source(expected source: Int) -> Int {
    expectedSources.indices.contains(source) ? expectedSources[source] : source
  }

  /// What an actual source is called in both takes.
  func source(actual source: Int) -> Int {
    actualSources.indices.contains(source) ? actualSources[source] : source
  }

  /// The source that is expected where an actual one came; the same index where none is.
  package func expectedSource(ofActual source: Int) -> Int {
    expectedSources.firstIndex(of: self.source(actual: source)) ?? source
  }

  /// The key of an expected note: source, channel and number.
  func key(expected note: Note) -> Int {
    Self.packed(source(expected: note.source), mapped(note.channel), note.number)
  }

  /// The key of an actual note.
  func key(actual note: Note) -> Int {
    Self.packed(source(actual: note.source), note.channel, note.number)
  }

  func key(expected curve: ValueCurve) -> CurveKey {
    CurveKey(
      source: source(expected: curve.source), channel: mapped(curve.channel), quantity: curve.quantity)
  }

  func key(actual curve: ValueCurve) -> CurveKey {
    CurveKey(source: source(actual: curve.source), channel: curve.channel, quantity: curve.quantity)
  }

  func key(expected event: Timeline.Entry) -> EventKey {
    EventKey(
      source: source(expected: event.source), channel: event.channel.map(mapped), change: event.change,
      attributes: event.attributes)
  }

  func key(actual event: Timeline.Entry) -> EventKey {
    EventKey(
      source: source(actual: event.source), channel: event.channel, change: event.change,
      attributes: event.attributes)
  }

  /// The key of the note that an expected entry is about, such as a stray note-off; nothing for others.
  func noteKey(ofExpected entry: Timeline.Entry) -> Int? {
    guard let channel = entry.channel, case .note(let number, _) = entry.change else { return nil }
    return Self.packed(source(expected: entry.source), mapped(channel), number)
  }

  /// The key of the note that an actual entry is about.
  func noteKey(ofActual entry: Timeline.Entry) -> Int? {
    guard let channel = entry.channel, case .note(let number, _) = entry.change else { return nil }
    return Self.packed(source(actual: entry.source), channel, number)
  }

  /// The lowest seven bits are the note's number, the next four its channel.
  static func packed(_ source: Int, _ channel: Channel, _ number: NoteNumber) -> Int {
    source << 11 | Int(channel.rawValue) << 7 | Int(number.rawValue)
  }

  /// The same key without the note's number.
  static func channel(of key: Int) -> Int { key >> 7 }

  /// The same key without the channel.
  static func sourceAndNumber(of key: Int) -> Int { (key >> 11) << 7 | key & 0x7F }
}
