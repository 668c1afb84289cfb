internal import CLinux
internal import Glibc

/// A heap for a program that needs much memory once and then ends.
package enum LargeHeap {
  /// The size of the heap's first part. Only the pages that are used take memory.
  private static let size = 2 << 30
  /// The size of a huge page.
  private static let pageSize = 2 << 20

  /// Makes malloc keep freed blocks for later ones, in one heap of huge pages.
  ///
  /// Otherwise, each large block is new to the process, and the kernel clears it page by page. That took a sixth of the
  /// time to compare two takes of a million notes. It has no effect if the system refuses memory or huge pages.
  package static func use() {
    // One heap for all threads, no memory from elsewhere for large blocks, and none back (mallopt(3)).
    for (parameter, value) in [(M_ARENA_MAX, 1), (M_MMAP_MAX, 0), (M_TRIM_THRESHOLD, -1)] {
      _ = mallopt(parameter, Int32(value))
    }
    guard let block = unsafe malloc(size) else { return }
    let start = (UInt(bitPattern: block) / UInt(pageSize) + 1) * UInt(pageSize)
    _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: start), size - pageSize, MADV_HUGEPAGE)
    unsafe free(block)
  }

  private static let (M_TRIM_THRESHOLD, M_MMAP_MAX, M_ARENA_MAX): (Int32, Int32, Int32) = (-1, -4, -8)
}
