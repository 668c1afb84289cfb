/// A visual form of a result: lit cells or pressed keys.
public enum InstrumentView: Hashable, Sendable {
  /// A playing surface: lights, and notes with the attributes `cells` and `color`.
  case grid(LinnStrument)
  /// A piano keyboard, whose entries have the attributes `key` and `tint`.
  case piano
}
