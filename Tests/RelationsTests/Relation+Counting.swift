import MIDICore
import MIDIFiles
import TestSupport
import Timelines

extension Relation {
  /// The file has the events that were written, the recording has their messages, and the timeline has each System
  /// Exclusive message once.
  static func readingFindsWhatWasWritten(_ take: WildTake) throws -> String? {
    let decoded = try MIDIFile.decode(take.bytes)
    let file = decoded.file
    guard file.tracks.count == take.tracks.count else { return "\(file.tracks.count) tracks" }
    for (index, (track, written)) in zip(file.tracks, take.tracks).enumerated() {
      guard track.events.count == written.events.count else {
        return "track \(index + 1) has \(track.events.count) events; written: \(written.events.count)"
      }
      for (event, source) in zip(track.events, written.events) {
        if Int(event.time.rawValue) != source.tick {
          return "track \(index + 1): \(event); written: \(source)"
        }
      }
    }
    guard let recording = try? file.recording() else { return nil }
    // In total, because a recording can have a track for each port of a track.
    let found = MessageCounts(recording.messagesInOrder.map(\.message))
    let written = take.tracks.map(\.messageCounts).reduce(MessageCounts(), +)
    if found != written { return "\(found); written: \(written)" }
    let inTimeline = Timeline(recording).entries.count { entry in
      if case .system(.systemExclusive) = entry.change { true } else { false }
    }
    return inTimeline == written.exclusive
      ? nil : "\(inTimeline) System Exclusive in the timeline; written: \(written.exclusive)"
  }
}

/// The numbers of messages of each kind.
struct MessageCounts: Equatable {
  var channel = 0
  var exclusive = 0
  var otherSystem = 0

  init() {}

  static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.channel += right.channel
    sum.exclusive += right.exclusive
    sum.otherSystem += right.otherSystem
    return sum
  }

  init(_ messages: [Message]) {
    for message in messages {
      if case .systemExclusive = message {
        exclusive += 1
      } else if message.channel != nil {
        channel += 1
      } else {
        otherSystem += 1
      }
    }
  }
}

extension WildTake.Track {
  /// The numbers of messages, by the status bytes that were written.
  ///
  /// An F0 packet is one message with the F7 packets that continue it. Every other F7 packet has one message.
  var messageCounts: MessageCounts {
    var counts = MessageCounts()
    var isOpen = false
    for event in events {
      switch event.bytes[0] {
      case 0xF0:
        counts.exclusive += 1
        isOpen = event.bytes.last != 0xF7
      case 0xF7:
        let status = event.bytes.count > 2 ? event.bytes[2] : 0
        if 0xF8..<0xFF ~= status {
          counts.otherSystem += 1
        } else if isOpen {
          isOpen = event.bytes.last != 0xF7
        } else if status < 0xF0 {
          counts.channel += 1
        } else {
          counts.otherSystem += 1
        }
      case 0xFF: break
      default:
        counts.channel += 1
        isOpen = false
      }
    }
    return counts
  }
}
