/// An error of the terminal or a standard stream, with a description for users.
package struct TerminalError: Error, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
