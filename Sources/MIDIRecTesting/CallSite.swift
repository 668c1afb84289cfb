internal import Foundation
internal import SystemPackage
internal import Testing
internal import XCTest

/// The place in a test's source of a call that expects something.
struct CallSite: Sendable {
  let fileID: String
  let filePath: StaticString
  let line: Int
  let column: Int

  /// Returns a path from the folder of the test's source file.
  func path(_ name: String) -> FilePath { Self.path(name, from: filePath) }

  /// Returns a path from the folder of a source file. An absolute path remains as it is.
  static func path(_ name: String, from source: StaticString) -> FilePath {
    FilePath("\(source)").removingLastComponent().pushing(FilePath(name)).lexicallyNormalized()
  }

  /// The name of the test's source file without its extension: `MapperTests`.
  var sourceName: String { FilePath("\(filePath)").stem ?? "" }

  /// The folder of the source file's snapshots. Snapshots of the package SnapshotTesting are also in it, so that a
  /// target has one folder to exclude.
  var snapshotFolder: FilePath { path("__Snapshots__").appending(sourceName) }

  /// Returns whether another call is at the same place.
  func isSame(as other: CallSite) -> Bool {
    fileID == other.fileID && line == other.line && column == other.column
  }

  /// Fails the running test of either framework, or warns. In Swift Testing the failure's files are attached to the test.
  func fail(_ failure: ExpectationFailure) {
    let location = SourceLocation(fileID: fileID, filePath: "\(filePath)", line: line, column: column)
    let isInSwiftTesting = Test.current != nil
    Issue.record(
      Comment(rawValue: failure.message), severity: failure.isWarning ? .warning : .error,
      sourceLocation: location)
    guard isInSwiftTesting else {
      // XCTest has no warnings.
      if failure.isWarning {
        return FileHandle.standardError.write(Data("warning: \(failure.message)\n".utf8))
      }
      // A detached task doesn't know its test. The framework that doesn't run it ignores its failure.
      XCTFail(failure.message, file: filePath, line: UInt(clamping: line))
      return
    }
    for file in failure.files { Attachment.record(file.bytes, named: file.name, sourceLocation: location) }
  }
}

/// A failure of a test.
struct ExpectationFailure: Sendable {
  let message: String
  /// The files that help to find the cause.
  var files: [(name: String, bytes: [UInt8])] = []
  /// Whether the test passes nevertheless.
  var isWarning = false
}
