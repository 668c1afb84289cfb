internal import MIDICore
internal import Timelines

/// The sources and channels of notes, and the one of each note.
struct NoteLines {
  /// The number of channels of a source.
  private static let channelCount = 16

  /// The sources and channels with notes, in order.
  let lines: [NoteAlignment.Line]
  /// The index of each note's source and channel.
  let lineOfNote: [Int]

  /// Finds the sources and channels of notes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes and sources.
  init(_ notes: [Note]) {
    func number(_ note: Note) -> Int { note.source * Self.channelCount + Int(note.channel.rawValue) }
    var places = [Int](repeating: -1, count: ((notes.lazy.map(\.source).max() ?? -1) + 1) * Self.channelCount)
    for note in notes { places[number(note)] = 0 }
    var lines: [NoteAlignment.Line] = []
    for number in places.indices where places[number] == 0 {
      places[number] = lines.count
      lines.append(
        .init(
          source: number / Self.channelCount, channel: Channel(masking: UInt8(number % Self.channelCount))))
    }
    self.lines = lines
    lineOfNote = notes.map { places[number($0)] }
  }
}
