import FontCatalog
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecStudio

struct SoundListTests {
  private static func list(in folder: TemporaryFolder) throws -> SoundList {
    let catalog = try FontCatalog(
      in: FilePath(folder.path("catalog")), builtInFont: FilePath(folder.path("BuiltIn.sf2")))
    return try SoundList(catalog, search: "", font: nil, tag: nil, isFavoritesOnly: false)
  }

  @Test func machineWithoutAFontSaysWhatToInstall() throws {
    let list = try Self.list(in: try TemporaryFolder())
    #expect(list.problem?.contains("install timgm6mb-soundfont") == true)
    #expect(list.presets.isEmpty && list.count == 0 && list.fonts.isEmpty)
  }

  @Test func builtInFontIsNoProblem() throws {
    let folder = try TemporaryFolder()
    try folder.write(SmallFont([.init(0, 0, "Piano")]).bytes, to: "BuiltIn.sf2")
    let list = try Self.list(in: folder)
    #expect(list.problem == nil)
    #expect(list.presets.map(\.name) == ["Piano"])
  }
}
