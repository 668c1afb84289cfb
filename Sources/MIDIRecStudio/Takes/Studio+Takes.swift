internal import Glibc
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecSystem
internal import Synchronization
internal import SystemPackage
internal import Timelines

/// A take in the studio's folder.
struct ListedTake: Encodable {
  let file: String
  let seconds: Double
  let notes: Int
  /// In milliseconds since 1970.
  let modified: Int64
  /// The size of the file in bytes.
  let size: Int64
  /// The notes as parts of the whole: start, length, and pitch.
  let roll: [[Double]]
}

extension Studio {
  /// The number of takes in the list, and of notes in the picture of each.
  private static let (mostTakes, mostNotes) = (200, 200)

  /// Lists the takes of the folder, the newest first. Files that aren't MIDI files are left out.
  func takes() -> Reply {
    let names = (try? FileSystem.names(in: folder)) ?? []
    let found = names.filter { Self.isTake($0) }.compactMap { name in
      Self.stamp(of: folder.appending(name)).map { (name: name.string, modified: $0.modified, size: $0.size) }
    }
    let newest = found.sorted { ($0.modified, $0.name) > ($1.modified, $1.name) }.prefix(Self.mostTakes)
    let known = listedTakes.withLock(\.self)
    let takes = newest.compactMap { name, modified, size in
      known[name].flatMap { ($0.modified, $0.size) == (modified, size) ? $0 : nil }
        ?? document(of: name, modified: modified, size: size)
    }
    listedTakes.withLock { listed in
      listed = Dictionary(takes.map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first })
    }
    return Reply(takes: takes)
  }

  /// Returns whether a file can be a take. Growing takes and their copies aren't.
  static func isTake(_ name: FilePath.Component) -> Bool {
    name.extension?.lowercased() == "mid" && !name.string.hasPrefix(".") && !name.stem.hasSuffix(".recording")
  }

  private func document(of name: String, modified: Int64, size: Int64) -> ListedTake? {
    guard let recording = try? recording(of: name) else { return nil }
    let performance = Performance(recording)
    let length = max(1, Double(recording.duration.rawValue))
    let step = max(1, performance.notes.count / Self.mostNotes)
    let shown = stride(from: 0, to: performance.notes.count, by: step).map { performance.notes[$0] }
    return ListedTake(
      file: name, seconds: length / 1e9, notes: performance.notes.count, modified: modified,
      size: size,
      roll: shown.map { note in
        let end = note.offset ?? recording.duration
        return [
          Double(note.onset.rawValue) / length, Double((end - note.onset).rawValue) / length,
          Double(note.number.rawValue) / 127,
        ]
        .map { ($0 * 1000).rounded() / 1000 }
      })
  }

  /// Returns the path of a take in the folder.
  ///
  /// - Throws: `StudioError` if the name could be that of another file.
  func path(of take: String) throws -> FilePath {
    guard !take.contains("/") else {
      throw StudioError("\(take) isn't the name of a take: takes are in one folder; leave out the slash")
    }
    guard let name = FilePath.Component(take), name.kind == .regular, name.string == take,
      name.extension?.lowercased() == "mid"
    else { throw StudioError("\(take) isn't the name of a take; it must end in .mid") }
    let path = folder.appending(name)
    // To open a pipe would wait for its writer.
    guard !FileSystem.isSpecial(path) else { throw StudioError("\(take) isn't a file") }
    return path
  }

  /// Reads a take of the folder.
  func recording(of take: String) throws -> Recording {
    try MIDIFile.decode(contentsOf: path(of: take).string).file.recording()
  }

  /// Renames a take. The new name must be free.
  func rename(_ take: String, to name: String) throws -> Reply {
    let newName = name.lowercased().hasSuffix(".mid") ? name : "\(name).mid"
    guard !name.isEmpty else { throw StudioError("a take needs a name") }
    guard newName.first != "." else {
      throw StudioError("the list doesn't show names that begin with a dot; choose a different one")
    }
    let (old, new) = (try path(of: take), try path(of: newName))
    guard new.lastComponent.map(Self.isTake) == true else {
      throw StudioError("\(newName) is the name of a take that still grows; choose a different one")
    }
    try perform("renamed \(take)", on: nil) {
      do throws(Errno) {
        try FileSystem.rename(old, toFree: new)
      } catch {
        guard error == .fileExists else { throw FileError(operation: .write, path: old, errno: error) }
        throw StudioError("\(newName) already exists; choose a different name")
      }
      return .renamed(from: old, to: new)
    }
    return Reply(command: "mv -n \(take.shellWord) \(newName.shellWord)", file: newName)
  }

  /// Writes a part of a take as a new take.
  func trim(_ take: String, from start: Nanoseconds, to end: Nanoseconds) throws -> Reply {
    let file = try MIDIFile.decode(contentsOf: path(of: take).string).file
    guard end > start else { throw StudioError("the range is empty") }
    let name = unusedName(like: "\(try path(of: take).stem ?? "take")-part.mid")
    try file.excerpt(from: start, to: end).write(to: folder.appending(name))
    change { $0.takesVersion += 1 }
    return Reply(
      command:
        "midirec convert \(take.shellWord) \(name.shellWord) --from \(start.argument) "
        + "--to \(end.argument)", file: name)
  }

  private static func stamp(of path: FilePath) -> (modified: Int64, size: Int64)? {
    var status = stat()
    guard unsafe path.withPlatformString({ unsafe stat($0, &status) }) == 0 else { return nil }
    let modified = Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
    return (modified, Int64(status.st_size))
  }
}
