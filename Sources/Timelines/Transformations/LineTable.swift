internal import MIDICore

/// The lines of notes, numbered in order of their first notes.
struct LineTable {
  /// The lines.
  private(set) var lines: [TakeTransformation.Line] = []
  /// The number of notes of each line.
  private(set) var noteCounts: [Int] = []
  /// The number of each line, or a negative number, by source and channel.
  private var numbers: [Int32] = []

  /// Creates the table of notes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  init(_ notes: [Note]) {
    for note in notes {
      let place = Self.place(of: note)
      while numbers.count <= place { numbers.append(-1) }
      if numbers[place] < 0 {
        numbers[place] = Int32(lines.count)
        lines.append(TakeTransformation.Line(source: note.source, channel: note.channel))
        noteCounts.append(0)
      }
      noteCounts[Int(numbers[place])] += 1
    }
  }

  private static func place(of note: Note) -> Int { note.source << 4 | Int(note.channel.rawValue) }

  /// Returns the number of a note's line.
  func number(of note: Note) -> Int { Int(numbers[Self.place(of: note)]) }

  /// Returns whether some of the notes are a quarter of the notes of a line.
  func hasLargePart(of some: some Sequence<Note>) -> Bool {
    var counts = [Int](repeating: 0, count: lines.count)
    for note in some { counts[number(of: note)] += 1 }
    return zip(counts, noteCounts).contains { isLargePart($0, of: $1) }
  }

  /// Returns whether a number of notes is a quarter of a line.
  func isLargePart(_ count: Int, of lineCount: Int) -> Bool { count > 0 && count * 4 >= lineCount }
}
