internal import GRDB
internal import Glibc
internal import Synth
internal import SystemPackage

/// The font of the system, which is in the catalog if it is installed.
struct BuiltInFont: Sendable {
  let path: FilePath
  let copies: FontCopies

  /// Enters the font, or updates it after an update of the system. A damaged file isn't entered.
  func update(in queue: DatabaseQueue) throws {
    guard let size = FontFiles.size(of: path) else { return }
    let known = try queue.read { try Int64.fetchOne($0, sql: "SELECT size FROM font WHERE kind = 'builtIn'") }
    guard known != size, let file = try? SoundFontFile(reading: path) else { return }
    try queue.write { database in
      let rows = FontRows(database)
      if let same = try rows.font(contentHash: file.contentHash) {
        // The user has added the same font. Its copy is deleted with the next leftovers.
        try database.execute(sql: "DELETE FROM font WHERE kind = 'builtIn' AND id <> ?", arguments: [same])
        try rows.place(same, kind: .builtIn, location: path.string)
      } else if let earlier = try Int64.fetchOne(
        database, sql: "SELECT id FROM font WHERE kind = 'builtIn' OR location = ?", arguments: [path.string])
      {
        try rows.replace(earlier, with: file)
        try rows.place(earlier, kind: .builtIn, location: path.string)
      } else {
        try rows.insert(file, name: path.stem ?? file.name, kind: .builtIn, location: path)
      }
    }
  }
}
