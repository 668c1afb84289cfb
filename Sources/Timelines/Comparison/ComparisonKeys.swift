package import MIDICore

/// The keys by which parts of both takes match: their sources, their mapped channels, and their notes or controllers.
package struct ComparisonKeys {
  /// A curve that both takes may have.
  struct CurveKey: Hashable {
    var source: Int
    var channel: Channel
    var quantity: ValueCurve.Quantity
  }

  /// The keys of one take.
  struct Take {
    /// The common number of each source.
    fileprivate let sources: [Int]
    /// The actual channels of the channels that are mapped, which are the expected take's.
    fileprivate let channels: [Channel: Channel]

    /// Returns the actual channel of a channel.
    func mapped(_ channel: Channel) -> Channel { channels.isEmpty ? channel : channels[channel] ?? channel }

    /// Returns the common number of a source.
    func source(_ source: Int) -> Int { sources.indices.contains(source) ? sources[source] : source }

    /// Returns the key of a note: source, channel, and number.
    func key(of note: Note) -> Int {
      ComparisonKeys.packed(source(note.source), mapped(note.channel), note.number)
    }

    /// Returns the keys and onsets of notes.
    func items(of notes: [Note]) -> [Matching<Int>.Item] { items(of: notes, notes.indices) }

    /// Returns the keys and onsets of the notes of a range.
    func items(of notes: [Note], _ range: Range<Int>) -> [Matching<Int>.Item] {
      // By their indices, because notes are large and would be copied.
      range.map { Matching.Item(key: key(of: notes[$0]), time: notes[$0].onset) }
    }

    func key(of curve: ValueCurve) -> CurveKey {
      CurveKey(source: source(curve.source), channel: mapped(curve.channel), quantity: curve.quantity)
    }

    /// Returns an event as its key, at time zero.
    func key(of event: Timeline.Entry) -> Timeline.Entry {
      Timeline.Entry(
        time: .zero, source: source(event.source), channel: event.channel.map(mapped), change: event.change,
        attributes: event.attributes)
    }

    /// Returns the key of the note of an entry such as a stray note-off, or `nil` for other entries.
    func noteKey(of entry: Timeline.Entry) -> Int? {
      guard let channel = entry.channel, case .note(let number, _) = entry.change else { return nil }
      return ComparisonKeys.packed(source(entry.source), mapped(channel), number)
    }
  }

  let expected: Take
  let actual: Take
  /// The sources that belong together.
  let pairing: SourcePairing

  /// Creates the keys of two takes.
  init(_ pairing: SourcePairing, channels: [Channel: Channel]) {
    self.pairing = pairing
    expected = Take(sources: pairing.expected, channels: channels)
    actual = Take(sources: pairing.actual, channels: [:])
  }

  /// Returns the expected channel of an actual channel.
  package func unmapped(_ channel: Channel) -> Channel {
    let channels = expected.channels
    return channels.isEmpty ? channel : channels.filter { $0.value == channel }.map(\.key).min() ?? channel
  }

  /// Returns the expected source that matches an actual source, or the same index if no source matches.
  package func expectedSource(ofActual source: Int) -> Int {
    pairing.expected.firstIndex(of: actual.source(source)) ?? source
  }

  /// Returns a key whose lowest seven bits are the note number, and whose next four are the channel.
  static func packed(_ source: Int, _ channel: Channel, _ number: NoteNumber) -> Int {
    source << 11 | Int(channel.rawValue) << 7 | Int(number.rawValue)
  }

  /// Returns the note number of a key.
  static func number(of key: Int) -> Int { key & 0x7F }

  /// Returns the key without the note number.
  static func channel(of key: Int) -> Int { key >> 7 }

  /// Returns the key without the channel.
  static func sourceAndNumber(of key: Int) -> Int { (key >> 11) << 7 | key & 0x7F }
}
