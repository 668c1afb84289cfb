internal import FontCatalog
internal import MIDICore
internal import Reports

extension CatalogFont {
  /// `built-in`, `added`, or `linked`.
  package var kindText: String { kind == .builtIn ? "built-in" : kind.word }

  /// The state, such as `in use, missing`. It is empty for a font in its usual state.
  package var stateText: String {
    [isInUse ? "in use" : nil, state == .present ? nil : state.rawValue].compactMap { $0 }
      .joined(separator: ", ")
  }

  /// The summary: `Grand: 12 presets, 1.2 MB`.
  package var line: String { "\(name): \(pluralized(presetCount, "preset")), \(byteText(size))".printable }
}

extension CatalogPreset {
  /// The preset as commands accept it: `TimGM6mb:0:4`.
  package var place: String { "\(fontName):\(number)".printable }

  /// The preset with its name: `TimGM6mb:0:4 "Electric Piano"`.
  package var text: String { "\(place) \"\(name.printable)\"" }

  /// The state, such as `favorite, in use`. It is empty for a preset in its usual state.
  package var stateText: String {
    [kind == .preset ? nil : kind.rawValue, isActive ? "in use" : nil].compactMap { $0 }
      .joined(separator: ", ")
  }
}

/// Returns a size as text: `1.2 MB`, `34 kB`. Megabytes have a decimal.
package func byteText(_ count: Int64) -> String {
  if count < 1000 { return "\(count) B" }
  if count < 999_500 { return "\((count + 500) / 1000) kB" }
  let (unit, name): (Int64, String) = count < 999_950_000 ? (1_000_000, "MB") : (1_000_000_000, "GB")
  let tenths = (count + unit / 20) / (unit / 10)
  return "\(tenths / 10).\(tenths % 10) \(name)"
}

extension FontCatalog.Addition {
  /// The result in one line: `added Grand: 12 presets, 1.2 MB`.
  package var text: String {
    switch outcome {
    case .added: "added \(font.line)"
    case .known: "\(font.name.printable) is already in the catalog"
    case .foundAgain: "found \(font.line)"
    case .updated: "changed \(font.line)"
    }
  }
}
