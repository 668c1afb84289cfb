import MIDIFiles
import TestSupport

/// Returns the bytes of a file with the given tracks, by default with 96 ticks per quarter note.
func hexadecimalFile(format: UInt8, division: String = "00 60", _ tracks: [String]) -> [UInt8] {
  bytes("4D 54 68 64 00 00 00 06 00") + [format] + [0, UInt8(tracks.count)] + bytes(division)
    + tracks.flatMap { track in
      bytes("4D 54 72 6B 00 00 00") + [UInt8(bytes(track).count)] + bytes(track)
    }
}

/// Returns a file with the given valid tracks, by default with 96 ticks per quarter note.
func midiFile(format: UInt8 = 1, division: String = "00 60", _ tracks: String...) throws -> MIDIFile {
  try MIDIFile(decoding: hexadecimalFile(format: format, division: division, tracks))
}
