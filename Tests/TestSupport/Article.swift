internal import Foundation

/// An article of the documentation whose code is tested.
package struct Article {
  /// The text of the article.
  package let text: String

  /// Reads an article by its path in the project.
  package init(_ path: String) throws {
    text = try TestEnvironment.text(path)
  }

  /// Returns the code blocks of a language, or the blocks without a language.
  package func blocks(_ language: String = "") -> [String] {
    text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      // Every second part is a block, starting with the text between the first two fences.
      .filter { $0.offset % 2 == 1 }.map(\.element)
      .filter { $0.hasPrefix("\(language)\n") }.map { String($0.dropFirst(language.count + 1)) }
  }
}
