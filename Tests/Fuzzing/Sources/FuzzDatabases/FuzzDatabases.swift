import Foundation
import FuzzTarget
import MIDICore
import SystemPackage

@testable import FontCatalog
@testable import MIDIRecSound
@testable import MIDIRecSynth

/// The folder of the catalog that this process reads.
private let folder = "\(NSTemporaryDirectory())/midirec-fuzz-\(getpid())"

/// Checks the requirements for any bytes as the database of the font catalog.
@_silgen_name("check")
public func check(_ bytes: [UInt8]) {
  let files = FileManager.default
  try? files.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? files.removeItem(atPath: folder) }
  let path = URL(fileURLWithPath: "\(folder)/\(FontCatalog.databaseName)")
  require((try? Data(bytes).write(to: path)) != nil, "no space in \(folder)")
  guard let catalog = try? FontCatalog(in: FilePath(folder), builtInFont: "/missing") else {
    fatalError("a folder has no catalog")
  }
  var selection = FontCatalog.PresetSelection()
  attempt { try catalog.fonts() }
  attempt { try catalog.presets(selection) }
  selection.search = "pia"
  selection.limit = 10
  attempt { try catalog.presets(selection) }
  attempt { try catalog.tags() }
  attempt { try catalog.use() }
  attempt { try catalog.choice(font: nil, preset: "0:0") }
  attempt { try catalog.useTag("Added") }
  attempt { try catalog.removeFavorite("Grand") }
}

/// Requires that an operation succeeds, or throws an error with a reason.
private func attempt<Value>(_ operation: () throws -> Value) {
  do {
    _ = try operation()
  } catch {
    require(error is SoundError && !"\(error)".isEmpty, "an error of another type: \(error)")
  }
}
