internal import CLinux
internal import Glibc
package import SystemPackage

/// The identity, length, and modification time of a file, which show changes by another process.
package struct FileStamp: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t
  private let length: off_t
  private let seconds: Int
  private let nanoseconds: Int

  private init?(_ facts: Stat?) {
    guard let information = facts?.rawValue else { return nil }
    device = information.st_dev
    number = information.st_ino
    length = information.st_size
    seconds = information.st_mtim.tv_sec
    nanoseconds = information.st_mtim.tv_nsec
  }

  /// Reads the stamp of an open file or folder, or returns `nil` if the system can't.
  package init?(of descriptor: FileDescriptor) { self.init(try? Stat(descriptor)) }

  /// Reads the stamp of the file or link with a name, or returns `nil` if it doesn't exist.
  package init?(ofName name: FilePath, in folder: FileDescriptor) {
    self.init(try? Stat(name, relativeTo: folder, flags: .symlinkNoFollow))
  }

  /// Reads the stamp of the file or folder that a path leads to, or returns `nil` if it doesn't exist.
  package init?(followingLinks path: FilePath) { self.init(try? Stat(path)) }

  /// Whether the file has no contents.
  package var isEmpty: Bool { length == 0 }

  /// Returns whether both stamps are of the same file, which may have changed between them.
  package func isSameFile(as other: FileStamp?) -> Bool {
    device == other?.device && number == other?.number
  }
}
