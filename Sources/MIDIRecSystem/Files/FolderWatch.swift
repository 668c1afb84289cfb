internal import CLinux
internal import Glibc
package import SystemPackage

/// A watch for changes of files in folders, or of single files (inotify(7)).
///
/// It sees a file when its writer closes it, and when another file replaces it, as editors do that save by renaming.
package final class FolderWatch {
  /// The changes since the last call of ``FolderWatch/changes()``.
  package struct Changes: Hashable, Sendable {
    /// The changed, created, and removed files, in the folders as they were added.
    package fileprivate(set) var files: Set<FilePath> = []
    /// Whether folders were created or removed.
    package fileprivate(set) var concernsFolders = false
    /// Whether the kernel lost changes, because they came too fast.
    package fileprivate(set) var areIncomplete = false

    /// Whether nothing changed.
    package var isEmpty: Bool { files.isEmpty && !concernsFolders && !areIncomplete }
  }

  /// A descriptor that becomes readable when something has changed.
  package let descriptor: Int32
  private var folders: [Int32: FilePath] = [:]

  /// Creates a watch without folders, or returns `nil` if the system has none left.
  package init?() {
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Watches the files of a folder, but not of its subfolders. A folder can be added several times.
  ///
  /// - Returns: `false` if the system can't watch the folder.
  @discardableResult
  package func add(_ folder: FilePath) -> Bool {
    let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ONLYDIR)
    let watch = unsafe folder.withPlatformString { unsafe inotify_add_watch(descriptor, $0, mask) }
    guard watch >= 0 else { return false }
    if folders[watch] == nil { folders[watch] = folder }
    return true
  }

  /// Watches a file that grows. ``descriptor`` becomes readable with each write, and ``changes()`` doesn't name it.
  package func add(growingFile file: FilePath) {
    _ = unsafe file.withPlatformString { unsafe inotify_add_watch(descriptor, $0, UInt32(IN_MODIFY)) }
  }

  /// Returns the changes since the last call. It doesn't wait.
  package func changes() -> Changes {
    var changes = Changes()
    let size = 1 << 16
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: size, alignment: MemoryLayout<inotify_event>.alignment)
    defer { unsafe buffer.deallocate() }
    while true {
      let count = unsafe read(descriptor, buffer.baseAddress, size)
      guard count > 0 else { return changes }
      var offset = 0
      while offset < count {
        let event = unsafe buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let start = offset + MemoryLayout<inotify_event>.size
        offset = start + Int(event.len)
        let bytes = unsafe buffer[start..<offset].prefix { $0 != 0 }
        unsafe note(event, String(decoding: bytes, as: UTF8.self), &changes)
      }
    }
  }

  private func note(_ event: inotify_event, _ name: String, _ changes: inout Changes) {
    guard event.mask & UInt32(IN_IGNORED) == 0 else {
      folders[event.wd] = nil
      return
    }
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { changes.areIncomplete = true }
    if event.mask & UInt32(IN_ISDIR) != 0 { changes.concernsFolders = true }
    // A created file isn't written yet.
    guard let folder = folders[event.wd], event.mask & UInt32(IN_ISDIR | IN_CREATE) == 0 else { return }
    changes.files.insert(folder.appending(name))
  }
}
