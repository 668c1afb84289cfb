import Foundation
import SystemPackage
import TestSupport
import Testing

/// A folder with fonts and a catalog.
struct FontLibrary {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The catalog's folder.
  var catalog: String { "data/midirec/fonts" }

  /// Runs `midirec fonts` in the folder.
  func fonts(_ arguments: String...) async throws -> Program.Result { try await fonts(arguments) }

  func fonts(_ arguments: [String]) async throws -> Program.Result {
    try await Program.run("env", environment + ["fonts"] + arguments, in: folder.path)
  }

  /// Starts `midirec fonts` in the folder.
  func start(_ arguments: String...) throws -> Program {
    try Program.start("env", environment + ["fonts"] + arguments, in: folder.path)
  }

  private var environment: [String] {
    ["XDG_DATA_HOME=\(folder.path("data"))", TestEnvironment.midirec]
  }

  /// Runs `midirec fonts` and returns the objects that it prints as JSON.
  func objects(_ arguments: String...) async throws -> [[String: Any]] {
    let result = try await fonts(arguments + ["--json"])
    let parsed = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(parsed as? [[String: Any]])
  }

  /// Writes a font with the given presets, or with one preset that has the file's name.
  func write(_ name: String, _ presets: SmallFont.Preset...) throws {
    let font = SmallFont(presets.isEmpty ? [.init(0, 0, name)] : presets)
    try folder.write(font.bytes, to: name)
  }

  /// Expects the catalog to be intact: each copy is complete and belongs to a font, and no other file exists.
  func expectSound(leftovers: Bool = false) async throws {
    let fonts = try await objects("list", "--tag", "Added")
    for font in fonts {
      let path = try #require(font["path"] as? String)
      #expect(font["state"] as? String == "present")
      let sum = try await Program.run("sha256sum", [path])
      #expect(sum.output.hasPrefix("\(font["sha256"] as? String ?? "none") "), "\(path)")
    }
    let copies = try folder.names(in: catalog).filter { !$0.hasPrefix("catalog.sqlite") }
    if !leftovers { #expect(copies.count == fonts.count, "\(copies)") }
  }
}
