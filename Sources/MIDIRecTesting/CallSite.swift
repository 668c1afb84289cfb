internal import SystemPackage
internal import Testing
internal import XCTest

/// The place in a test's source from which something is expected.
struct CallSite: Sendable {
  let fileID: String
  let filePath: StaticString
  let line: Int
  let column: Int

  /// A path from the folder of the test's source file.
  func path(_ name: String) -> FilePath { Self.path(name, from: filePath) }

  /// A path from the folder of a source file, unless it begins at the root.
  static func path(_ name: String, from source: StaticString) -> FilePath {
    FilePath("\(source)").removingLastComponent().pushing(FilePath(name)).lexicallyNormalized()
  }

  /// Fails the test that runs, whichever framework runs it.
  func fail(_ message: String) {
    let location = SourceLocation(fileID: fileID, filePath: "\(filePath)", line: line, column: column)
    let isInSwiftTesting = Test.current != nil
    Issue.record(Comment(rawValue: message), sourceLocation: location)
    // A detached task knows of no test. Then both are told: the one that doesn't run the test lets it pass.
    if !isInSwiftTesting { XCTFail(message, file: filePath, line: UInt(clamping: line)) }
  }
}
