internal import MIDICore
internal import Timelines

extension PracticeReview {
  /// How much louder one of two hands is.
  package struct HandBalance: Hashable, Sendable {
    /// The part with the higher notes.
    package let right: NoteAlignment.Line
    /// The part with the lower notes.
    package let left: NoteAlignment.Line
    /// The median velocity of the right hand minus that of the left hand.
    package let difference: Int
    /// The difference in the expected take, or `nil` if all of its velocities are equal, as in a score without dynamics.
    package let expectedDifference: Int?

    /// The least number of played notes of a hand.
    private static let leastCount = 8
    /// The channel of percussion.
    private static let percussion: UInt8 = 9

    private typealias Velocities = (expected: [Int], actual: [Int])

    /// Compares two hands, or returns `nil` if the expected take doesn't have two parts with enough played notes.
    ///
    /// - Parameter lines: The parts of the expected take.
    init?(_ alignment: NoteAlignment, played lines: [PlayedLine]) {
      guard lines.count == 2, lines.allSatisfy({ $0.playedCount >= Self.leastCount }),
        !lines.contains(where: { $0.line.channel.rawValue == Self.percussion })
      else { return nil }
      let notes = alignment.expected.notes
      func meanPitch(_ line: NoteAlignment.Line) -> Double {
        let pitches = notes.lazy.filter { $0.line == line }.map { Int($0.number.rawValue) }
        return Double(pitches.reduce(0, +)) / Double(pitches.count)
      }
      let isFirstLower = meanPitch(lines[0].line) < meanPitch(lines[1].line)
      left = lines[isFirstLower ? 0 : 1].line
      right = lines[isFirstLower ? 1 : 0].line
      var (high, low): (Velocities, Velocities) = (([], []), ([], []))
      for match in alignment.passages.lazy.flatMap(\.matches) {
        let (note, played) = (notes[match.expected], alignment.actual.notes[match.actual])
        if note.line == right {
          high.expected.append(Int(note.velocity.rawValue))
          high.actual.append(Int(played.velocity.rawValue))
        } else {
          low.expected.append(Int(note.velocity.rawValue))
          low.actual.append(Int(played.velocity.rawValue))
        }
      }
      guard let loud = high.actual.median(), let soft = low.actual.median(),
        let expectedLoud = high.expected.median(), let expectedSoft = low.expected.median()
      else { return nil }
      difference = loud - soft
      let isFlat = Set(high.expected + low.expected).count == 1
      expectedDifference = isFlat ? nil : expectedLoud - expectedSoft
    }
  }
}
