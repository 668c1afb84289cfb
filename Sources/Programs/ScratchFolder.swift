internal import FoundationEssentials
internal import Glibc
internal import Sessions
internal import Synchronization
internal import System
internal import SystemPackage

/// The temporary working folders of programs, one per run.
///
/// They are in one folder of this midirec process, which exists as long as one of them does. If midirec is killed, the
/// ``OrphanReaper`` removes it. On a simulated machine, a program gets the same path in each run, because it can print
/// the path or leave files with it.
enum ScratchFolder {
  /// The folder that contains all scratch folders.
  static let root: FilePath = {
    if SimulatedProgramRun.isInside {
      let folder: FilePath = "/tmp/midirec"
      try? FileSystem.makeFolder(folder, permissions: 0o700)
      // On the host, another user may have a folder with this name.
      if FileSystem.isFolder(folder), FileSystem.refusalToWrite(folder) == nil { return folder }
    }
    let folder = FilePath(FileManager.default.temporaryDirectory.path)
    return folder.appending("midirec-\(RunMarker.processName)")
  }()

  /// Separates creating a folder from removing the root.
  private static let lock = Mutex(())

  /// Creates an empty folder that only the user can enter.
  static func make() throws(SubjectFailure) -> FilePath {
    // From here on, the reaper cleans up if midirec is killed.
    if !SimulatedProgramRun.isInside { try OrphanReaper.start() }
    do throws(Errno) {
      return try lock.withLock { _ throws(Errno) in try makeNext() }
    } catch {
      throw SubjectFailure(
        .unavailable, "can't be started: its folder in \(root) can't be created: \(error)",
        remedy: "set TMPDIR to a folder with room")
    }
  }

  private static func makeNext() throws(Errno) -> FilePath {
    var number = 1
    while true {
      let folder = root.appending("\(number)")
      for path in [root, folder] {
        do throws(Errno) {
          try FileSystem.makeFolder(path, permissions: 0o700)
          if path == folder { return folder }
        } catch {
          switch error {
          case .fileExists where path == root: break
          case .fileExists: number += 1
          // Another midirec on the same machine has just removed the root.
          case .noSuchFileOrDirectory where path == folder: break
          default: throw error
          }
        }
      }
    }
  }

  /// Removes a folder and its contents.
  static func remove(_ folder: FilePath) {
    try? FileManager.default.removeItem(atPath: folder.string)
    // Fails while other folders exist.
    _ = lock.withLock { _ in unsafe rmdir(root.string) }
  }
}
