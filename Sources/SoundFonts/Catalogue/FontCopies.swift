internal import Glibc
internal import Storage
internal import SystemPackage

/// The copies of fonts in the catalogue's folder: each is named for its content.
struct FontCopies: Sendable {
  private static let unfinishedPrefix = ".adding-"
  private static let endings = [".sf2", ".sf3"]
  private static let hashLength = 64

  let folder: FilePath

  init(in folder: FilePath) { self.folder = folder }

  /// What a copy is called.
  static func name(of font: SoundFontFile, from path: FilePath) -> String {
    font.contentHash + (path.extension?.lowercased() == "sf3" ? ".sf3" : ".sf2")
  }

  /// A copy that is on disk, whole, but hasn't its name yet.
  struct Unnamed: ~Copyable {
    private let path: FilePath
    /// Open, and thereby locked, so that no other process takes it for one that was left.
    private let descriptor: FileDescriptor
    private var isNamed = false

    fileprivate init(path: FilePath, descriptor: FileDescriptor) {
      self.path = path
      self.descriptor = descriptor
    }

    /// Gives it its name.
    mutating func rename(to name: String) throws(SoundFontError) {
      let newPath = path.removingLastComponent().appending(name)
      do {
        try FileSystem.rename(path, replacing: newPath)
        isNamed = true
        // The name is on disk before anything refers to it.
        try FileSystem.syncFolder(of: newPath)
      } catch {
        throw SoundFontError(.cannotCreate, newPath, "cannot be created: \(error)")
      }
    }

    deinit {
      if !isNamed { try? FileSystem.remove(path) }
      try? descriptor.close()
    }
  }

  /// Copies a font.
  ///
  /// - Parameter contentHash: What it must hold.
  func copy(_ font: OpenFont, contentHash: String) throws(SoundFontError) -> Unnamed {
    let (path, descriptor) = try makeUnfinished()
    // From here on, whatever fails takes the file away.
    let copy = Unnamed(path: path, descriptor: descriptor)
    var hash = ContentHash()
    var offset = 0
    while let piece = try font.piece(at: offset) {
      hash.add(piece)
      offset += piece.count
      do {
        _ = try descriptor.writeAll(piece)
      } catch {
        throw refusal(font, error)
      }
    }
    guard fsync(descriptor.rawValue) == 0 else { throw refusal(font, Errno(rawValue: errno)) }
    guard hash.finish() == contentHash else {
      throw SoundFontError(.inputOutput, font.path, "was changed while it was read; add it again")
    }
    return copy
  }

  private func refusal(_ font: OpenFont, _ error: any Error) -> SoundFontError {
    SoundFontError(
      .inputOutput, font.path, "can't be copied to \(folder): \(error as? Errno ?? .ioError)")
  }

  private func makeUnfinished() throws(SoundFontError) -> (FilePath, FileDescriptor) {
    while true {
      let name = Self.unfinishedPrefix + String(UInt64.random(in: 0 ... .max), radix: 36)
      let path = folder.appending(name)
      do {
        let descriptor = try FileDescriptor.open(
          path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
          permissions: [.ownerReadWrite, .groupRead, .otherRead])
        _ = flock(descriptor.rawValue, LOCK_EX)
        // Another process may have taken it away before it was locked.
        var information = stat()
        if unsafe fstat(descriptor.rawValue, &information) == 0, information.st_nlink > 0 {
          return (path, descriptor)
        }
        try? descriptor.close()
      } catch {
        if error as? Errno == .fileExists { continue }
        throw SoundFontError(
          .cannotCreate, folder, "no font can be copied there: \(error as? Errno ?? .ioError)")
      }
    }
  }

  /// Takes away what a process has left that ended in the middle: copies that aren't finished, and those that aren't
  /// known.
  ///
  /// While a process gives a copy its name, and enters it, this must not run: both are done in transactions that write.
  func removeLeftovers(except known: Set<String>) {
    guard let names = try? FontFiles.names(in: folder) else { return }
    for name in names.map(\.string) {
      if name.hasPrefix(Self.unfinishedPrefix) {
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
