/// A kind of subject that sessions can name, and the options that it takes.
public struct SubjectDefinition: Hashable, Sendable {
  /// The name: lower-case letters, digits and hyphens.
  public let name: String
  /// The names of its options.
  public let optionNames: [String]

  /// Makes a form.
  ///
  /// - Precondition: ``isName(_:)`` says yes to the name, which is a part of file names.
  public init(name: String, optionNames: [String] = []) {
    precondition(Self.isName(name), "not a name for a subject")
    self.name = name
    self.optionNames = optionNames
  }

  /// What the notes of the recording do: the timeline itself.
  public static let notes = SubjectDefinition(name: "notes")

  /// Returns the error of a text that can't name a subject.
  package static func invalidName(_ text: String) -> String {
    "invalid name \(text.quoted); expected a lowercase letter, then at most 39 of these, digits, and hyphens"
  }

  /// Whether a text can name a subject: it begins with a letter, has lower-case letters a to z, digits and hyphens, and
  /// not more than 40 of them.
  public static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.first, first.isASCII, first.isLowercase else { return false }
    return text.utf8.count <= 40
      && text.allSatisfy { $0 == "-" || $0.isASCII && ($0.isLowercase || $0.isNumber) }
  }
}
