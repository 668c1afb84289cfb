internal import MIDICore
internal import MIDIFiles
internal import SystemPackage

extension Recording {
  /// Reads a recording that the command line names.
  init(contentsOf name: String) throws {
    let bytes = try MIDIFile.bytes(of: FilePath(name))
    do {
      self = try MIDIFile(decoding: bytes).recording()
    } catch {
      throw CommandFailure(CommandFailure.badData, "\(name): \(error)")
    }
  }
}
