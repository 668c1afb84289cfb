internal import MIDICore

extension String {
  /// The text escaped for XML elements and attributes.
  ///
  /// Text from files may contain markup and control characters. XML has no representation of the latter, so they are
  /// replaced.
  package var xmlEscaped: String {
    var escaped = ""
    for scalar in printable.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // XML 1.0 doesn't allow these characters.
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// Returns pixels from tenths: `12`, `12.5`.
func pixels(_ tenths: Int) -> String {
  tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}
