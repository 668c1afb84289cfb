import MIDIFiles
import TestSupport

/// The bytes of a file with these tracks, 96 ticks a quarter unless told otherwise.
func hexadecimalFile(format: UInt8, division: String = "00 60", _ tracks: [String]) -> [UInt8] {
  bytes("4D 54 68 64 00 00 00 06 00") + [format] + [0, UInt8(tracks.count)] + bytes(division)
    + tracks.flatMap { track in
      bytes("4D 54 72 6B 00 00 00") + [UInt8(bytes(track).count)] + bytes(track)
    }
}

/// A file with these tracks, 96 ticks a quarter unless told otherwise; it must keep to the specification.
func midiFile(format: UInt8 = 1, division: String = "00 60", _ tracks: String...) throws -> MIDIFile {
  try MIDIFile(decoding: hexadecimalFile(format: format, division: division, tracks))
}
