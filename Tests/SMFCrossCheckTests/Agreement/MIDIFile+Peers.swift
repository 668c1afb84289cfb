import MIDICore
import MIDIFiles

/// What midirec reads in a file, in the words of the other readers: see ``PeerReading``.
extension MIDIFile {
  /// For each track its channel messages: tick, status, data bytes.
  var channelMessages: [[[Int]]] {
    tracks.map { track in
      track.events.compactMap { event in
        guard case .message(let message) = event.event else { return nil }
        return [Int(event.time.rawValue)] + message.bytes.map(Int.init)
      }
    }
  }

  /// Tick and microseconds a quarter of all tempo events, sorted.
  var tempos: [[Int]] {
    tracks.flatMap(\.events).compactMap { event in
      guard case .meta(.tempo(let microseconds)) = event.event else { return nil }
      return [Int(event.time.rawValue), Int(microseconds)]
    }.inOrder
  }

  /// Tick, duration, pitch, velocity, and 1 for drums: notes as symusic pairs them, sorted.
  ///
  /// Within one MTrk chunk, a note-off ends the oldest note of its channel and pitch that still sounds. A note-off
  /// without one is passed over, and so is a note that nothing ends. (Read in symusic's `io/midi.cpp`, and tried.)
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

  /// Tick, number, value, and 1 for drums, of all controllers.
  var controls: Set<[Int]> {
    Set(
      channelMessages.joined().filter { $0[1] & 0xF0 == 0xB0 }
        .map { [$0[0], $0[2], $0[3], $0[1] & 0x0F == 9 ? 1 : 0] })
  }

  /// Tick, value from -8,192, and 1 for drums, of all pitch bends.
  var bends: Set<[Int]> {
    Set(
      channelMessages.joined().filter { $0[1] & 0xF0 == 0xE0 }
        .map { [$0[0], $0[2] + $0[3] << 7 - 8192, $0[1] & 0x0F == 9 ? 1 : 0] })
  }
}

extension Sequence<[Int]> {
  /// In alphabetical order, so that lists can be compared whatever their order was.
  var inOrder: [[Int]] { sorted { $0.lexicographicallyPrecedes($1) } }
}
