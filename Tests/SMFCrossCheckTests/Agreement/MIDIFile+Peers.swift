import MIDICore
import MIDIFiles

/// The content of a file in the format of other readers; see ``PeerReading``.
extension MIDIFile {
  /// The channel messages of each track: tick, status, and data bytes.
  var channelMessages: [[[Int]]] {
    tracks.map { track in
      track.events.compactMap { event in
        guard case .message(let message) = event.event else { return nil }
        return [Int(event.time.rawValue)] + message.bytes.map(Int.init)
      }
    }
  }

  /// The number of F0 and F7 packets of each track, which mido doesn't distinguish.
  var packetCounts: [Int] {
    tracks.map { track in
      track.events.count { event in
        switch event.event {
        case .systemExclusive, .escape: true
        case .message, .meta: false
        }
      }
    }
  }

  /// The tick and microseconds per quarter note of all tempo events, sorted.
  var tempos: [[Int]] {
    tracks.flatMap(\.events).compactMap { event in
      guard case .meta(.tempo(let microseconds)) = event.event else { return nil }
      return [Int(event.time.rawValue), Int(microseconds)]
    }.inOrder
  }

  /// The tick, duration, pitch, and velocity of notes as symusic pairs them, and 1 for drums, sorted.
  ///
  /// Within one MTrk chunk, a note-off ends the oldest sounding note of its channel and pitch. A note-off without a
  /// note and a note without a note-off are ignored. (Found in symusic's `io/midi.cpp` and confirmed by experiment.)
  var notesAsSymusicPairsThem: [[Int]] {
    channelMessages.flatMap { messages in
      var sounding: [[Int]: [(start: Int, velocity: Int)]] = [:]
      return messages.compactMap { message -> [Int]? in
        guard 0x80...0x9F ~= message[1] else { return nil }
        let (tick, channel, pitch, velocity) = (message[0], message[1] & 0x0F, message[2], message[3])
        if message[1] >= 0x90, velocity > 0 {
          sounding[[channel, pitch], default: []].append((tick, velocity))
          return nil
        }
        guard let queue = sounding[[channel, pitch]], let note = queue.first else { return nil }
        sounding[[channel, pitch]] = Array(queue.dropFirst())
        return [note.start, tick - note.start, pitch, note.velocity, channel == 9 ? 1 : 0]
      }
    }.inOrder
  }

  /// The tick, number, and value of all controllers, and 1 for drums.
  var controls: Set<[Int]> {
    Set(
      channelMessages.joined().filter { $0[1] & 0xF0 == 0xB0 }
        .map { [$0[0], $0[2], $0[3], $0[1] & 0x0F == 9 ? 1 : 0] })
  }

  /// The tick and value (from -8,192) of all pitch bends, and 1 for drums.
  var bends: Set<[Int]> {
    Set(
      channelMessages.joined().filter { $0[1] & 0xF0 == 0xE0 }
        .map { [$0[0], $0[2] + $0[3] << 7 - 8192, $0[1] & 0x0F == 9 ? 1 : 0] })
  }
}

extension Sequence<[Int]> {
  /// The lists in lexicographic order, so that they can be compared whatever their original order.
  var inOrder: [[Int]] { sorted { $0.lexicographicallyPrecedes($1) } }
}
