package import MIDICore
internal import Timelines

/// The notes, pedals, and bends of a recording by track and channel, for drawing in an image or a terminal.
///
/// All positions are integers, so equal recordings give equal bytes on every machine.
package struct PianoRoll: Sendable {
  /// The notes and curves of a track on one channel, with a separate color.
  struct Part: Sendable {
    /// The name of the track in the file.
    var trackName: String?
    /// The number of the track, from 1.
    var trackNumber: Int
    var channel: Channel
    /// The index in ``PianoRoll/colors``: the channel's color, or a free one if an earlier track uses it.
    var color: Int
    /// The notes, in order of their onsets.
    var notes: [Note] = []
    /// The values in the lanes in their units, in order of time.
    var curves: [Curve: [ValueCurve.Step]] = [:]

    /// Returns the label: `Piano, channel 1`, `track 2, channel 1`, or `channel 1` if there is only one track.
    func label(isAlone: Bool) -> String {
      let name = (trackName ?? "").printable
      let track = name.isEmpty ? (isAlone ? "" : "track \(trackNumber)") : shortened(name, to: 32)
      return [track, "channel \(channel)"].filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }

  /// The colors of channels on a light background, on a dark one, and among a terminal's 256 colors.
  ///
  /// Each is legible on its background, and neighbors differ strongly. The color of a terminal is the nearest one that is
  /// visible on black and on white.
  static let colors: [(light: String, dark: String, terminal: Int)] = [
    ("#1c6dd0", "#6aa9ff", 33),
    ("#d1480a", "#ff8a4c", 208),
    ("#2a8a3c", "#63d07a", 34),
    ("#a033b3", "#d583e8", 170),
    ("#00808a", "#3fc9d4", 37),
    ("#b07a08", "#e6b84a", 178),
    ("#c9225f", "#ff7096", 198),
    ("#5a45d6", "#9d8dff", 99),
    ("#638208", "#b3d24a", 106),
    ("#0e8fc4", "#5cc3f2", 39),
    ("#8a5a2b", "#c99a6b", 137),
    ("#d6468b", "#ff9fd0", 211),
    ("#2f8f70", "#7fd8b8", 72),
    ("#75619e", "#b9aad8", 103),
    ("#9c2f2f", "#e07a7a", 131),
    ("#55708a", "#9bb3c9", 67),
  ]

  /// The name of the recording.
  let name: String
  /// The parts with visible content, by track and channel.
  let parts: [Part]
  /// The visible time: the recording's duration, at least 100 ms, or one second if it is empty.
  let span: Nanoseconds
  /// The duration of the recording.
  let duration: Nanoseconds
  /// The number of tracks with notes.
  let playingTrackCount: Int
  let noteCount: Int
  /// The number of hanging notes.
  let hangingCount: Int
  /// The lowest and the highest note.
  let noteRange: ClosedRange<Int>?
  /// The lanes with changes.
  let lanes: [Curve]
  /// The values at the edges of each lane.
  let edges: [Curve: Int]

  /// Creates the roll of a recording.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - name: The title, such as the name of its file.
  /// - Complexity: O(*n* log *n*), where *n* is the number of messages.
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

  /// Returns the end of a note in the image. A hanging note sounds to the end.
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
        ValueCurve.Step(time: $0.time, value: curve.value(of: $0.value))
      }
    }
    return parts.filter { part in
      !part.notes.isEmpty || part.curves.values.contains { $0.contains { $0.value != 0 } }
    }
  }

  /// Assigns each channel its color, and later tracks on the same channel the colors of unused channels.
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

/// A value that is drawn in a lane below the notes.
enum Curve: CaseIterable, Sendable {
  /// The sustain pedal, from 0 (up) to 127.
  case sustain
  /// The pitch bend, from −8,192 to 8,191.
  case bend

  /// The name of the lane.
  var name: String { self == .sustain ? "pedal" : "bend" }

  /// The short name of the lane.
  var shortName: String { self == .sustain ? "ped" : "bnd" }

  /// Returns the value at the edges of its lane. Bends fill their lane, so that a vibrato is visible.
  ///
  /// - Parameter largest: The largest magnitude.
  func edge(for largest: Int) -> Int {
    self == .sustain ? 127 : [512, 1024, 2048, 4096].first { $0 >= largest } ?? 8192
  }

  /// Creates the curve of a quantity, or returns `nil` if lanes don't show it.
  init?(_ quantity: ValueCurve.Quantity) {
    switch quantity {
    case .controller(64): self = .sustain
    case .bend: self = .bend
    default: return nil
    }
  }

  /// Returns a value in the unit of the lane, in which the rest position is 0.
  func value(of value: Int) -> Int { self == .bend ? value - Int(UInt14.bendCenter.rawValue) : value }
}
