internal import Glibc
internal import SystemPackage

/// Which file has a name, and when it was changed last: whoever writes to it, or puts another one in its place, changes
/// this.
struct FileFingerprint: Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let seconds: Int
  private let nanoseconds: Int

  /// - Returns: Nothing where no file has the name.
  init?(_ path: FilePath) {
    var information = stat()
    guard unsafe path.withPlatformString({ unsafe stat($0, &information) }) == 0 else { return nil }
    device = UInt64(information.st_dev)
    inode = UInt64(information.st_ino)
    // Not the time of its content, which anybody can set.
    seconds = information.st_ctim.tv_sec
    nanoseconds = information.st_ctim.tv_nsec
  }
}
