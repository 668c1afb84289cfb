import Testing

@testable import Terminal

@Suite struct ScreenLinesTests {
  private let escape = "\u{1B}["

  private func update(_ screen: inout ScreenLines, _ lines: [String]) -> String { screen.update(lines) }

  @Test func atFirstAllIsWritten() {
    var lines = ScreenLines()
    #expect(
      update(&lines, ["one", "two"])
        == "\(escape)H\(escape)J\(escape)1;1H\(escape)Kone\(escape)2;1H\(escape)Ktwo")
  }

  @Test func thenOnlyWhatHasChanged() {
    var lines = ScreenLines()
    _ = update(&lines, ["one", "two", "three"])
    #expect(update(&lines, ["one", "2", "three"]) == "\(escape)2;1H\(escape)K2")
    #expect(update(&lines, ["one", "2", "three"]).isEmpty)
  }

  @Test func linesThatAreNoMoreAreErased() {
    var lines = ScreenLines()
    _ = update(&lines, ["one", "two", "three"])
    #expect(update(&lines, ["one"]) == "\(escape)2;1H\(escape)J")
  }

  @Test func whatIsForgottenIsWrittenAgain() {
    var lines = ScreenLines()
    _ = update(&lines, ["one"])
    lines.forget()
    #expect(update(&lines, ["one"]) == "\(escape)H\(escape)J\(escape)1;1H\(escape)Kone")
  }
}
