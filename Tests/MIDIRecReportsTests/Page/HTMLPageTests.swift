import Foundation
import TestSupport
import Testing

@testable import MIDIRecReports
@testable import MIDIRecSound

@Suite struct HTMLPageTests {
  private static let assets = TestEnvironment.projectFolder + "/Sources/CPageAssets/Assets"
  private static let kinds = [HTMLPage.comparison, .alignment, .progress, .sessions, .sound, .studio, .text]

  @Test(arguments: ["css", "html", "js"])
  func everyFileIsPartOfPage(ending: String) throws {
    let pages = Self.kinds.map { String(decoding: $0.style + $0.script + $0.body, as: UTF8.self) }
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.assets)
    for name in names where name.hasSuffix(ending) {
      let text = try String(contentsOfFile: "\(Self.assets)/\(name)", encoding: .utf8)
      let line = try #require(text.split(separator: "\n").last { $0.count > 20 && !$0.hasPrefix("export") })
      #expect(pages.contains { $0.contains(line.drop { $0 == " " }) }, "\(name)")
    }
  }

  @Test(arguments: kinds)
  func joinedModulesAreOneScript(page: HTMLPage) {
    let lines = String(decoding: page.script, as: UTF8.self).split(separator: "\n")
    #expect(!lines.contains { $0.hasPrefix("import ") || $0.hasPrefix("export ") || $0.contains("</script") })
    let classes = lines.filter { $0.hasPrefix("class ") }
    #expect(Set(classes).count == classes.count)
  }

  @Test func modulesComeAfterModulesTheyImport() throws {
    let script = String(decoding: HTMLPage.comparison.script, as: UTF8.self)
    let names = ["class Notes ", "function readTake", "new ComparisonPage("]
    #expect(try names.map { try #require(script.range(of: $0)).lowerBound }.isSorted)
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func sha256IsThatOfFIPS180(text: String, digest: String) {
    #expect(Array(text.utf8).sha256.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest)
  }

  @Test func sha256IsThatOfOpenSSL() {
    for count in 0...200 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      var hash = SHA256()
      hash.update(bytes)
      let digest = hash.digest()
      #expect(bytes.sha256 == digest, "\(count) bytes")
    }
  }

  /// The modules' own tests, which need no browser.
  @Test func modulesPassTheirTestsInNode() async throws {
    let tests = TestEnvironment.projectFolder + "/Tests/PageModules"
    let result = try await Program.run("node", ["--test", tests])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }
}

extension [String.Index] {
  fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
