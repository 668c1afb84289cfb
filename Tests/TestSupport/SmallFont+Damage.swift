extension SmallFont {
  /// Returns the bytes of a font with up to four faults, and rarely with none.
  package static func damaged(using generator: inout some RandomNumberGenerator) -> [UInt8] {
    var font = random(presetCount: Int.random(in: 0...6, using: &generator), using: &generator)
    font.sampleCount = Int.random(in: 0...64, using: &generator)
    if Int.random(in: 0..<4, using: &generator) == 0 { font.version.major = 3 }
    var bytes = font.bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      damage(&bytes, using: &generator)
    }
    // Otherwise nearly every font would be rejected for its length.
    if Int.random(in: 0..<3, using: &generator) > 0, bytes.count >= 8 {
      replace(&bytes, at: 4, with: UInt32(bytes.count - 8))
    }
    return bytes
  }

  private static func damage(_ bytes: inout [UInt8], using generator: inout some RandomNumberGenerator) {
    let place = Int.random(in: bytes.indices, using: &generator)
    let end = min(bytes.count, place + Int.random(in: 1...64, using: &generator))
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 2: bytes.removeSubrange(place...)
    case 3: bytes.removeSubrange(place..<end)
    case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 5: bytes += bytes[place..<end]
    default: damageNumber(in: &bytes, using: &generator)
    }
  }

  /// Replaces a length with a hostile number.
  private static func damageNumber(in bytes: inout [UInt8], using generator: inout some RandomNumberGenerator)
  {
    let names = [
      "RIFF", "LIST", "ifil", "INAM", "smpl", "phdr", "pbag", "pmod", "pgen", "inst", "ibag", "igen", "shdr",
    ]
    guard let name = names.randomElement(using: &generator).map({ Array($0.utf8) }),
      let place = bytes.indices.first(where: { bytes[$0...].starts(with: name) })
    else { return }
    let numbers: [UInt32] = [0, 1, 3, 4, 38, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF]
    replace(&bytes, at: place + 4, with: numbers.randomElement(using: &generator) ?? 0)
  }

  private static func replace(_ bytes: inout [UInt8], at place: Int, with number: UInt32) {
    guard place + 4 <= bytes.count else { return }
    for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt32(index))) }
  }
}
