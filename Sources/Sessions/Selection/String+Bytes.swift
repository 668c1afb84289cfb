extension String {
  /// Whether the text comes before another by its bytes: an order that is the same in every locale.
  func precedesBytewise(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
