/// Which colours are taken. The lowest that is free is given next.
struct HighlightColours: Sendable {
  /// By how many notes each is shown: by two for a moment, while a finger slides.
  private var counts: [Int] = []
  /// No colour below is free.
  private var lowest = 0

  /// Makes the state in which all are free.
  init() {}

  /// Takes the lowest free colour.
  mutating func take() -> HighlightColour {
    while lowest < counts.count, counts[lowest] > 0 { lowest += 1 }
    let colour = HighlightColour(index: lowest)
    share(colour)
    return colour
  }

  /// Takes a colour that another note has.
  mutating func share(_ colour: HighlightColour) {
    if colour.index == counts.count { counts.append(0) }
    counts[colour.index] += 1
  }

  /// Gives a colour back that was taken or shared.
  mutating func free(_ colour: HighlightColour) {
    counts[colour.index] -= 1
    if counts[colour.index] == 0 { lowest = min(lowest, colour.index) }
  }
}
