import MIDICore
import TestSupport
import Testing
import Timelines

/// Proof that a change of a passage is reported once with its range and its amount and hides nothing: generated pieces
/// and session takes in which a sequencer program changed a passage, and a user up to three notes.
@Suite struct PassageMutationTests {
  /// The number of pieces of each kind. Full tests have 5,000 in total.
  private static let count = TestEnvironment.isFull ? 280 : 3

  /// The minimum number of rightly named changes in a hundred.
  private static let requiredRate = 97

  private static let pieces = (0..<(TestEnvironment.isFull ? 100 : 12)).map { PassagePiece(seed: UInt64($0)) }
  private static let takes = TestEnvironment.isFull ? sessionTakes : []

  /// The notes of the takes of all sessions.
  private static var sessionTakes: [PassagePiece] {
    TestEnvironment.files(below: "Recordings", endingIn: ".mid").compactMap { try? OriginalTake($0) }
      .filter { 20...2000 ~= $0.notes.count }
      .map { take in
        PassagePiece(
          played: take.notes.compactMap { note in
            note.offset.map { offset in
              PassagePiece.PieceNote(
                track: note.track, channel: note.channel, number: Int(note.number.rawValue),
                velocity: Int(note.velocity.rawValue), onset: note.onset, end: offset,
                hand: note.number.rawValue < 60 ? 1 : 0)
            }
          })
      }
  }

  @Test(arguments: PassageMutation.Kind.allCases)
  func changeOfPassageIsNamedOnceAndHidesNothing(kind: PassageMutation.Kind) {
    let pieces = Self.pieces + Self.takes
    var generator = SeededGenerator(seed: 2028)
    var (count, named, attempts) = (0, 0, 0)
    while count < Self.count, attempts < 100 * Self.count {
      let piece = pieces[attempts % pieces.count]
      attempts += 1
      guard let mutation = PassageMutation(kind, piece, &generator) else { continue }
      let judgment = PassageJudgment(mutation)
      #expect(judgment.hidden.isEmpty, "\(kind), attempt \(attempts): \(judgment.hidden)")
      count += 1
      if judgment.isNamed { named += 1 }
    }
    print("\(kind.rawValue): \(named) of \(count) passages named")
    #expect(count == Self.count)
    #expect(named * 100 >= count * Self.requiredRate)
  }
}
