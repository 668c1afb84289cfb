internal import Glibc

extension Array {
  /// The minimum size for huge pages, in bytes.
  private static var largeSize: Int { 4 << 20 }

  /// Reserves memory for at least the given number of elements, in huge pages if it is large.
  ///
  /// Without huge pages, the kernel provides four kilobytes at a time, which takes a third of the time to fill a large
  /// array (measured with ten million events). Memory that is never written costs nothing.
  package mutating func reserveLargeCapacity(_ minimumCapacity: Int) {
    reserveCapacity(minimumCapacity)
    let size = capacity * MemoryLayout<Element>.stride
    guard size >= Self.largeSize else { return }
    unsafe withUnsafeMutableBytes { buffer in
      let pageSize = sysconf(Int32(_SC_PAGESIZE))
      guard let base = buffer.baseAddress, pageSize > 0 else { return }
      let start = UInt(bitPattern: base)
      let firstPage = (start + UInt(pageSize) - 1) / UInt(pageSize) * UInt(pageSize)
      let length = (start + UInt(size) - firstPage) / UInt(pageSize) * UInt(pageSize)
      // This is only a hint to the kernel; a failure has no effect.
      _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: firstPage), Int(length), MADV_HUGEPAGE)
    }
  }

  /// Returns unused memory to the system if it is more than half of the array's.
  ///
  /// - Complexity: O(*n*) if memory is returned; O(1) in other cases.
  package mutating func releaseUnusedMemory() {
    guard capacity > 2 * count + 16 else { return }
    var exact: [Element] = []
    exact.reserveCapacity(count)
    exact.append(contentsOf: self)
    self = exact
  }
}
