package import MIDICore

/// A keyboard as lines for a terminal.
package struct TerminalKeyboard: Sendable {
  /// At most as many lines as the terminal has rows, none wider than it.
  package let lines: [String]
  /// The keys that can be in the middle at this width: to be centred on others, the keyboard doesn't go far enough.
  package let centres: ClosedRange<NoteNumber>
  /// The key at each character of each line; nothing where there is none.
  let keys: [[NoteNumber?]]

  /// The key at a place, both counted from 0 at the top left; nothing where there is none.
  package func key(column: Int, row: Int) -> NoteNumber? {
    keys.indices.contains(row) && keys[row].indices.contains(column) ? keys[row][column] : nil
  }
}
