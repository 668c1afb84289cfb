internal import FontCatalog
internal import MIDICore
internal import MIDIRecSound
internal import MIDIRecSynth

/// The presets, fonts, and tags that a page shows.
struct SoundList: Encodable {
  /// A preset or a favorite.
  struct Preset: Encodable {
    /// `FONT:BANK:PROGRAM`, or a favorite's name.
    let preset: String
    let name: String
    let font: String
    let number: String
    let isFavorite: Bool
  }

  struct Font: Encodable {
    let name: String
    let presetCount: Int
    /// `present`, `missing`, or `changed`.
    let state: String
    let tags: [String]
  }

  /// The maximum numbers of presets and fonts in a list, and of presets that are counted.
  private static let (mostPresets, mostFonts, mostCounted) = (200, 200, 1000)

  /// The first matches, favorites first.
  private(set) var presets: [Preset] = []
  /// The number of matches.
  private(set) var count = 0
  /// Whether more presets match than the count.
  private(set) var isCut = false
  /// The first fonts with the tag.
  let fonts: [Font]
  let fontCount: Int
  let tags: [CatalogTag]
  /// The reason why the synth can't play, with the remedy, or `nil`.
  private(set) var problem: String?

  /// Searches the catalog.
  ///
  /// - Parameters:
  ///   - font: The font, or `nil` for all.
  ///   - tag: A tag of the fonts, or `nil` for all.
  init(_ catalog: FontCatalog, search: String, font: String?, tag: String?, isFavoritesOnly: Bool) throws {
    let found = try catalog.fonts(tag: tag)
    fonts = found.prefix(Self.mostFonts).map {
      Font(name: $0.name, presetCount: $0.presetCount, state: $0.state.rawValue, tags: $0.tags)
    }
    fontCount = found.count
    tags = try catalog.tags()
    // A tag can have more fonts than are worth a search each.
    let tagged: [String?] = tag == nil ? [font] : fonts.map(\.name)
    let scopes = font == nil ? tagged : tagged.filter { $0 == font }
    var matches: [CatalogPreset] = []
    for isOfFavorites in isFavoritesOnly ? [true] : [true, false] {
      for scope in scopes where matches.count <= Self.mostCounted {
        var selection = FontCatalog.PresetSelection()
        (selection.font, selection.search) = (scope, search)
        (selection.isFavoritesOnly, selection.limit) = (isOfFavorites, Self.mostCounted)
        let (presets, isMore) = try catalog.presets(selection)
        isCut = isCut || isMore
        matches += isOfFavorites ? presets : presets.filter { $0.kind != .favorite }
      }
    }
    count = min(matches.count, Self.mostCounted)
    isCut = isCut || matches.count > Self.mostCounted
    presets = matches.prefix(Self.mostPresets).map { preset in
      let isFavorite = preset.kind == .favorite
      return Preset(
        preset: isFavorite ? preset.name : "\(preset.fontName):\(preset.number)", name: preset.name,
        font: preset.fontName, number: preset.number.description, isFavorite: isFavorite)
    }
    problem = Self.problem(of: tag == nil ? found : try catalog.fonts())
  }

  private static func problem(of fonts: [CatalogFont]) -> String? {
    guard (try? LiveSynth.driverNames()) != nil else {
      return "FluidSynth isn't available; install libfluidsynth3"
    }
    guard fonts.contains(where: { $0.state == .present }) else {
      return "no font found; install timgm6mb-soundfont, or run midirec fonts add FILE"
    }
    return nil
  }
}

extension Studio {
  /// Lists presets, fonts, and tags.
  func listSounds(_ command: PageCommand) throws -> Reply {
    let search = command.search ?? ""
    let isFavoritesOnly = command.isFavorites ?? false
    let list = try SoundList(
      try catalog.get(), search: search, font: command.font, tag: command.tag,
      isFavoritesOnly: isFavoritesOnly)
    let options =
      (command.font.map { " \($0.shellWord)" } ?? "")
      + (search.isEmpty ? "" : " --search \(search.shellWord)")
      + (isFavoritesOnly ? " --favorites" : "")
    let line = command.tag.map { "midirec fonts list --tag \($0.shellWord)" }
    return Reply(command: line ?? "midirec fonts presets\(options)", sounds: list)
  }

  /// Returns an error as text, with its remedy.
  static func explanation(of error: any Error) -> String {
    let text = text(of: error)
    guard let error = error as? SoundError, error.kind == .cannotCreate else { return text }
    return "no audio output: \(text); choose a driver with midirec studio --audio"
  }
}
