internal import MIDICore

/// The name and the options of a subject.
public struct SubjectDefinition: Hashable, Sendable {
  /// The name: lowercase letters, digits, and hyphens.
  public let name: String
  /// The names of its options.
  public let optionNames: [String]
  /// Whether each session with the subject needs a recording. Otherwise, the subject's options decide.
  package let needsRecording: Bool

  /// Creates a definition.
  ///
  /// - Precondition: ``isName(_:)`` returns `true` for the name, which is a part of file names.
  public init(name: String, optionNames: [String] = []) {
    self.init(name: name, optionNames: optionNames, needsRecording: true)
  }

  package init(name: String, optionNames: [String], needsRecording: Bool) {
    precondition(Self.isName(name), "not a name for a subject")
    self.name = name
    self.optionNames = optionNames
    self.needsRecording = needsRecording
  }

  /// The timeline of the recording's notes.
  public static let notes = SubjectDefinition(name: "notes")

  /// Returns the error of a text that can't name a subject.
  package static func invalidName(_ text: String) -> String {
    "invalid name \(text.quoted); expected a lowercase letter, then at most 39 of these, digits, and hyphens"
  }

  /// Returns whether a text can name a subject: it starts with a letter and consists of at most 40 lowercase letters a
  /// to z, digits, and hyphens.
  public static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.first, first.isASCII, first.isLowercase else { return false }
    return text.utf8.count <= 40
      && text.allSatisfy { $0 == "-" || $0.isASCII && ($0.isLowercase || $0.isNumber) }
  }
}
