internal import GRDB
internal import Glibc
internal import SystemPackage

/// The font that comes with the system: it is in the catalog where it is installed, and as it is installed.
struct BuiltInFont: Sendable {
  let path: FilePath
  let copies: FontCopies

  /// Enters it, or what an update of the system has made of it. A file that is broken isn't entered.
  func update(in queue: DatabaseQueue) throws {
    guard let size = FontFiles.size(of: path) else { return }
    let known = try queue.read { try Int64.fetchOne($0, sql: "SELECT size FROM font WHERE kind = 'builtIn'") }
    guard known != size, let file = try? SoundFontFile(reading: path) else { return }
    try queue.write { database in
      let rows = FontRows(database)
      if let same = try rows.font(contentHash: file.contentHash) {
        // Somebody has added the same one; a copy is taken away with the next leftovers.
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
