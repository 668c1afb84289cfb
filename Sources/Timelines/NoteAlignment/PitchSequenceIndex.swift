internal import Algorithms
internal import MIDICore

/// The places in the expected notes where each sequence of five pitches occurs.
struct PitchSequenceIndex {
  /// The number of pitches in a sequence.
  static let length = 5
  /// The most places of a useful sequence. More frequent sequences have no places.
  private static let maxPlaceCount = 32

  /// The sequences in ascending order, each packed into 35 bits, with the index of the first note.
  private let places: [(code: UInt64, note: Int32)]

  /// Finds the sequences of some notes.
  ///
  /// - Parameter order: The indices of the notes in order of chords.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(_ notes: PitchSequence, order: [Int32]) {
    places = zip(Self.codes(of: notes, order: order), order).map { ($0, $1) }.sorted { $0 < $1 }
  }

  /// Returns the sequences that start at each position of an order, packed.
  static func codes(of notes: PitchSequence, order: [Int32]) -> [UInt64] {
    guard order.count >= length else { return [] }
    let mask = UInt64(1) << UInt64(7 * length) - 1
    var codes: [UInt64] = []
    codes.reserveCapacity(order.count)
    var code: UInt64 = 0
    for (position, note) in order.enumerated() {
      code = (code << 7 | UInt64(notes.pitches[Int(note)].rawValue)) & mask
      if position + 1 >= length { codes.append(code) }
    }
    return codes
  }

  /// Returns the first notes of a sequence's places.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of notes.
  func notes(of code: UInt64) -> some Sequence<Int32> {
    let start = places.partitioningIndex { $0.code >= code }
    let rest = places[start...].prefix(Self.maxPlaceCount + 1)
    let end = rest.firstIndex { $0.code != code } ?? rest.endIndex
    return places[start..<(end - start > Self.maxPlaceCount ? start : end)].lazy.map(\.note)
  }
}
