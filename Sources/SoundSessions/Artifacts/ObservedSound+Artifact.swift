internal import FoundationEssentials
package import MIDICore
package import Sessions
internal import Sound
package import Timelines

extension ObservedSound: Artifact {
  package static var part: ObservedPart { .sound }
  package static var invitation: String { "Listen to it" }

  package func isSame(as other: ObservedSound) -> Bool {
    // The label's hash is of the samples alone.
    label == other.label && buffer.rate == other.buffer.rate
      && buffer.channels.count == other.buffer.channels.count
  }

  package func isSame(asFile bytes: [UInt8]) throws(ArtifactError) -> Bool {
    try StoredSound(bytes, of: .expected).isSame(as: buffer, label)
  }

  /// Returns the notes that can be heard, of which the comparison names the first one that differs.
  package static func context(expected: Timeline?, recording: Recording) -> [UInt8] {
    let notes = SoundNote.notes(expected: expected, of: recording).map(NoteDocument.init)
    return (try? JSONEncoder().encode(notes)).map { Array($0) } ?? []
  }

  package static func judgement(of files: ArtifactFiles) throws(ArtifactError) -> ArtifactJudgement {
    let documents = (try? JSONDecoder().decode([NoteDocument].self, from: Data(files.context))) ?? []
    let judgement = SoundJudgement(
      expected: try StoredSound(files.expected, of: .expected),
      actual: try StoredSound(files.actual, of: .actual), notes: documents.compactMap(\.note))
    return switch judgement {
    case .same: .same
    case .alike(let remark): .alike(remark: remark)
    case .different(let difference): .different(difference)
    }
  }

  package static func summary(ofFile bytes: [UInt8]) throws(ArtifactError) -> String {
    let buffer = try StoredSound(bytes, of: .actual).buffer
    return "lasts \(buffer.time(ofFrame: buffer.frameCount)) s"
  }
}

/// A note in JSON, with its times in nanoseconds and its channel from 1.
private struct NoteDocument: Codable {
  var start: Int64
  var end: Int64?
  var channel: Int
  var number: UInt8
  var velocity: UInt8

  init(_ note: SoundNote) {
    (start, end) = (note.start.rawValue, note.end?.rawValue)
    (channel, number, velocity) = (note.channel.number, note.number.rawValue, note.velocity.rawValue)
  }

  /// The note, or `nil` if a number is out of range.
  var note: SoundNote? {
    guard let channel = Channel(number: channel), let number = NoteNumber(exactly: number),
      let velocity = UInt7(exactly: velocity)
    else { return nil }
    return SoundNote(
      start: Nanoseconds(rawValue: start), end: end.map { Nanoseconds(rawValue: $0) }, channel: channel,
      number: number, velocity: velocity)
  }
}
