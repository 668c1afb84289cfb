internal import FoundationEssentials
package import MIDICore
package import Sessions
internal import Sound
internal import SystemPackage
package import Timelines

extension ObservedSound: Artifact {
  package static var part: ArtifactKind { .sound }
  package static var invitation: String { "Listen to it" }

  package func isSame(as other: ObservedSound) -> Bool {
    // The label's hash covers only the samples.
    label == other.label && buffer.rate == other.buffer.rate
      && buffer.channels.count == other.buffer.channels.count
  }

  package func isSame(as stored: StoredSound) -> Bool { stored.isSame(as: buffer, label) }

  package static func stored(
    _ bytes: [UInt8], as file: ArtifactError.File
  ) throws(ArtifactError) -> StoredSound {
    do {
      return StoredSound(try AudioFile(decoding: bytes, name: "sound"))
    } catch {
      throw ArtifactError(file, error.reason)
    }
  }

  /// Returns the audible notes; the comparison names the first different one.
  package static func context(expected: Timeline?, recording: Recording) -> [UInt8] {
    let notes = SoundNote.notes(expected: expected, of: recording).map(NoteDocument.init)
    return (try? JSONEncoder().encode(notes)).map { Array($0) } ?? []
  }

  package static func judgment(
    expected: StoredSound, actual: StoredSound, context: [UInt8]
  ) -> ArtifactJudgment {
    let notes = (try? JSONDecoder().decode([NoteDocument].self, from: Data(context))) ?? []
    let judgment = SoundJudgment(
      expected: expected, actual: actual, notes: notes.compactMap(\.note))
    return switch judgment {
    case .same: .same
    case .alike(let remark): .alike(remark: remark)
    case .different(let difference): .different(difference)
    }
  }

  package static func summary(of stored: StoredSound) -> String {
    "lasts \(stored.buffer.time(ofFrame: stored.buffer.frameCount).shortText)"
  }
}

/// A note as JSON, with times in nanoseconds and the channel from 1.
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
