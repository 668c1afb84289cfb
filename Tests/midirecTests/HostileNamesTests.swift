import Foundation
import MIDICore
import TestSupport
import Testing

/// Names that would act on the terminal if midirec printed them unchanged.
@Suite struct HostileNamesTests {
  /// Sets the window's title, clears the screen, forges a line, and reverses what follows.
  private static let name = "\u{1B}]0;title\u{7}\u{1B}[2J\nmidirec: \u{9B}31m\u{202E}dim"

  @Test(arguments: [
    ["show", "@"], ["show", "--@"], ["@"], ["help", "@"], ["verify", "@"], ["verify", "--json", "@"],
    ["diff", "@", "@"], ["convert", "@", "-o", "x"], ["render", "@", "-o", "x.wav"],
    ["render", "x", "--font", "@"],
    ["recover", "@"], ["grid", "@"], ["piano", "@"], ["test", "@"], ["review", "@"], ["accept", "@"],
    ["new", "@"],
    ["new", "a", "--from", "@"], ["report", "merge", "@"], ["fonts", "add", "@"], ["fonts", "show", "@"],
    ["fonts", "use", "@"], ["send", "--out", "x", "@"], ["play", "@", "--as", "x"], ["show", "@.mid"],
    ["show", "@.mid", "--json"], ["show", "@.mid", "--roll"], ["show", "@.mid", "--svg", "-"],
    ["verify", "@.mid"],
    ["verify", "@.mid", "--json"], ["diff", "@.mid", "@.mid"], ["diff", "@.mid", "@.mid", "--json"],
    ["convert", "@.mid", "-o", "@.2.mid"], ["new", "b", "--from", "@.mid"], ["grid", "@.mid"],
    ["grid", "@.mid", "--at", "0s"], ["simulate", "@"],
  ])
  func namesAreEscapedInOutputAndErrors(words: [String]) async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Samples.file([(0, .noteOn(channel: 0, note: 60, velocity: 100))]), to: "\(Self.name).mid")
    let arguments = words.map { $0.replacing("@", with: Self.name) }
    let result = try await Program.run(TestEnvironment.midirec, arguments, in: folder.path)
    #expect(!(result.output + result.errors).isEmpty)
    for text in [result.output, result.errors] {
      let invisible = text.unicodeScalars.filter { $0 != "\n" && String($0).printable != String($0) }
      #expect(invisible.isEmpty, "\(text.debugDescription)")
      #expect(!text.contains("\nmidirec: \\x9B"), "\(text)")
    }
  }
}
