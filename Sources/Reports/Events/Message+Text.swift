internal import MIDICore

extension Message {
  /// The message in words, as in lists: of a System Exclusive message the first bytes are shown.
  func listLabel(_ middleC: MiddleC = .octave4) -> MessageLabel {
    guard case .systemExclusive = self else { return label(middleC) }
    return .systemExclusive(Array(bytes.dropFirst()))
  }
}

extension Message.MessageLabel {
  /// A System Exclusive message, or the beginning of one, whose F0 is followed by these bytes.
  static func systemExclusive(_ bytes: [UInt8]) -> Self {
    Self("System Exclusive", "F0 \(bytes.shortText)")
  }

  /// Both parts.
  var text: String { values.isEmpty ? name : "\(name) \(values)" }
}

extension [UInt8] {
  /// The first bytes in hexadecimal, and how many there are.
  var shortText: String {
    let first = hexadecimal(prefix(16))
    return count > 16 ? "\(first) … (\(pluralized(count, "byte")))" : first
  }
}
