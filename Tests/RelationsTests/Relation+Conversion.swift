import MIDICore
import MIDIFiles
import TestSupport
import Timelines

extension Relation {
  /// A conversion changes a file and not the take in it: `diff` finds no difference, both ways round.
  static func conversionsKeepTheTake(_ take: WildTake) throws -> String? {
    let file = try MIDIFile.decode(take.bytes).file
    guard (try? file.recording()) != nil else { return nil }
    let merged = try file.merged()
    for (name, original, converted) in try conversions(of: file, merged) {
      let timeline = Timeline(try original.recordingInOrderOfPorts())
      let otherTimeline = Timeline(try converted.recordingInOrderOfPorts())
      let performance = Performance(timeline)
      // A timeline has no ports. So if it has several sources, a performance doesn't know which of them share channels:
      // whether a repeated value is an event, or whether pressure in an MPE zone belongs to a channel or a note.
      let hasSeveral = max(timeline.sources.count, otherTimeline.sources.count) > 1
      let hasZones = hasSeveral && timeline.entries.contains(where: \.configuresZone)
      // Messages of a manager channel act on other channels, which are later tracks now.
      if hasZones, name.hasSuffix("split") { continue }
      let other = Performance(otherTimeline)
      for (expected, actual) in [(performance, other), (other, performance)] {
        let comparison = Comparison(expected: expected, actual: actual)
        if comparison.alignment.shift != .zero { return "\(name): \(comparison.alignment)" }
        // Then sources can also lack a counterpart.
        if hasSeveral, comparison.differences.contains(where: \.isOfRepeatedValue) { continue }
        // Several sources can have one equal system message each, which nothing attributes to a port (137994825421072).
        if hasSeveral, comparison.differences.allSatisfy(\.isOfSystemMessage) { continue }
        let differences = comparison.differences.filter { !(hasZones && $0.isOfNoteExpression) }
        if !differences.isEmpty { return "\(name): \(differences.prefix(3))" }
      }
    }
    return nil
  }

  /// Returns the conversions of a file that keep all messages and their times, and the files that they convert.
  ///
  /// Tracks that are merged and split are compared with the merged ones: as many sources as before belong together one
  /// by one, so two tracks that share two channels differ from a track per channel.
  private static func conversions(
    of file: MIDIFile, _ merged: MIDIFile
  ) throws -> [(name: String, original: MIDIFile, converted: MIDIFile)] {
    var conversions = [
      ("format 0", file, try file.converted(to: .singleTrack)), ("merged", file, merged),
      ("split", file, try file.split()), ("merged and split", merged, try merged.split()),
    ]
    if case .ticksPerQuarter(let ticks) = file.division, ticks <= 0x7FFF / 3 {
      conversions.append(("in thirds of ticks", file, try file.converted(to: .ticksPerQuarter(ticks * 3))))
    }
    for runningStatus in MIDIFile.RunningStatus.allCases {
      let bytes = try file.encoded(runningStatus: runningStatus)
      conversions.append(("running status \(runningStatus)", file, try MIDIFile.decode(bytes).file))
    }
    return conversions
  }
}

extension MIDIFile {
  /// Returns the recording with its tracks in the order of their ports, in which a merged track has them.
  ///
  /// Sources without names are paired by position.
  fileprivate func recordingInOrderOfPorts() throws -> Recording {
    var recording = try recording()
    recording.tracks.sort { $0.port < $1.port }
    return recording
  }
}

extension Timeline.Entry {
  /// Whether it configures an MPE zone.
  var configuresZone: Bool {
    if case .parameter(.mpeConfiguration, _) = change { true } else { false }
  }
}

extension Difference {
  /// Whether a value differs that can belong to notes.
  fileprivate var isOfNoteExpression: Bool {
    guard case .value(let value) = self else { return false }
    return switch value.quantity {
    case .pressure, .notePressure, .timbre, .bend: true
    default: false
    }
  }

  /// Whether a system message differs.
  fileprivate var isOfSystemMessage: Bool {
    guard case .event(let event) = self, case .system = (event.expected ?? event.actual)?.change else {
      return false
    }
    return true
  }

  /// Whether an event differs that is a step of a curve if the value changes.
  fileprivate var isOfRepeatedValue: Bool {
    guard case .event(let event) = self else { return false }
    return switch (event.expected ?? event.actual)?.change {
    case .controller(let controller, _): controller < 120
    case .parameter(_, .value), .note(_, .expression), .expression: true
    default: false
    }
  }
}
