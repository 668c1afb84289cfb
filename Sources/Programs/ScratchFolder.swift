internal import FoundationEssentials
internal import Glibc
internal import Sessions
internal import Synchronization
internal import SystemPackage

/// The temporary working folders of programs, one per run.
///
/// They are in one folder of this midirec process, which exists as long as one of them does. If midirec is killed, the
/// ``OrphanReaper`` removes it.
enum ScratchFolder {
  /// The folder that contains all scratch folders.
  static let root: FilePath = {
    let folder = FilePath(FileManager.default.temporaryDirectory.path)
    return folder.appending("midirec-\(RunMarker.processName)")
  }()

  /// The number of folders created. The lock also separates creating a folder from removing the root.
  private static let count = Mutex(0)

  /// Creates an empty folder that only the user can enter.
  static func make() throws(SubjectFailure) -> FilePath {
    // From here on, the reaper cleans up if midirec is killed.
    if !SimulatedProgramRun.isInside { try OrphanReaper.start() }
    let (folder, errno) = count.withLock { count in
      count += 1
      let folder = root.appending("\(count)")
      // The root may already exist. Creating the inner folder reports any other error, such as a full disk.
      for path in [root, folder] {
        let isNew = unsafe mkdir(path.string, 0o700) == 0
        if !isNew, path == folder || Glibc.errno != EEXIST { return (path, Glibc.errno) }
      }
      return (folder, 0)
    }
    guard errno == 0 else {
      throw SubjectFailure(
        .unavailable, "can't be started: its folder \(folder) can't be created: \(Errno(rawValue: errno))")
    }
    return folder
  }

  /// Removes a folder and its contents.
  static func remove(_ folder: FilePath) {
    try? FileManager.default.removeItem(atPath: folder.string)
    // Fails while other folders exist.
    _ = count.withLock { _ in unsafe rmdir(root.string) }
  }
}
