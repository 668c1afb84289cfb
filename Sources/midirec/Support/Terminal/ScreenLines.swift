/// The lines that are on a screen, so that only those are written that have changed.
struct ScreenLines {
  /// Nothing where it isn't known what is on the screen.
  private var shown: [String]?

  /// Nothing is known of the screen any more: it was resized, or another program used it.
  mutating func forget() { shown = nil }

  /// What has to be written to a terminal that has control sequences (ECMA-48), so that these lines are on its screen.
  ///
  /// - Parameter lines: As many as there is room for, none wider than the screen. They may have colours, which end with
  ///   the line.
  mutating func update(_ lines: [String]) -> String {
    var text = shown == nil ? "\u{1B}[H\u{1B}[J" : ""
    let earlier = shown ?? []
    for (index, line) in lines.enumerated() where index >= earlier.count || earlier[index] != line {
      // Erased before and not after it: with a full line the cursor stands on its last character.
      text += "\u{1B}[\(index + 1);1H\u{1B}[K\(line)"
    }
    if lines.count < earlier.count { text += "\u{1B}[\(lines.count + 1);1H\u{1B}[J" }
    shown = lines
    return text
  }
}
