/// Valid files that no writer had a hand in: written byte by byte from random numbers.
enum RandomFile {
  /// The bytes of a file with one to four tracks of up to 400 events.
  static func bytes(using random: inout some RandomNumberGenerator) -> [UInt8] {
    let trackCount = UInt8.random(in: 1...4, using: &random)
    let format: UInt8 = trackCount == 1 ? .random(in: 0...1, using: &random) : 1
    let division = UInt16.random(in: 1...0x7FFF, using: &random)
    var file = Array("MThd".utf8) + [0, 0, 0, 6, 0, format, 0, trackCount]
    file += [UInt8(division >> 8), UInt8(division & 0xFF)]
    for _ in 0..<trackCount {
      let data = track(eventCount: .random(in: 0...400, using: &random), using: &random)
      file += Array("MTrk".utf8) + [0, 0, UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + data
    }
    return file
  }

  private static func track(eventCount: Int, using random: inout some RandomNumberGenerator) -> [UInt8] {
    var data: [UInt8] = []
    var runningStatus: UInt8?
    for _ in 0..<eventCount {
      data += variableLengthQuantity(
        [0, 0, .random(in: 0...200, using: &random), .random(in: 0...20_000, using: &random)].randomElement(
          using: &random) ?? 0)
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        data += meta(using: &random)
        runningStatus = nil
      case 1:
        let payload = sevenBitBytes(.random(in: 0...40, using: &random), using: &random)
        data += [0xF0, UInt8(payload.count + 1)] + payload + [0xF7]
        runningStatus = nil
      default:
        // Few channels and pitches, so that notes meet.
        let kind: UInt8 =
          [0x80, 0x90, 0x90, 0xA0, 0xB0, 0xC0, 0xD0, 0xE0].randomElement(using: &random) ?? 0x90
        let status = kind | ([0, 1, 9].randomElement(using: &random) ?? 0)
        if status != runningStatus || Bool.random(using: &random) { data.append(status) }
        runningStatus = status
        data.append(.random(in: 60...64, using: &random))
        if kind != 0xC0, kind != 0xD0 {
          data.append([0, .random(in: 0...127, using: &random)].randomElement(using: &random) ?? 0)
        }
      }
    }
    return data + [0, 0xFF, 0x2F, 0]
  }

  private static func meta(using random: inout some RandomNumberGenerator) -> [UInt8] {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: [0xFF, 0x51, 3] + (0..<3).map { _ in UInt8.random(in: 1...255, using: &random) }
    case 1: [0xFF, 0x58, 4, .random(in: 1...12, using: &random), .random(in: 0...5, using: &random), 24, 8]
    case 2: [0xFF, 0x7F, 3] + sevenBitBytes(3, using: &random)
    default:
      [0xFF, .random(in: 1...7, using: &random), 20]
        + (0..<20).map { _ in UInt8.random(in: 0x20...0x7E, using: &random) }
    }
  }

  private static func sevenBitBytes(
    _ count: Int, using random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    (0..<count).map { _ in .random(in: 0...127, using: &random) }
  }

  private static func variableLengthQuantity(_ value: Int) -> [UInt8] {
    let groups = [14, 7, 0].map { UInt8(value >> $0 & 0x7F) }
    let significant = value < 0x80 ? groups.suffix(1) : value < 0x4000 ? groups.suffix(2) : groups[...]
    return significant.dropLast().map { $0 | 0x80 } + significant.suffix(1)
  }
}
