/// The four-character type of a chunk.
public struct ChunkType: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The type of the header chunk.
  public static let header: ChunkType = "MThd"
  /// The type of a track chunk.
  public static let track: ChunkType = "MTrk"

  /// The four bytes, big-endian.
  package let code: UInt32

  /// Creates a type from four bytes, or returns `nil` if they aren't printable ASCII characters.
  ///
  /// This distinguishes chunks from other bytes in a file.
  init?(code: UInt32) {
    for shift in stride(from: 24, through: 0, by: -8) {
      guard 0x20...0x7E ~= UInt8(truncatingIfNeeded: code >> shift) else { return nil }
    }
    self.code = code
  }

  /// Creates a type from a literal, which must have four ASCII characters.
  public init(stringLiteral name: StaticString) {
    precondition(name.utf8CodeUnitCount == 4 && name.isASCII, "a chunk type must have four ASCII characters")
    code = "\(name)".utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns whether this type differs from `other` only in case.
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
