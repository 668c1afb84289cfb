internal import FoundationEssentials
internal import Glibc
internal import Sessions
internal import Synchronization
internal import SystemPackage

/// Folders in which programs work, each for one run.
///
/// They are in one folder of this process of midirec, which is there as long as one of them is; where midirec is killed,
/// the ``OrphanReaper`` removes it.
enum ScratchFolder {
  /// What all of them are in.
  static let root: FilePath = {
    let folder = FilePath(FileManager.default.temporaryDirectory.path)
    return folder.appending("midirec-\(RunMarker.processName)")
  }()

  /// How many were made. Making one and removing the root must not come between each other.
  private static let count = Mutex(0)

  /// Makes a new one, empty, which nobody else can enter.
  static func make() throws(SubjectFailure) -> FilePath {
    // Whatever becomes of midirec from here on.
    if !SimulatedProgramRun.isInside { try OrphanReaper.start() }
    let (folder, errno) = count.withLock { count in
      count += 1
      let folder = root.appending("\(count)")
      // It is already in the catalog for others; what else is wrong, such as a full disk, is what is to be said.
      for path in [root, folder] {
        let isStopRequested = unsafe mkdir(path.string, 0o700) == 0
        if !isStopRequested, path == folder || Glibc.errno != EEXIST { return (path, Glibc.errno) }
      }
      return (folder, 0)
    }
    guard errno == 0 else {
      throw SubjectFailure(
        .unavailable, "can't be started: its folder \(folder) can't be created: \(Errno(rawValue: errno))")
    }
    return folder
  }

  /// Removes one with all that is in it.
  static func remove(_ folder: FilePath) {
    try? FileManager.default.removeItem(atPath: folder.string)
    // Only where none is in it.
    _ = count.withLock { _ in unsafe rmdir(root.string) }
  }
}
