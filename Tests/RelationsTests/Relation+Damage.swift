import MIDIFiles
import TestSupport
import Timelines

extension Relation {
  /// A flaw that can be repaired without loss is reported, and all events are read.
  static func repairsKeepTheTake(_ take: WildTake) throws -> String? {
    let file = try MIDIFile.decode(take.bytes).file
    for flaw in WildTake.Flaw.allCases where take.tracks.count > 0 {
      let repaired = try MIDIFile.decode(take.bytes(with: flaw))
      if repaired.diagnostics.isEmpty { return "\(flaw) isn't reported" }
      if repaired.file.tracks.map(\.events) != file.tracks.map(\.events) {
        return
          "\(flaw): \(repaired.file.eventCount) instead of \(file.eventCount) events, \(repaired.diagnostics.listed)"
      }
    }
    return nil
  }

  /// A damaged take is rejected, or it can be written, read, and converted, and equals itself.
  static func damagedTakeEqualsItself(_ take: WildTake) throws -> String? {
    guard let decoded = try? MIDIFile.decode(take.damagedBytes) else { return nil }
    let written = try decoded.file.encoded()
    guard try MIDIFile.decode(written).file == decoded.file else { return "it changes when it is written" }
    guard let recording = try? decoded.file.recording() else { return nil }
    let performance = Performance(recording)
    guard performance == Performance(Timeline(recording)) else { return "its timeline has other notes" }
    let comparison = Comparison(expected: performance, actual: performance)
    return comparison.differences.isEmpty ? nil : "\(comparison.differences.prefix(3))"
  }
}
