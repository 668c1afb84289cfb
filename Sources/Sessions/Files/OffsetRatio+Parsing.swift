package import MIDICore

extension Session.OffsetRatio {
  /// Reads a part from 0 to 1: `0.2`, `20%`, `1/5`, `0`.
  ///
  /// - Returns: Nothing where `text` is no such part.
  package init?(parsing text: String) {
    // A zero of any length: what would be a ratio with another digit before it.
    if text.hasPrefix("0"), text.allSatisfy({ "0.%".contains($0) }), Ratio(parsing: "1\(text)") != nil {
      self = .zero
      return
    }
    guard let ratio = Ratio(parsing: text), ratio.numerator <= ratio.denominator else { return nil }
    self = .part(ratio)
  }

  /// The part; nothing where it is none.
  package var ratio: Ratio? { if case .part(let ratio) = self { ratio } else { nil } }
}
