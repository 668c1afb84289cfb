internal import Glibc
internal import MIDIRecSound
internal import MIDIRecSynth
internal import MIDIRecSystem
internal import SystemPackage

/// The copies of fonts in the catalog's folder, named by their contents.
struct FontCopies: Sendable {
  private static let endings = [".sf2", ".sf3"]
  private static let hashLength = 64

  let folder: FilePath

  init(in folder: FilePath) { self.folder = folder }

  /// Returns the name of a copy.
  static func name(of font: SoundFontFile, from path: FilePath) -> String {
    font.contentHash + (path.extension?.lowercased() == "sf3" ? ".sf3" : ".sf2")
  }

  /// Names a complete copy.
  func publish(_ copy: NewFile, as name: String) throws(SoundError) {
    let path = folder.appending(name)
    do {
      try copy.publish(as: path)
      // The name is on disk before any row refers to it.
      try FileSystem.syncFolder(of: path)
    } catch {
      throw SoundError(.cannotCreate, path, "can't be created: \(error)")
    }
  }

  /// Copies a font.
  ///
  /// - Parameters:
  ///   - contentHash: The expected contents.
  ///   - canBeUnnamed: Whether the file system supports unnamed files.
  /// - Returns: The complete copy on disk without a name, which is deleted unless it is published.
  func copy(
    _ font: OpenFont, contentHash: String, canBeUnnamed: Bool = true
  ) throws(SoundError) -> NewFile {
    let file = try newFile(contentHash, canBeUnnamed)
    var hash = SHA256()
    var offset = 0
    do {
      while let piece = try font.piece(at: offset) {
        hash.update(piece)
        offset += piece.count
        _ = try file.descriptor.writeAll(piece)
      }
      try FileSystem.sync(file.descriptor)
    } catch {
      throw error as? SoundError
        ?? SoundError(.inputOutput, font.path, "can't be copied to \(folder): \(Errno(thrown: error))")
    }
    guard hash.hexadecimalDigest() == contentHash else {
      throw SoundError(.inputOutput, font.path, "was changed while it was read; add it again")
    }
    return file
  }

  private func newFile(_ contentHash: String, _ canBeUnnamed: Bool) throws(SoundError) -> NewFile {
    let path = folder.appending(contentHash + Self.endings[0])
    do {
      while true {
        let file = try NewFile(path, replaces: true, canBeUnnamed: canBeUnnamed)
        // Locked, so that no other process deletes it as a leftover, which may have happened before.
        _ = flock(file.descriptor.rawValue, LOCK_EX)
        if file.stillExists { return file }
      }
    } catch {
      throw SoundError(.cannotCreate, folder, "fonts can't be copied there: \(error)")
    }
  }

  /// Deletes the leftovers of killed processes: unknown copies, and incomplete copies on file systems without unnamed
  /// files.
  ///
  /// It must not run while a process names and enters a copy. Both happen in write transactions.
  func removeLeftovers(except known: Set<String>) {
    guard let names = try? FileSystem.names(in: folder) else { return }
    for name in names.map(\.string) {
      if let finished = NewFile.name(ofHidden: name), Self.isCopy(finished) {
        removeUnlessLocked(folder.appending(name))
      } else if Self.isCopy(name), !known.contains(name) {
        try? FileSystem.remove(folder.appending(name))
      }
    }
  }

  private static func isCopy(_ name: String) -> Bool {
    endings.contains { name.hasSuffix($0) } && name.utf8.count == hashLength + 4
      && name.dropLast(4).allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }

  private func removeUnlessLocked(_ path: FilePath) {
    guard let descriptor = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else { return }
    if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 { try? FileSystem.remove(path) }
    try? descriptor.close()
  }
}
