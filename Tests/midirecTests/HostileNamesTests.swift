import Foundation
import MIDICore
import TestSupport
import Testing

/// Names that would control the terminal if midirec printed them unescaped.
@Suite struct HostileNamesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Sets the window's title, clears the screen, forges a line, and reverses the following text.
  private static let name = "\u{1B}]0;title\u{7}\u{1B}[2J\nmidirec: \u{9B}31m\u{202E}dim"

  @Test(arguments: [
    ["show", "@"], ["show", "--@"], ["@"], ["help", "@"], ["verify", "@"], ["verify", "--json", "@"],
    ["diff", "@", "@"], ["convert", "@", "-o", "x"], ["render", "@", "-o", "x.wav"],
    ["render", "x", "--font", "@"],
    ["recover", "@"], ["grid", "@"], ["piano", "@"], ["test", "@"], ["review", "@"], ["accept", "@"],
    ["new", "@"],
    ["new", "a", "--take", "@"], ["report", "merge", "@"], ["fonts", "add", "@"], ["fonts", "show", "@"],
    ["fonts", "use", "@"], ["send", "--out", "x", "@"], ["play", "@", "--as", "x"], ["show", "@.mid"],
    ["show", "@.mid", "--json"], ["show", "@.mid", "--roll"], ["show", "@.mid", "--svg", "-"],
    ["verify", "@.mid"],
    ["verify", "@.mid", "--json"], ["diff", "@.mid", "@.mid"], ["diff", "@.mid", "@.mid", "--json"],
    ["convert", "@.mid", "-o", "@.2.mid"], ["new", "b", "--take", "@.mid"], ["grid", "@.mid"],
    ["grid", "@.mid", "--at", "0s"], ["simulate", "@"],
  ])
  func namesAreEscapedInOutputAndErrors(words: [String]) async throws {
    try folder.write(
      Samples.file([(0, .noteOn(channel: .number(1), note: 60, velocity: 100))]), to: "\(Self.name).mid")
    let arguments = words.map { $0.replacing("@", with: Self.name) }
    let result = try await Program.run(TestEnvironment.midirec, arguments, in: folder.path)
    #expect(!(result.output + result.errors).isEmpty)
    for text in [result.output, result.errors] {
      let invisible = text.unicodeScalars.filter { $0 != "\n" && String($0).printable != String($0) }
      #expect(invisible.isEmpty, "\(text.debugDescription)")
      #expect(!text.contains("\nmidirec: \\x9B"), "\(text)")
    }
  }

  /// Latin-1 names of old systems. Swift repairs such arguments, and no file has the repaired name.
  @Test(arguments: [
    #"show "$in""#, #"convert "$in" -o "$out""#, #"convert "$in" --output="$out""#, #"verify "$in""#,
    #"render "$in" -o "$out.wav""#, #"diff "$in" "$in""#, #"piano "$in" --at 0s --svg "$out""#,
    #"grid "$in""#,
  ])
  func fileNamesNeedNotBeUTF8(command: String) async throws {
    try folder.write(Samples.file(notesAt: [0, 500]), to: "take.mid")
    let script = """
      in=$(printf 'in\\351.mid') out=$(printf 'out\\351'); cp take.mid "$in"
      "$0" \(command) >log 2>&1; echo $?
      case '\(command)' in *out.wav*) test -s "$out.wav" ;; *out*) test -s "$out" ;; esac || echo missing
      cat log | grep -a "midirec:"
      """
    let result = try await Program.run("sh", ["-c", script, TestEnvironment.midirec], in: folder.path)
    #expect(result.output == "0\n")
  }

  @Test func simulateRejectsArgumentsThatItWouldAlter() async throws {
    let script = #""$0" simulate -- echo "$(printf '\351')""#
    let result = try await Program.run("sh", ["-c", script, TestEnvironment.midirec], in: folder.path)
    #expect(result.status == 64)
    #expect(result.errors == "midirec: argument 4 isn't UTF-8, and midirec simulate would alter it\n")
    #expect(result.output.isEmpty)
  }

  @Test func reportsReplaceEarlierOnesInFoldersThatAreNotUTF8() async throws {
    let tree = try SessionTree.passingAndDiffering()
    let script = """
      pages=$(printf 'pages\\351')
      "$0" test --read-only --html "$pages" >log; echo $?
      rm -r a
      "$0" test --read-only --html "$pages" >log; echo $?
      cd "$pages" && ls | grep -c .
      """
    let result = try await Program.run("sh", ["-c", script, TestEnvironment.midirec], in: tree.folder.path)
    #expect(result.output == "1\n1\n2\n", "\(result.errors)")
  }

  @Test func programRejectsSessionInFolderThatIsNotUTF8() async throws {
    let tree = try SessionTree()
    try tree.makeSession("a", "subjects: [{program: {command: [cat]}}]")
    let script = """
      name=$(printf 'a\\351') && mv a "$name" && "$0" test "$name"
      """
    let result = try await Program.run("sh", ["-c", script, TestEnvironment.midirec], in: tree.folder.path)
    #expect(result.status == 69)
    #expect((result.output + result.errors).contains("MIDIREC_SESSION, and it isn't UTF-8"), "\(result)")
  }
}
