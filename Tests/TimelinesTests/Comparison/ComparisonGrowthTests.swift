import MIDICore
import TestSupport
import Testing
import Timelines

/// The growth of a comparison's cost, for an optimized build.
@Suite(.serialized, .enabled(if: TestEnvironment.isFull, "takes long: Scripts/test --full"))
struct ComparisonGrowthTests {
  /// The difference of the actual take.
  enum Shape: String, CaseIterable {
    /// Each note deviates slightly, one in fifty is late, and one in 77 is missing.
    case mistakes
    /// Every note is three seconds later.
    case shifted
    /// The take is one percent longer.
    case stretched
    /// One key with 10,000 notes within each tolerance, each with a slight deviation.
    case crowded
    /// The take is empty.
    case missing
  }

  private func take(_ shape: Shape, _ count: Int, isActual: Bool) -> Performance {
    var generator = SeededGenerator(seed: 5)
    var delays = SeededGenerator(seed: 6)
    let isCrowded = shape == .crowded
    var notes: [Note] = []
    for index in 0..<count {
      var time =
        isCrowded
        ? Int64(index) * 1000 : Int64(index) * 10_000_000 + .random(in: 0...4_000_000, using: &generator)
      if isActual {
        switch shape {
        case .mistakes:
          time += .random(in: -4_000_000...4_000_000, using: &delays) + (index % 50 == 0 ? 30_000_000 : 0)
          if index % 77 == 0 { continue }
        case .shifted: time += 3_000_000_000
        case .stretched: time += time / 100
        case .crowded: time += .random(in: -4_000_000...4_000_000, using: &delays)
        case .missing: continue
        }
      }
      notes.append(
        Note(
          channel: .number(1), number: isCrowded ? 60 : NoteNumber(clamping: 20 + index * 31 % 88),
          velocity: 90,
          onset: Nanoseconds(rawValue: time), offset: Nanoseconds(rawValue: time + 9_000_000)))
    }
    notes.sort { $0.onset < $1.onset }
    return Performance(sources: [""], notes: notes, end: notes.last?.offset ?? .zero)
  }

  @Test(arguments: Shape.allCases)
  func timeGrowsWithTheNotes(shape: Shape) {
    for count in [10_000, 100_000, 1_000_000] {
      let (expected, actual) = (
        take(shape, count, isActual: false), take(shape, count, isActual: true)
      )
      var found = 0
      let time = ProcessorTime.measure {
        found =
          Comparison(
            expected: expected, actual: actual, options: .init(alignsStart: shape != .stretched)
          ).differences.count
      }
      print("\(shape.rawValue), \(count) against \(actual.notes.count): \(time), \(found) differences")
      switch shape {
      case .mistakes: #expect(found > count / 50)
      case .shifted: #expect(found == 0)
      case .stretched: #expect(found == 1)
      case .crowded: #expect(found < count / 100)
      case .missing: #expect(found == count)
      }
    }
  }
}
