/// A Standard MIDI File as strangers have them: allowed by the specification, and untidy.
///
/// A seed makes a take (`WildTake(seed:)`): the take draws its traits (``Traits``), and then fills its tracks with
/// gestures (``Gesture``), such as a note that restarts or a message in pieces. ``bytes`` writes the file without
/// midirec's encoder, which would be too tidy. ``simplest(failing:)`` removes whatever a failure doesn't need.
package struct WildTake {
  /// An event of a track.
  package struct Event {
    /// The time in ticks.
    package var tick: Int
    /// The bytes as in a file, with the status byte and the length, and without the delta time.
    package var bytes: [UInt8]
    /// Whether a repeated status byte is omitted, where the specification allows it.
    package var omitsStatus = false
  }

  /// The events of an MTrk chunk in file order, without End of Track.
  package struct Track {
    package var events: [Event] = []
    /// The time of End of Track, which isn't before the last event.
    package var end = 0
  }

  /// The seed that makes the take.
  package let seed: UInt64
  /// The format of the header: 0, 1, or 2.
  package var format = 0
  /// The division of the header: ticks per quarter note, or a time code.
  package var division: UInt16 = 96
  /// Whether the file is in a RIFF container (RMID).
  package var isInContainer = false
  package var tracks: [Track] = []

  /// Creates a take without tracks.
  init(emptyWithSeed seed: UInt64) { self.seed = seed }

  /// The bytes of the file.
  package var bytes: [UInt8] {
    var file = Array("MThd".utf8) + Self.integer(6) + [0, UInt8(format)]
    file += [UInt8(tracks.count >> 8), UInt8(tracks.count & 0xFF)]
    file += [UInt8(division >> 8), UInt8(division & 0xFF)]
    for track in tracks {
      let data = track.bytes
      file += Array("MTrk".utf8) + Self.integer(data.count) + data
    }
    guard isInContainer else { return file }
    // RIFF has its integers the other way round, and fills chunks to an even length.
    let padding = [UInt8](repeating: 0, count: file.count % 2)
    let chunk = Array("data".utf8) + Self.integer(file.count).reversed() + file + padding
    return Array("RIFF".utf8) + Self.integer(chunk.count + 4).reversed() + Array("RMID".utf8) + chunk
  }

  /// Returns four bytes, the most significant first.
  static func integer(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }

  /// Returns a variable-length quantity.
  static func quantity(_ value: Int) -> [UInt8] {
    var groups = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      groups.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return groups.reversed()
  }
}

extension WildTake.Track {
  /// The data of the MTrk chunk.
  fileprivate var bytes: [UInt8] {
    var data: [UInt8] = []
    var tick = 0
    var runningStatus: UInt8?
    for event in events {
      data += WildTake.quantity(event.tick - tick)
      tick = event.tick
      // Only channel messages have running status, and other events end it.
      let status = event.bytes[0] < 0xF0 ? event.bytes[0] : nil
      let omitsStatus = event.omitsStatus && status != nil && status == runningStatus
      data += event.bytes.dropFirst(omitsStatus ? 1 : 0)
      runningStatus = status
    }
    return data + lastDelta + [0xFF, 0x2F, 0]
  }

  /// The delta time of End of Track.
  var lastDelta: [UInt8] { WildTake.quantity(max(end - (events.last?.tick ?? 0), 0)) }

  /// The length of the MTrk chunk with its header.
  var chunkLength: Int { bytes.count + 8 }
}

extension WildTake: CustomStringConvertible {
  /// The seed, the header, and the events, a line each.
  package var description: String {
    var lines = [
      "seed \(seed): format \(format), division \(hexadecimal(division)), \(isInContainer ? "RMID, " : "")"
        + "\(tracks.count) tracks"
    ]
    for (index, track) in tracks.enumerated() {
      lines += track.events.map { event in
        "  track \(index + 1), tick \(event.tick): "
          + event.bytes.map { hexadecimal($0) }.joined(separator: " ")
      }
      lines.append("  track \(index + 1), tick \(track.end): end")
    }
    return lines.joined(separator: "\n")
  }

  private func hexadecimal(_ value: some FixedWidthInteger & UnsignedInteger) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, value.bitWidth / 4 - digits.count)) + digits
  }
}

extension WildTake {
  /// Returns the take played several times in a row, in one file.
  package func repeated(_ count: Int) -> WildTake {
    var take = self
    let length = (tracks.map(\.end).max() ?? 0) + 1
    for track in tracks.indices {
      take.tracks[track].events = (0..<count).flatMap { pass in
        tracks[track].events.map {
          Event(tick: $0.tick + pass * length, bytes: $0.bytes, omitsStatus: $0.omitsStatus)
        }
      }
      take.tracks[track].end += (count - 1) * length
    }
    return take
  }
}
