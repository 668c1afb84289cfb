import Testing
import Timelines

@testable import MIDIRecReports

@Suite struct DifferenceMarksTests {
  @Test(
    arguments: [
      (.transposed, "↕", "pitch"), (.channelChanged, "#", "channel"), (.velocitiesShifted, "±", "velocity"),
      (.controllerChanged, "~", "actual"), (.sourceMissing, "−", "actual"), (.sourceDoubled, "+", "actual"),
      (.sourceExchanged, "⇄", "actual"),
    ] as [(Difference.Kind, String, String)])
  func changeOfTheWholeTakeHasTheColorOfItsNotes(kind: Difference.Kind, sign: String, color: String) {
    #expect(kind.mark == (sign, color))
  }

  @Test func oppositesHaveDifferentSigns() {
    let opposites: [(Difference.Kind, Difference.Kind)] = [
      (.missing, .extra), (.early, .late), (.tooShort, .tooLong), (.retriggered, .notRetriggered),
      (.stolen, .notStolen), (.hanging, .ended), (.heldTooShort, .heldTooLong),
    ]
    for (kind, other) in opposites { #expect(kind.mark.sign != other.mark.sign) }
  }
}
