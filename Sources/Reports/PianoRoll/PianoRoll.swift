package import MIDICore
internal import Timelines

/// What a recording looks like: its notes by track and channel, its pedals and bends. The picture and the roll in the
/// terminal are drawn from it.
///
/// All positions are computed with integers: the same recording gives the same bytes on every machine.
package struct PianoRoll: Sendable {
  /// What one track plays on one channel: it has a color of its own.
  struct Part: Sendable {
    /// The name of the track, as the file has it.
    var trackName: String?
    /// The number of the track as people count, from 1.
    var trackNumber: Int
    var channel: Channel
    /// Its place in the palette, 0 through 15: the channel's, or a free one where an earlier track has that.
    var color: Int
    /// The notes, in order of their onsets.
    var notes: [Note] = []
    /// What is drawn in the lanes, in order of time.
    var curves: [Curve: [CurvePoint]] = [:]
  }

  /// What the recording is called.
  let name: String
  /// By track, then by channel; only those with something to draw.
  let parts: [Part]
  /// How much time is shown: the recording's duration, at least 100 ms, and a second where there is nothing.
  let span: Nanoseconds
  /// How long the recording lasts.
  let duration: Nanoseconds
  /// How many tracks play notes.
  let playingTrackCount: Int
  let noteCount: Int
  /// How many notes have no end.
  let hangingCount: Int
  /// The lowest note and the highest.
  let noteRange: ClosedRange<Int>?
  /// The lanes in which something moves.
  let lanes: [Curve]
  /// The values at the edges of each lane.
  let edges: [Curve: Int]

  /// Looks at a recording.
  ///
  /// - Parameters:
  ///   - recording: What was played.
  ///   - name: What stands above it, such as the name of its file.
  /// - Complexity: O(*n* log *n*) in the number of messages.
  package init(_ recording: Recording, name: String) {
    self.name = name
    var parts = recording.tracks.enumerated().flatMap { index, track in
      Self.parts(of: track, number: index + 1)
    }
    Self.giveColors(to: &parts)
    let drawn = parts
    let notes = drawn.lazy.flatMap(\.notes)
    noteCount = parts.reduce(0) { $0 + $1.notes.count }
    hangingCount = notes.count { $0.offset == nil }
    let numbers = notes.map { Int($0.number.rawValue) }
    noteRange = numbers.min().flatMap { lowest in numbers.max().map { lowest...$0 } }
    playingTrackCount = Set(parts.filter { !$0.notes.isEmpty }.map(\.trackNumber)).count
    let largest = { (curve: Curve) in
      drawn.lazy.flatMap { $0.curves[curve] ?? [] }.map { abs($0.value) }.max() ?? 0
    }
    lanes = Curve.allCases.filter { largest($0) > 0 }
    edges = Dictionary(uniqueKeysWithValues: Curve.allCases.map { ($0, $0.edge(for: largest($0))) })
    duration = recording.duration
    span = duration == .zero ? .seconds(1) : max(duration, .milliseconds(100))
    self.parts = parts
  }

  /// When a note ends in the picture: one that hangs sounds to the end.
  func end(of note: Note) -> Nanoseconds { max(note.offset ?? span, note.onset) }

  private static func parts(of track: Recording.Track, number: Int) -> [Part] {
    let performance = Performance(Recording(tracks: [track]))
    var parts = (0..<16).map { index in
      Part(
        trackName: track.name, trackNumber: number, channel: Channel(masking: index), color: Int(index))
    }
    for note in performance.notes { parts[Int(note.channel.rawValue)].notes.append(note) }
    for values in performance.curves {
      guard let curve = Curve(values.quantity) else { continue }
      parts[Int(values.channel.rawValue)].curves[curve] = values.steps.map {
        CurvePoint(time: $0.time, value: curve.value(of: $0.value))
      }
    }
    return parts.filter { part in
      !part.notes.isEmpty || part.curves.values.contains { $0.contains { $0.value != 0 } }
    }
  }

  /// Leaves each channel its color, and gives later tracks on the same channel those that no channel has.
  private static func giveColors(to parts: inout [Part]) {
    var taken = Set(parts.map(\.color))
    var channels: Set<Channel> = []
    for index in parts.indices where !channels.insert(parts[index].channel).inserted {
      let own = parts[index].color
      let candidates = (1..<16).map { (own + $0) % 16 }
      parts[index].color = candidates.first { !taken.contains($0) } ?? (own + parts[index].trackNumber) % 16
      taken.insert(parts[index].color)
    }
  }
}
