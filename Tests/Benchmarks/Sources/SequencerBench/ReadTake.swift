import ArgumentParser
import MIDICore
import MIDIFiles
import SystemPackage

/// Finds the numbered events in a Standard MIDI File of midirec or arecordmidi.
///
/// It prints `events N others N`, and the text of each marker on a separate line.
struct ReadTake: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Find numbered events in a Standard MIDI File.")

  @Argument(help: "The Standard MIDI File.")
  var take: String

  @Argument(help: "The file for numbers and times from the start of the take.")
  var log: String

  func run() throws {
    let file = try MIDIFile(contentsOf: FilePath(take), repairing: true)
    let messages = try file.recording().messagesInOrder
    var log = EventLog(capacity: messages.count)
    for timed in messages {
      guard let number = EventNumber(timed.message) else { continue }
      log.append(number, timed.time.rawValue)
    }
    print("events \(log.count) others \(messages.count - log.count)")
    for track in file.tracks {
      for event in track.events {
        guard case .meta(.text(.marker, let bytes)) = event.event else { continue }
        print("marker \(String(decoding: bytes, as: UTF8.self))")
      }
    }
    try log.write(to: FilePath(self.log))
  }
}
