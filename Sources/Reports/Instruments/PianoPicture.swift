package import Instruments
package import MIDICore

/// What a piano keyboard shows at a moment, to be drawn.
package struct PianoPicture: Sendable {
  /// What stands above it.
  package var title: String
  /// The moment, since the start.
  package var time: Nanoseconds
  /// What each key shows, by its number: 128 of them.
  package var keys: [KeyState]
  /// How keys are called.
  package var naming: KeyNaming
  /// Whether all keys have labels, and not only the Cs.
  package var labelsAllKeys: Bool

  /// Makes a picture of its parts.
  ///
  /// - Precondition: There are 128 keys.
  package init(
    title: String, time: Nanoseconds, keys: [KeyState], naming: KeyNaming = KeyNaming(),
    labelsAllKeys: Bool = false
  ) {
    precondition(keys.count == 128, "a keyboard has 128 keys")
    self.title = title
    self.time = time
    self.keys = keys
    self.naming = naming
    self.labelsAllKeys = labelsAllKeys
  }
}
