internal import Foundation

/// An article of the documentation, whose code is tested.
package struct Article {
  /// Its text.
  package let text: String

  /// Reads one by its path in the project.
  package init(_ path: String) throws {
    text = try String(contentsOfFile: "\(TestEnvironment.projectFolder)/\(path)", encoding: .utf8)
  }

  /// The blocks of code of a language, or of those without one.
  package func blocks(_ language: String = "") -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
  }
}
