internal import MIDICore

extension ValueDifference {
  /// Returns the difference in a few words.
  ///
  /// - Parameter timeText: Returns the text of a time.
  func verdict(_ timeText: (Nanoseconds) -> String) -> String {
    ([changeText(timeText)] + [affectedText].compactMap { $0 }).joined(separator: ", ")
  }

  private func changeText(_ timeText: (Nanoseconds) -> String) -> String {
    let (start, end) = (timeText(start), timeText(end))
    return switch change {
    case .early(let span): "early by \(spanText(span)) (\(valuesText))"
    case .late(let span): "late by \(spanText(span)) (\(valuesText))"
    case .off:
      if quantity != .program, let expectedValue, let actualValue {
        "off from \(start) to \(end) by at most \(abs(actualValue - expectedValue)) (\(valuesText))"
      } else {
        "\(valuesText) from \(start) to \(end)"
      }
    }
  }

  private var valuesText: String { "\(valueText(actualValue)) instead of \(valueText(expectedValue))" }

  private func valueText(_ value: Int?) -> String { value.map(quantity.text) ?? "no value" }

  private var affectedText: String? {
    guard affectedNotes > 0 else { return nil }
    let length =
      switch (expectedValue, actualValue) {
      case (let expected?, let actual?) where actual < expected: "shorter"
      case (let expected?, let actual?) where actual > expected: "longer"
      default: "different"
      }
    return "so \(pluralized(affectedNotes, "note")) \(affectedNotes == 1 ? "sounds" : "sound") \(length)"
  }
}
