internal import GRDB
public import MIDIRecSound
public import MIDIRecSynth
internal import SystemPackage

extension FontCatalog {
  /// Resolves the arguments of a command to a font and a preset.
  ///
  /// - Parameters:
  ///   - font: The name of a font in the catalog, or the path of any font file, or `nil` for the default, otherwise the
  ///     built-in font.
  ///   - preset: `BANK:PROGRAM`, a favorite's name, or the name of a preset of the font, or `nil` for the default
  ///     preset if no font is given.
  /// - Throws: `SoundError` if the font or preset doesn't exist, or its file is missing or damaged.
  public func choice(font: String?, preset: String?) throws(SoundError) -> FontChoice {
    if let font, font.contains("/") {
      return try FontChoice(of: FilePath(font), preset: preset, builtInFont)
    }
    if database.exists, let choice = try database.read({ try choice(font: font, preset: preset, $0) }) {
      return choice
    }
    return try FontChoice(font: font, preset: preset, builtInFont: builtInFont)
  }

  /// Resolves like ``choice(font:preset:)`` from the user's catalog, or, if the user has no home folder, from font
  /// files and the built-in font.
  public static func choiceOfUser(font: String?, preset: String?) throws(SoundError) -> FontChoice {
    guard let catalog = try ofUserIfAny() else {
      return try FontChoice(font: font, preset: preset, builtInFont: SoundFontFile.builtIn)
    }
    return try catalog.choice(font: font, preset: preset)
  }

  /// Returns the choice of the catalog, or `nil` if neither an argument nor a default selects one.
  private func choice(font: String?, preset: String?, _ database: Database) throws -> FontChoice? {
    guard let font else {
      if let preset, let favorite = try database.favorite(named: preset) {
        let font = try fonts(database, where: "id = ?", [favorite.fontID]).first
        return try font.map { try choice(favorite, of: $0) }
      }
      let use = try use(database)
      guard let inUse = use.font else {
        let builtIn = try fonts(database, where: "kind = 'builtIn'")
        guard let font = builtIn.first, font.state == .present else { return nil }
        return try choice(preset, in: font, database)
      }
      if preset == nil, let active = use.preset { return try choice(active, of: inUse) }
      return try choice(preset, in: inUse, database)
    }
    guard let known = try fontIfAny(font, database) else { return nil }
    return try choice(preset, in: known, database)
  }

  private func choice(_ preset: String?, in font: CatalogFont, _ database: Database) throws -> FontChoice {
    guard let preset else { return FontChoice(font: try presentFile(of: font)) }
    return try choice(database.preset(preset, of: font), of: font)
  }

  private func choice(_ preset: CatalogPreset, of font: CatalogFont) throws -> FontChoice {
    FontChoice(
      font: try presentFile(of: font), preset: preset.number, settings: preset.settings ?? PresetSettings())
  }

  /// Returns a font's file if it is unchanged.
  func presentFile(of font: CatalogFont) throws(SoundError) -> FilePath {
    switch font.state {
    case .present: return font.path
    case .missing:
      throw SoundError(
        .noInput, font.path,
        "the file of \"\(font.name)\" is missing; run midirec fonts find FOLDER to find it")
    case .changed:
      throw SoundError(
        .badData, font.path,
        "the file of \"\(font.name)\" has changed; run midirec fonts add to accept the change")
    }
  }
}

/// Choices of font files and the built-in font, if no catalog exists or it has no such font.
extension FontChoice {
  /// Resolves like ``FontCatalog/choice(font:preset:)``.
  fileprivate init(font: String?, preset: String?, builtInFont: FilePath) throws(SoundError) {
    guard let font else {
      guard builtInFont.fileSize != nil else {
        throw SoundError(
          .noInput, builtInFont, "no font found; install timgm6mb-soundfont, or specify one with --font")
      }
      try self.init(of: builtInFont, preset: preset, builtInFont)
      return
    }
    let isFile = FilePath(font).fileSize != nil
    guard isFile || font.lowercased() == builtInFont.stem?.lowercased() else {
      throw SoundError(
        .noInput, nil,
        "no font named \"\(font)\", and no such file; run midirec fonts list to see all fonts")
    }
    try self.init(of: isFile ? FilePath(font) : builtInFont, preset: preset, builtInFont)
  }

  /// Chooses a preset of a font file.
  fileprivate init(
    of path: FilePath, preset: String?, _ builtInFont: FilePath
  ) throws(SoundError) {
    guard let preset else {
      _ = try OpenFont(path)
      self.init(font: path)
      return
    }
    let found = Self.presets(preset, among: try SoundFontFile.presets(in: path))
    // The built-in font is known by its name even before a catalog exists.
    let name = path == builtInFont ? path.stem : nil
    let refusal = PresetLookupFailure(preset, ofFont: name, at: path)
    guard let first = found.first else { throw refusal.none }
    if found.count > 1 { throw refusal.several(found.map { ($0.number, $0.name) }) }
    self.init(font: path, preset: first.number)
  }

  /// Returns the presets that match a text, as in the catalog: by number, by name, or by a part of the name, whichever
  /// matches first.
  private static func presets(
    _ text: String, among presets: [SoundFontFile.Preset]
  ) -> [SoundFontFile.Preset] {
    if let number = PresetNumber(text) { return presets.filter { $0.number == number } }
    let text = text.lowercased()
    let named = presets.filter { $0.name.lowercased() == text }
    return named.isEmpty ? presets.filter { !text.isEmpty && $0.name.lowercased().contains(text) } : named
  }
}

/// The errors of a text that selects no preset of a font, with advice.
struct PresetLookupFailure {
  /// The maximum number of presets in a message.
  private static let namedCount = 3

  /// The user's text: a number, a name, or a part of a name.
  private let text: String
  /// The name of the font in the catalog, or `nil` for a font file.
  private let font: String?
  /// The file outside the catalog, or `nil`.
  private let path: FilePath?

  /// Creates the errors of a font in the catalog or, without a name, of a font file outside it.
  init(_ text: String, ofFont name: String?, at path: FilePath? = nil) {
    (self.text, font, self.path) = (text, name, name == nil ? path : nil)
  }

  /// The error if no preset matches.
  var none: SoundError {
    let wanted = PresetNumber(text) == nil ? "\"\(text)\"" : text
    guard let font else {
      let advice = "add the font with midirec fonts add, then list its presets with midirec fonts presets"
      return SoundError(.noInput, path, "has no preset \(wanted); \(advice)")
    }
    let advice = "run midirec fonts presets \"\(font)\" to list its presets"
    return SoundError(.noInput, nil, "the font \"\(font)\" has no preset \(wanted); \(advice)")
  }

  /// Returns the error if several presets match.
  ///
  /// - Parameter presets: All matching presets, in order.
  func several(_ presets: [(number: PresetNumber, name: String)]) -> SoundError {
    let names = presets.prefix(Self.namedCount).map { "\($0.number) \"\($0.name)\"" }
    let isCut = presets.count > names.count
    let list = (names + (isCut ? ["…"] : [])).joined(separator: ", ")
    let reason = "\"\(text)\" matches \(list); specify BANK:PROGRAM"
    guard isCut, let font else { return SoundError(.usage, path, reason) }
    let search = "midirec fonts presets \"\(font)\" --search \"\(text)\""
    return SoundError(.usage, nil, "\(reason), or list all with \(search)")
  }
}
