internal import MIDICore

/// The actual notes on the expectation's time axis, each computed on access.
///
/// A copy of all notes would be the largest allocation of a comparison.
struct AlignedNotes: RandomAccessCollection {
  private let notes: [Note]
  private let alignment: TakeAlignment
  private let isAsItIs: Bool

  /// Creates a view of notes under an alignment.
  init(_ notes: [Note], _ alignment: TakeAlignment) {
    self.notes = notes
    self.alignment = alignment
    isAsItIs = alignment.shift == .zero && alignment.tempoDrift == 0
  }

  var startIndex: Int { 0 }
  var endIndex: Int { notes.count }

  subscript(index: Int) -> Note { isAsItIs ? notes[index] : alignment.aligned(notes[index]) }
}

extension TakeAlignment {
  /// Returns an actual note on the expectation's time axis.
  func aligned(_ note: Note) -> Note {
    var note = note
    note.onset = expectedTime(of: note.onset)
    note.offset = note.offset.map(expectedTime)
    note.silence = note.silence.map(expectedTime)
    if let end = note.soundEnd { note.soundEnd?.time = expectedTime(of: end.time) }
    return note
  }
}
