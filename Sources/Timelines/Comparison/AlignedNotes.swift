internal import MIDICore

/// The actual notes on the expectation's time axis, each computed on access.
///
/// A copy of all notes would be the largest allocation of a comparison.
struct AlignedNotes: RandomAccessCollection {
  /// The notes on their own time axis.
  let given: [Note]
  private let alignment: TakeAlignment
  private let isAsItIs: Bool

  /// Creates a view of notes under an alignment.
  init(_ notes: [Note], _ alignment: TakeAlignment) {
    given = notes
    self.alignment = alignment
    isAsItIs = alignment.shift == .zero && alignment.tempoDrift == 0
  }

  var startIndex: Int { 0 }
  var endIndex: Int { given.count }

  subscript(index: Int) -> Note { isAsItIs ? given[index] : alignment.aligned(given[index]) }

  /// Returns the onset of a note, without a copy of the note.
  func onset(_ index: Int) -> Nanoseconds { alignment.expectedTime(of: given[index].onset) }

  /// Returns the offset of a note, or `nil` if it is hanging.
  func offset(_ index: Int) -> Nanoseconds? { given[index].offset.map(alignment.expectedTime) }

  /// Returns the silence of a note, or `nil` if it sounds to the end.
  func silence(_ index: Int) -> Nanoseconds? { given[index].silence.map(alignment.expectedTime) }
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
