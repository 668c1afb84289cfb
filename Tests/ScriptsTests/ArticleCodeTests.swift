import Foundation
import TestSupport
import Testing

/// The Swift code of the articles, which must also be in tests of the module or in the examples, or be a package manifest.
@Suite struct ArticleCodeTests {
  /// The articles that have code without a test, with the reason.
  private static let exceptions = [
    "MIDIInSwiftOnLinux": "it is a separate package, which ExamplePackageTests builds",
    "MIDIRecTesting": "it is a separate package, which ExamplePackageTests builds",
    "WritingASubject": "the call of expectSession needs MIDIRecTesting",
  ]

  /// The paths of all articles.
  private static let articles: [String] = {
    let paths = TestEnvironment.files(below: "Sources", endingIn: ".md").filter { $0.contains(".docc/") }
    return paths.map { String($0.dropFirst(TestEnvironment.projectFolder.count + 1)) }
  }()

  /// The articles without an exception.
  private static let checkedArticles = articles.filter { exceptions[name(of: $0)] == nil }

  private static func module(of article: String) -> String {
    String(article.split(separator: "/")[1])
  }

  /// Returns the name of an article: that of its file without the extension.
  private static func name(of article: String) -> String {
    String(article.split(separator: "/").last?.dropLast(".md".count) ?? "")
  }

  /// Returns the Swift blocks of an article: package manifests, and other code.
  private static func blocks(of article: String) throws -> (manifests: [String], code: [String]) {
    let blocks = try Article(article).blocks("swift")
    func isManifest(_ block: String) -> Bool { block.contains("import PackageDescription\n") }
    return (blocks.filter(isManifest), blocks.filter { !isManifest($0) })
  }

  /// Returns the lines of code without indentation and empty lines, each with its line feed.
  private static func normalized(_ code: String) -> String {
    let lines = code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    return "\n" + lines.filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
  }

  /// Returns the blocks of an article that aren't in the tests of its module, nor in the examples.
  private static func blocksWithoutTest(in article: String) throws -> [String] {
    let folders = ["Tests/\(module(of: article))Tests", "Sources/Examples/Sources"]
    let paths = folders.flatMap { TestEnvironment.files(below: $0, endingIn: ".swift") }
    let tests = try paths.map { normalized(try String(contentsOfFile: $0, encoding: .utf8)) }
    return try blocks(of: article).code.filter { block in
      let block = normalized(block)
      return !tests.contains { $0.contains(block) }
    }
  }

  @Test(arguments: checkedArticles)
  func codeIsInTheTestsOfItsModule(article: String) throws {
    for block in try Self.blocksWithoutTest(in: article) {
      Issue.record("in no test of its module, and in no example:\n\(block)")
    }
  }

  /// An exception is obsolete once the tests have the code.
  @Test(arguments: exceptions.keys.sorted())
  func exceptionIsStillNeeded(name: String) throws {
    let articles = Self.articles.filter { Self.name(of: $0) == name }
    #expect(try articles.contains { try !Self.blocksWithoutTest(in: $0).isEmpty })
  }

  @Test(arguments: ["Following", "Instruments", "MIDICore", "MIDIFiles", "Timelines"])
  func libraryHasAnArticleWithCode(module: String) throws {
    let articles = Self.articles.filter { Self.module(of: $0) == module }
    #expect(articles.contains("Sources/\(module)/\(module).docc/\(module).md"))
    #expect(try articles.contains { try !Self.blocks(of: $0).code.isEmpty })
  }

  /// DocC checks whole links; this test finds types that were renamed or hidden.
  @Test(arguments: ["Following", "Instruments", "MIDICore", "MIDIFiles", "Timelines"])
  func linkedTypesArePublic(module: String) throws {
    let sources = try TestEnvironment.files(below: "Sources/\(module)", endingIn: ".swift").map {
      try String(contentsOfFile: $0, encoding: .utf8)
    }
    let types = sources.joined().matches(of: /\n(?:@\w+ )?public (?:struct|enum|protocol) (\w+)/).map(
      \.output.1)
    for article in Self.articles where Self.module(of: article) == module {
      let links = try TestEnvironment.text(article).matches(of: /``([A-Z]\w*)[^`\n]*``/).map(\.output.1)
      #expect(Set(links).subtracting(types).subtracting([Substring(module)]) == [], "\(article)")
    }
  }

  @Test(arguments: checkedArticles)
  func manifestsDependOnThisVersionAndItsProducts(article: String) throws {
    let version = try TestEnvironment.version
    let products = try TestEnvironment.text("Package.swift").matches(of: /\.library\(\s*name: "(\w+)"/).map(
      \.output.1)
    for manifest in try Self.blocks(of: article).manifests {
      let dependencies = manifest.matches(of: /\.package\(.*?\)/).map(\.output)
      #expect(
        dependencies == [
          ".package(url: \"https://github.com/midirec/midirec\", from: \"\(version)\")"
        ])
      let used = manifest.matches(of: /\.product\(name: "(\w+)", package: "midirec"\)/).map(\.output.1)
      #expect(used.contains(Substring(Self.module(of: article))))
      #expect(Set(used).isSubset(of: products))
    }
  }

  @Test(arguments: [
    "README.md", "Sources/midirec/midirec.docc/ContinuousIntegration.md", "Scripts/packaging/Containerfile",
  ])
  func commandsNameThisVersion(file: String) throws {
    let versions = try TestEnvironment.text(file).matches(of: /midirec[_@]v?(\d+\.\d+\.\d+)/).map(\.output.1)
    #expect(try !versions.isEmpty && Set(versions) == [TestEnvironment.version[...]], "\(versions)")
  }
}
