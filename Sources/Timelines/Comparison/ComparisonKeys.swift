package import MIDICore

/// The keys by which parts of both takes match: their sources, their mapped channels, and their notes or controllers.
package struct ComparisonKeys {
  /// A curve that both takes may have.
  struct CurveKey: Hashable {
    var source: Int
    var channel: Channel
    var quantity: ValueCurve.Quantity
  }

  /// The sources that belong together.
  private let pairing: SourcePairing
  private let channels: [Channel: Channel]

  /// Creates the keys of two takes.
  init(_ pairing: SourcePairing, channels: [Channel: Channel]) {
    self.pairing = pairing
    self.channels = channels
  }

  /// Returns the actual channel of an expected channel.
  func mapped(_ channel: Channel) -> Channel { channels.isEmpty ? channel : channels[channel] ?? channel }

  /// Returns the expected channel of an actual channel.
  package func unmapped(_ channel: Channel) -> Channel {
    channels.isEmpty ? channel : channels.filter { $0.value == channel }.map(\.key).min() ?? channel
  }

  /// Returns the common number of an expected source.
  func source(expected source: Int) -> Int {
    pairing.expected.indices.contains(source) ? pairing.expected[source] : source
  }

  /// Returns the common number of an actual source.
  func source(actual source: Int) -> Int {
    pairing.actual.indices.contains(source) ? pairing.actual[source] : source
  }

  /// Returns the expected source that matches an actual source, or the same index if no source matches.
  package func expectedSource(ofActual source: Int) -> Int {
    pairing.expected.firstIndex(of: self.source(actual: source)) ?? source
  }

  /// Returns the expected sources that arrived under the name of a different expected source, and these names.
  func exchangedSources(_ expected: [String], _ actual: [String]) -> [(source: Int, name: String)] {
    pairing.exchangedSources(expected, actual)
  }

  /// Returns the key of an expected note: source, channel, and number.
  func key(expected note: Note) -> Int {
    Self.packed(source(expected: note.source), mapped(note.channel), note.number)
  }

  /// Returns the key of an actual note.
  func key(actual note: Note) -> Int {
    Self.packed(source(actual: note.source), note.channel, note.number)
  }

  /// Returns the keys and onsets of expected notes.
  func items(expected notes: [Note]) -> [Matching<Int>.Item] {
    notes.map { Matching.Item(key: key(expected: $0), time: $0.onset) }
  }

  /// Returns the keys and onsets of actual notes.
  func items(actual notes: [Note]) -> [Matching<Int>.Item] {
    notes.map { Matching.Item(key: key(actual: $0), time: $0.onset) }
  }

  func key(expected curve: ValueCurve) -> CurveKey {
    CurveKey(
      source: source(expected: curve.source), channel: mapped(curve.channel), quantity: curve.quantity)
  }

  func key(actual curve: ValueCurve) -> CurveKey {
    CurveKey(source: source(actual: curve.source), channel: curve.channel, quantity: curve.quantity)
  }

  /// Returns an expected event as its key, at time zero.
  func key(expected event: Timeline.Entry) -> Timeline.Entry {
    Timeline.Entry(
      time: .zero, source: source(expected: event.source), channel: event.channel.map(mapped),
      change: event.change, attributes: event.attributes)
  }

  /// Returns an actual event as its key, at time zero.
  func key(actual event: Timeline.Entry) -> Timeline.Entry {
    Timeline.Entry(
      time: .zero, source: source(actual: event.source), channel: event.channel, change: event.change,
      attributes: event.attributes)
  }

  /// Returns the key of the note of an expected entry such as a stray note-off, or `nil` for other entries.
  func noteKey(ofExpected entry: Timeline.Entry) -> Int? {
    guard let channel = entry.channel, case .note(let number, _) = entry.change else { return nil }
    return Self.packed(source(expected: entry.source), mapped(channel), number)
  }

  /// Returns the key of the note of an actual entry, or `nil` for other entries.
  func noteKey(ofActual entry: Timeline.Entry) -> Int? {
    guard let channel = entry.channel, case .note(let number, _) = entry.change else { return nil }
    return Self.packed(source(actual: entry.source), channel, number)
  }

  /// Returns a key whose lowest seven bits are the note number, and whose next four are the channel.
  static func packed(_ source: Int, _ channel: Channel, _ number: NoteNumber) -> Int {
    source << 11 | Int(channel.rawValue) << 7 | Int(number.rawValue)
  }

  /// Returns the key without the note number.
  static func channel(of key: Int) -> Int { key >> 7 }

  /// Returns the key without the channel.
  static func sourceAndNumber(of key: Int) -> Int { (key >> 11) << 7 | key & 0x7F }
}
