import Foundation
import TestSupport
import Testing

/// Equal sessions give equal bytes in all circumstances.
@Suite struct SameBytesTests {
  let tree: SessionTree

  init() throws {
    tree = try SessionTree()
    try Self.fillFolder(tree)
  }

  /// Creates sessions that pass, differ, are new, or can't run.
  private static func fillFolder(_ tree: SessionTree) throws {
    for number in 0..<12 {
      let name = "Recordings/\(number % 2 == 0 ? "even" : "odd")/s\(number)"
      switch number % 4 {
      case 0: try tree.makeSession(name, expectedAt: [0, 500])
      case 1: try tree.makeSession(name, expectedAt: [0, 500, 3000 + Int64(number)])
      case 2: try tree.makeSession(name, "tags: [new]\n")
      default: try tree.makeSession(name, "x\(number): 1\n")
      }
    }
  }

  /// The output and files of a run.
  private struct Output: Equatable {
    var printed: [String]
    var status: Int32
    var files: [String: [UInt8]]
  }

  private func output(
    _ tree: SessionTree, _ options: [String] = [], variables: [String] = [], shell: String = ""
  ) async throws -> Output {
    for name in try tree.files() where !name.hasSuffix("take.mid") && !name.hasSuffix("session.yaml") {
      if !name.hasSuffix("expected.txt") { try tree.folder.remove(name) }
    }
    let command =
      "\(shell) exec env -u CI \(variables.joined(separator: " ")) '\(TestEnvironment.midirec)' test"
    let arguments = (["--junit", "report.xml", "--html", "report", "--force"] + options).joined(
      separator: " ")
    let text = try await Program.run("bash", ["-c", "\(command) \(arguments)"], in: tree.folder.path)
    let json = try await Program.run(
      "bash", ["-c", "\(command) --json \(options.joined(separator: " "))"], in: tree.folder.path)
    var files: [String: [UInt8]] = [:]
    for name in try tree.files() { files[name] = try tree.folder.bytes(name) }
    for name in ["report.xml", "report/index.html"] {
      files[name] = Array(SessionTree.withoutTimes(try tree.text(name)).utf8)
    }
    return Output(
      printed: [SessionTree.withoutTimes(text.output), text.errors, json.output], status: text.status,
      files: files)
  }

  private static let runCount = TestEnvironment.isFull ? 100 : 4

  @Test func manyRunsAreEqual() async throws {
    let first = try await output(tree)
    #expect(first.status == 65)
    #expect(first.files.keys.count(where: { $0.hasSuffix("pending.txt") }) == 6)
    for _ in 0..<Self.runCount { #expect(try await output(tree) == first) }
  }

  @Test func repeatedRunIsEqual() async throws {
    #expect(try await output(tree, ["--repeat", "\(Self.runCount)"]) == output(tree))
  }

  @Test func anyNumberOfJobsIsEqual() async throws {
    #expect(try await output(tree, ["--jobs", "1"]) == output(tree, ["--jobs", "8"]))
  }

  @Test func differentFolderIsEqual() async throws {
    let other = try SessionTree()
    try Self.fillFolder(other)
    #expect(try await output(tree) == output(other))
  }

  @Test(arguments: [
    ["LC_ALL=tr_TR.UTF-8", "LANG=tr_TR.UTF-8"], ["LC_ALL=C"], ["TZ=Pacific/Kiritimati"],
    ["TZ=America/St_Johns"],
  ])
  func differentLocaleAndTimeZoneAreEqual(variables: [String]) async throws {
    #expect(try await output(tree, variables: variables) == output(tree))
  }

  @Test(arguments: ["umask 077;", "umask 0;"]) func differentUmaskIsEqual(shell: String) async throws {
    #expect(try await output(tree, shell: shell) == output(tree))
  }

  @Test(arguments: [2, 5]) func partsTogetherEqualWholeRun(count: Int) async throws {
    let whole = try await output(tree)
    var parts: [Output] = []
    for part in 1...count { parts.append(try await output(tree, ["--shard", "\(part)/\(count)"])) }

    var pending: [String: [UInt8]] = [:]
    for (name, bytes) in parts.flatMap(\.files) where name.hasSuffix("pending.txt") {
      #expect(pending.updateValue(bytes, forKey: name) == nil, "\(name) is in two parts")
    }
    #expect(pending == whole.files.filter { $0.key.hasSuffix("pending.txt") })
    #expect(try parts.flatMap { try Self.suites(in: $0) }.sorted() == Self.suites(in: whole))
    #expect(try parts.flatMap { try Self.outcomes(in: $0) }.sorted() == Self.outcomes(in: whole))
    let errors = parts.flatMap { $0.printed[1].split(separator: "\n") }
    #expect(errors.sorted() == whole.printed[1].split(separator: "\n").sorted())
  }

  /// Returns the XML of each session, in order of their names.
  private static func suites(in output: Output) throws -> [String] {
    let text = String(decoding: try #require(output.files["report.xml"]), as: UTF8.self)
    let suites = text.components(separatedBy: "  <testsuite ").dropFirst()
    return suites.map { $0.components(separatedBy: "  </testsuite>")[0] }.sorted()
  }

  /// Returns the JSON of each session, in order of their names.
  private static func outcomes(in output: Output) throws -> [String] {
    let document = try JSONSerialization.jsonObject(with: Data(output.printed[2].utf8)) as? [String: Any]
    let outcomes = try #require(document?["outcomes"] as? [Any])
    return try outcomes.map { outcome in
      String(
        decoding: try JSONSerialization.data(withJSONObject: outcome, options: [.sortedKeys]), as: UTF8.self)
    }.sorted()
  }

  @Test func reportsHaveEverySession() async throws {
    let whole = try await output(tree)
    #expect(try Self.suites(in: whole).count == 12)
    #expect(try Self.outcomes(in: whole).count == 12)
    // A page per session that differs, and the index.
    #expect(whole.files.keys.contains("report/index.html"))
    #expect(whole.files.keys.count { $0.hasPrefix("report/") } >= 4)
  }
}
