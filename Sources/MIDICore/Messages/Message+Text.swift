extension Message {
  /// Returns the label of a message in a list. A System Exclusive message is shortened to its first bytes.
  package func listLabel(_ middleC: MiddleC = .octave4) -> MessageLabel {
    guard case .systemExclusive = self else { return label(middleC) }
    return .systemExclusive(Array(bytes.dropFirst()))
  }
}

extension Message.MessageLabel {
  /// Returns the label of a complete or incomplete System Exclusive message with these bytes after F0.
  package static func systemExclusive(_ bytes: [UInt8]) -> Self {
    Self("System Exclusive", "F0 \(bytes.shortText)")
  }

  /// The name and the values.
  package var text: String { values.isEmpty ? name : "\(name) \(values)" }
}

extension [UInt8] {
  /// The first bytes in hexadecimal, and the number of bytes.
  package var shortText: String {
    let first = hexadecimal(prefix(16))
    return count > 16 ? "\(first) … (\(pluralized(count, "byte")))" : first
  }
}
