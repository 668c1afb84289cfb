import MIDICore
import Testing

@testable import Timelines

@Suite struct ListChangeTests {
  private func text(_ expected: String?, _ actual: String?, key: String = "cells") -> String {
    NoteChange.wrongAttribute(key: key, expected: expected, actual: actual).text(actualNumber: nil)
  }

  @Test(arguments: [
    ("55,124", "124", "cell 55 missing"),
    ("124", "55,124", "cell 55 extra"),
    ("55,114,124", "55,115,124", "cell 115 instead of 114"),
    ("114", "115", "cell 115 instead of 114"),
    ("55,56,114", "115", "cells 55, 56, 114 missing, 115 extra"),
    ("55,56,124", "115,124", "cells 55, 56 missing, 115 extra"),
    ("55,124", "124,56,57", "cells 55 missing, 56, 57 extra"),
    ("55,124", "none", "cells 55, 124 missing"),
    ("none", "55", "cell 55 extra"),
    ("7,7", "7", "cell 7 missing"),
  ])
  func missingAndExtraItemsAreListed(expected: String, actual: String, words: String) {
    #expect(text(expected, actual) == words)
  }

  @Test(arguments: [
    ("55,124", "124", "#55 missing"),
    ("114", "115", "#115 instead of #114"),
    ("55,56", "115", "#55 missing; #56 missing; #115 extra"),
    ("55", "x", "cell x instead of #55"),
  ])
  func cellsHaveGivenNames(expected: String, actual: String, words: String) {
    let change = NoteChange.wrongAttribute(key: "cells", expected: expected, actual: actual)
    #expect(change.text(actualNumber: nil, cellText: { "#\($0)" }) == words)
  }

  @Test func anyAttributeCanBeList() {
    #expect(text("a,b", "a", key: "fingers") == "finger b missing")
    #expect(text("a,b", "a", key: "set") == "set b missing")
    #expect(text("a,b", "a", key: "s") == "s b missing")
  }

  @Test func reorderedListIsShownCompletely() {
    #expect(text("1,2", "2,1") == "cells 2,1 instead of 1,2")
  }

  @Test func singleWordIsNotList() {
    #expect(text("2", "3", key: "presses") == "presses 3 instead of 2")
    #expect(text("blue", "red", key: "color") == "color red instead of blue")
  }

  @Test func missingAttributeIsNotEmptyList() {
    #expect(text("3,7", nil) == "cells none instead of 3,7")
    #expect(text(nil, "3,7") == "cells 3,7 instead of none")
  }

  @Test func itemsAreEscaped() {
    #expect(text("a,\u{1B}", "a") == "cell \\x1B missing")
  }
}
