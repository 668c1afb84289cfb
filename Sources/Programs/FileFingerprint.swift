internal import Glibc
internal import SystemPackage

/// The identity and last change of a file. It differs after a write and after a replacement.
struct FileFingerprint: Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let seconds: Int
  private let nanoseconds: Int

  /// Reads the fingerprint of a file.
  ///
  /// - Returns: `nil` if the file doesn't exist.
  init?(_ path: FilePath) {
    var information = stat()
    guard unsafe path.withPlatformString({ unsafe stat($0, &information) }) == 0 else { return nil }
    device = UInt64(information.st_dev)
    inode = UInt64(information.st_ino)
    // The status change time, because programs can set the modification time.
    seconds = information.st_ctim.tv_sec
    nanoseconds = information.st_ctim.tv_nsec
  }
}
