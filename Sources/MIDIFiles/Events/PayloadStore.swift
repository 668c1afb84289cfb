internal import MIDICore

/// The bytes of a track's packets and meta events.
///
/// Payloads of a decoded file stay in the bytes of the file; later ones are in a separate array. Each payload takes
/// eight bytes in addition to its own.
struct PayloadStore: Sendable {
  /// The start and length of a payload.
  ///
  /// A start below the length of ``fileBytes`` is in it, and other starts continue in ``addedBytes``. The start has 36
  /// bits. The length has 28 bits, as in a packet or meta event.
  private struct Place {
    private let bits: UInt64

    init(start: Int, count: Int) {
      precondition(count <= PayloadStore.maxCount, "a packet or meta event has at most 268,435,455 bytes")
      precondition(start < 1 << 36, "a track has at most 64 GiB of packets and meta events")
      bits = UInt64(start) << 28 | UInt64(count)
    }

    var start: Int { Int(bits >> 28) }
    var count: Int { Int(bits & 0x0FFF_FFFF) }
  }

  /// The maximum number of bytes of a packet or meta event, as its length is a variable-length quantity.
  static let maxCount = 0x0FFF_FFFF

  private var places: [Place] = []
  /// The part of the file that the track was decoded from, which shares the file's memory.
  private let fileBytes: ArraySlice<UInt8>
  private var addedBytes: [UInt8] = []

  /// Creates a store for the payloads of a track in `fileBytes`.
  init(fileBytes: ArraySlice<UInt8> = []) { self.fileBytes = fileBytes }

  var count: Int { places.count }

  /// Adds a payload at the given offsets of the file.
  mutating func appendFileBytes(_ range: Range<Int>) {
    places.append(Place(start: range.lowerBound - fileBytes.startIndex, count: range.count))
  }

  /// Adds a payload, which must not exceed ``maxCount``.
  mutating func append(_ bytes: some Collection<UInt8>) {
    places.append(Place(start: fileBytes.count + addedBytes.count, count: bytes.count))
    addedBytes += bytes
  }

  /// Removes all payloads except the first `count`.
  mutating func truncate(to count: Int) { places.removeLast(places.count - count) }

  /// Returns unused memory to the system.
  mutating func releaseUnusedMemory() { places.releaseUnusedMemory() }

  /// Returns the number of bytes of a payload.
  func byteCount(of index: Int) -> Int { places[index].count }

  /// The bytes of a payload, in constant time.
  subscript(index: Int) -> ArraySlice<UInt8> {
    let place = places[index]
    if place.start < fileBytes.count {
      let first = fileBytes.startIndex + place.start
      return fileBytes[first..<first + place.count]
    }
    let first = place.start - fileBytes.count
    return addedBytes[first..<first + place.count]
  }

  /// The number of bytes of all payloads.
  ///
  /// - Complexity: O(*n*) in the number of payloads.
  var totalByteCount: Int { places.reduce(0) { $0 + $1.count } }

  /// Appends a range of a payload to an output that has room for it.
  ///
  /// The bytes are copied at once and directly from the file. Copying single bytes or a slice takes as long as the rest
  /// of encoding.
  @inline(__always)
  func append(_ index: Int, _ range: Range<Int>, to output: inout UncheckedOutput) {
    let place = places[index]
    let isInFile = place.start < fileBytes.count
    let start = (isInFile ? place.start : place.start - fileBytes.count) + range.lowerBound
    output.append((isInFile ? fileBytes.span : addedBytes.span).extracting(start..<start + range.count))
  }
}
