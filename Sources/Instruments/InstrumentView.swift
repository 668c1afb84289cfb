/// How a result can be looked at: as lit cells or as pressed keys.
public enum InstrumentView: Hashable, Sendable {
  /// A playing surface; entries have the attributes `cells` and `color`.
  case grid(LinnStrument)
  /// A piano keyboard; entries have the attributes `key` and `tint`.
  case piano
}
