/// Returns a text with spaces before it, so that it is at least as wide.
func padded(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}
