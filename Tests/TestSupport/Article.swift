internal import Foundation

/// An article of the documentation, whose code is tested.
package struct Article {
  /// Its text.
  package let text: String

  /// Reads one by its path in the project.
  package init(_ path: String) throws {
    text = try String(contentsOfFile: "\(TestEnvironment.projectFolder)/\(path)", encoding: .utf8)
  }

  /// Returns the blocks of code in a language, or the blocks without a language.
  package func blocks(_ language: String = "") -> [String] {
    text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      // What stands between the first and the second fence is a block, and so is each second part after it.
      .filter { $0.offset % 2 == 1 }.map(\.element)
      .filter { $0.hasPrefix("\(language)\n") }.map { String($0.dropFirst(language.count + 1)) }
  }
}
