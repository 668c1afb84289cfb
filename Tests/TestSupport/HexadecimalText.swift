/// Returns the bytes of a hexadecimal text as in specifications: `"90 3C 64"`.
package func bytes(_ hexadecimal: String) -> [UInt8] {
  hexadecimal.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0, radix: 16) }
}

/// Returns a file with one track of the given bytes, at 96 ticks per quarter note.
package func fileWithTrack(_ hexadecimal: String) -> [UInt8] {
  let track = bytes(hexadecimal)
  return bytes("4D 54 68 64 00 00 00 06 00 00 00 01 00 60")
    + bytes("4D 54 72 6B 00 00") + [UInt8(track.count / 256), UInt8(track.count % 256)] + track
}
