import Testing

@testable import Terminal

@Suite struct ScreenDiffTests {
  private let escape = "\u{1B}["

  private func update(_ screen: inout ScreenDiff, _ lines: [String]) -> String { screen.update(lines) }

  @Test func firstUpdateWritesAllLines() {
    var lines = ScreenDiff()
    #expect(
      update(&lines, ["one", "two"])
        == "\(escape)H\(escape)J\(escape)1;1H\(escape)Kone\(escape)2;1H\(escape)Ktwo")
  }

  @Test func laterUpdateWritesOnlyChangedLines() {
    var lines = ScreenDiff()
    _ = update(&lines, ["one", "two", "three"])
    #expect(update(&lines, ["one", "2", "three"]) == "\(escape)2;1H\(escape)K2")
    #expect(update(&lines, ["one", "2", "three"]).isEmpty)
  }

  @Test func removedLinesAreErased() {
    var lines = ScreenDiff()
    _ = update(&lines, ["one", "two", "three"])
    #expect(update(&lines, ["one"]) == "\(escape)2;1H\(escape)J")
  }

  @Test func forgottenLinesAreWrittenAgain() {
    var lines = ScreenDiff()
    _ = update(&lines, ["one"])
    lines.forget()
    #expect(update(&lines, ["one"]) == "\(escape)H\(escape)J\(escape)1;1H\(escape)Kone")
  }
}
