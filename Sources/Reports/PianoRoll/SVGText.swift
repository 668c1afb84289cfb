internal import MIDICore

extension String {
  /// The text as it may stand in XML, between tags and in attributes.
  ///
  /// For what comes from files: markup is escaped, and so are control characters, which XML has no way to say.
  package var xmlEscaped: String {
    var escaped = ""
    for scalar in printable.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // No characters to XML 1.0.
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// Pixels, given in tenths: `12`, `12.5`.
func pixels(_ tenths: Int) -> String {
  tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}
