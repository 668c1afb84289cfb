/// An error of the terminal or of a standard stream. Its description is what people read.
package struct TerminalError: Error, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
