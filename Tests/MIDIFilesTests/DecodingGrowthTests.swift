import MIDIFiles
import TestSupport
import Testing

/// Decoding takes time proportional to the size of a file, whatever it contains.
@Suite struct DecodingGrowthTests {
  /// A file of many similar parts.
  struct Shape: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The bytes before the parts, in hexadecimal.
    var start = "4D 54 68 64 00 00 00 06 00 01 FF FF 00 60"
    /// The bytes of a part, in hexadecimal.
    var part: String
    /// Whether each part is a track whose length reaches to the end of the file.
    var reachesToEnd = false

    func file(partCount: Int) -> [UInt8] {
      let (start, part) = (bytes(start), bytes(part))
      var file = start
      for index in 0..<partCount {
        var part = part
        let length = (partCount - index) * part.count - 8
        if reachesToEnd {
          part.replaceSubrange(4..<8, with: (0..<4).map { UInt8(length >> (24 - 8 * $0) & 0xFF) })
        }
        file += part
      }
      return file
    }
  }

  private static let shapes = [
    Shape(testDescription: "empty tracks", part: "4D 54 72 6B 00 00 00 04 00 FF 2F 00"),
    Shape(testDescription: "tracks of length 0", part: "4D 54 72 6B 00 00 00 00"),
    Shape(
      testDescription: "tracks of length 0 in texts",
      start: "4D 54 68 64 00 00 00 06 00 01 FF FF 00 60 4D 54 72 6B 00 00 00 00",
      part: "00 FF 01 08 4D 54 72 6B 00 00 00 00"),
    Shape(
      testDescription: "tracks that end early", part: "4D 54 72 6B 00 00 00 00 00 FF 2F 00",
      reachesToEnd: true),
    Shape(
      testDescription: "tracks with another End of Track",
      part: "4D 54 72 6B 00 00 00 0D 00 FF 2F 00 00 00 00 00 00 00 FF 2F 00"),
    Shape(
      testDescription: "headers after the last track",
      start: "4D 54 68 64 00 00 00 06 00 00 00 01 00 60 4D 54 72 6B 00 00 00 04 00 FF 2F 00",
      part: "4D 54 68 64 00 00 00 00"),
    Shape(
      testDescription: "chunks that are too long",
      part: "41 42 43 44 7F 00 00 00 4D 54 72 6B 00 00 00 04 00 FF 2F 00"),
    Shape(testDescription: "garbage between tracks", part: "80 81 82 4D 54 72 6B 00 00 00 04 00 FF 2F 00"),
    Shape(
      testDescription: "End of Track in a track",
      start: "4D 54 68 64 00 00 00 06 00 00 00 01 00 60 4D 54 72 6B 00 00 FF FF",
      part: "00 FF 2F 00"),
  ]

  @Test(arguments: shapes)
  func decodingTimeIsProportionalToSize(shape: Shape) throws {
    func shortestTime(partCount: Int) -> Duration {
      let file = shape.file(partCount: partCount)
      return (0..<5).map { _ in ProcessorTime.measure { _ = try? MIDIFile.decode(file) } }.min() ?? .zero
    }
    let (short, long) = (shortestTime(partCount: 2000), shortestTime(partCount: 16_000))
    // Proportional time is 8 times as long; quadratic time would be 64 times as long.
    #expect(long < short * 24, "\(short) for 2,000 parts, \(long) for 16,000")
  }
}
