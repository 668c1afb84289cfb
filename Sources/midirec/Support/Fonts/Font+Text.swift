internal import MIDICore
internal import Reports
internal import SoundFonts

extension CatalogueFont {
  /// `built-in`, `added`, `external`.
  var kindText: String { kind == .builtIn ? "built-in" : kind.rawValue }

  /// `in use, missing`; nothing where there is nothing to say.
  var stateText: String {
    [isInUse ? "in use" : nil, state == .present ? nil : state.rawValue].compactMap { $0 }
      .joined(separator: ", ")
  }

  /// `Grand: 12 presets, 1.2 MB`.
  var line: String { "\(name): \(counted(presetCount, "preset")), \(byteText(size))".printable }
}

extension CataloguePreset {
  /// `TimGM6mb:0:4`, as commands take it.
  var place: String { "\(fontName):\(number)".printable }

  /// `TimGM6mb:0:4 "Electric Piano"`.
  var text: String { "\(place) \"\(name.printable)\"" }

  /// `favorite, in use`; nothing where there is nothing to say.
  var stateText: String {
    [kind == .preset ? nil : kind.rawValue, isActive ? "in use" : nil].compactMap { $0 }
      .joined(separator: ", ")
  }
}

/// `1.2 MB`, `34 kB`: with a decimal from a megabyte on.
func byteText(_ count: Int64) -> String {
  if count < 1000 { return "\(count) B" }
  if count < 999_500 { return "\((count + 500) / 1000) kB" }
  let (unit, name): (Int64, String) = count < 999_950_000 ? (1_000_000, "MB") : (1_000_000_000, "GB")
  let tenths = (count + unit / 20) / (unit / 10)
  return "\(tenths / 10).\(tenths % 10) \(name)"
}
