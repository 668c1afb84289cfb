/// The type of a chunk: four characters.
public struct ChunkType: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The header of a file.
  public static let header: ChunkType = "MThd"
  /// A track.
  public static let track: ChunkType = "MTrk"

  /// The four bytes, big-endian.
  package let code: UInt32

  /// Takes four bytes, or refuses them where they are no printable ASCII characters: so chunks are told from
  /// whatever else stands in a file.
  init?(code: UInt32) {
    for shift in stride(from: 24, through: 0, by: -8) {
      guard 0x20...0x7E ~= UInt8(truncatingIfNeeded: code >> shift) else { return nil }
    }
    self.code = code
  }

  /// Makes the type that a literal of four ASCII characters names: anything else is the programmer's mistake.
  public init(stringLiteral name: StaticString) {
    precondition(name.utf8CodeUnitCount == 4 && name.isASCII, "a chunk type has four ASCII characters")
    code = "\(name)".utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Whether this is what `other` is when upper and lower case are the same.
  func isMisspelling(of other: ChunkType) -> Bool {
    self != other && description.lowercased() == other.description.lowercased()
  }

  /// The four characters.
  public var description: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The four bytes.
  package var bytes: [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: code >> $0) }
  }
}
