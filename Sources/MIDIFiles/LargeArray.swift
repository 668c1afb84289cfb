internal import Glibc

extension Array {
  /// From this size on, in bytes, it is worth while to ask for huge pages.
  private static var largeSize: Int { 4 << 20 }

  /// Reserves memory for at least so many elements, in huge pages where there is much of it and the kernel has
  /// them. Without, a third of the time that it takes to fill a large array goes into the kernel's handing out four
  /// kilobytes at a time (measured with ten million events). Memory that is never written to costs nothing.
  mutating func reserveLargeCapacity(_ minimumCapacity: Int) {
    reserveCapacity(minimumCapacity)
    let size = capacity * MemoryLayout<Element>.stride
    guard size >= Self.largeSize else { return }
    unsafe withUnsafeMutableBytes { buffer in
      let pageSize = sysconf(Int32(_SC_PAGESIZE))
      guard let base = buffer.baseAddress, pageSize > 0 else { return }
      let start = UInt(bitPattern: base)
      let firstPage = (start + UInt(pageSize) - 1) / UInt(pageSize) * UInt(pageSize)
      let length = (start + UInt(size) - firstPage) / UInt(pageSize) * UInt(pageSize)
      // A wish: refused, it changes nothing.
      _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: firstPage), Int(length), MADV_HUGEPAGE)
    }
  }

  /// Returns memory that no element uses to the system, if it is more than half of the array's.
  ///
  /// - Complexity: O(*n*) if memory is returned, O(1) otherwise.
  mutating func releaseUnusedMemory() {
    guard capacity > 2 * count + 16 else { return }
    var exact: [Element] = []
    exact.reserveCapacity(count)
    exact.append(contentsOf: self)
    self = exact
  }
}
