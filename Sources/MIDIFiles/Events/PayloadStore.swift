/// The bytes of a track's packets and meta events: those of a decoded file stay where they are in it, those that
/// are added later go into memory of their own. Eight bytes a payload beyond the bytes themselves.
struct PayloadStore: Sendable {
  /// Where a payload stands: below the length of ``fileBytes`` there, from then on in ``addedBytes``. The start
  /// has 36 bits, the count the 28 that the length of a packet or meta event has.
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

  /// The most bytes that a packet or meta event can have: what its length, a variable-length quantity, can say.
  static let maxCount = 0x0FFF_FFFF

  private var places: [Place] = []
  /// The part of the file that the track was decoded from. It shares the file's memory.
  private let fileBytes: ArraySlice<UInt8>
  private var addedBytes: [UInt8] = []

  /// Makes a store for the payloads of a track that stands in `fileBytes`.
  init(fileBytes: ArraySlice<UInt8> = []) { self.fileBytes = fileBytes }

  var count: Int { places.count }

  /// Notes a payload that stands in the file, at these offsets.
  mutating func noteFileBytes(_ range: Range<Int>) {
    places.append(Place(start: range.lowerBound - fileBytes.startIndex, count: range.count))
  }

  /// Adds a payload. One that is larger than a length can say is a programmer's mistake.
  mutating func append(_ bytes: some Collection<UInt8>) {
    places.append(Place(start: fileBytes.count + addedBytes.count, count: bytes.count))
    addedBytes += bytes
  }

  /// Forgets all but the first `count` payloads.
  mutating func truncate(to count: Int) { places.removeLast(places.count - count) }

  /// Returns memory that no payload uses to the system.
  mutating func releaseUnusedMemory() { places.releaseUnusedMemory() }

  /// How many bytes a payload has.
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

  /// How many bytes all payloads have.
  ///
  /// - Complexity: O(*n*) in the number of payloads.
  var totalByteCount: Int { places.reduce(0) { $0 + $1.count } }

  /// Appends some bytes of a payload to an output that has room for them. All at once and straight from the file:
  /// byte by byte, or by way of a slice, it takes as long as all else that encoding does.
  @inline(__always)
  func append(_ index: Int, _ range: Range<Int>, to output: inout UncheckedOutput) {
    let place = places[index]
    let isInFile = place.start < fileBytes.count
    let start = (isInFile ? place.start : place.start - fileBytes.count) + range.lowerBound
    output.append((isInFile ? fileBytes.span : addedBytes.span).extracting(start..<start + range.count))
  }
}
