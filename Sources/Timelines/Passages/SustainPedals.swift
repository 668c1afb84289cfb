internal import MIDICore

/// The times when the sustain pedal of each channel is down, which hold notes after their ends.
struct SustainPedals {
  /// The pedal movements of each source and channel in order of time, as in keys of notes.
  private var curves: [Int: [ValueCurve.Step]] = [:]

  /// Finds the pedals among curves.
  init(_ all: [ValueCurve]) {
    for curve in all where curve.quantity == .controller(.sustain) {
      curves[Self.place(curve.source, curve.channel)] = curve.steps
    }
  }

  private static func place(_ source: Int, _ channel: Channel) -> Int {
    ComparisonKeys.channel(of: ComparisonKeys.packed(source, channel, 0))
  }

  /// Returns the time when a note falls silent, or `nil` if it sounds to the end.
  ///
  /// - Complexity: O(log *n* + *m*), where *n* is the number of movements, and *m* that of the movements that hold the
  ///   note.
  func silence(of note: Note) -> Nanoseconds? {
    guard let offset = note.offset, let steps = curves[Self.place(note.source, note.channel)] else {
      return note.offset
    }
    var next = steps.partitioningIndex { $0.time > offset }
    guard next > 0, steps[next - 1].value >= 64 else { return offset }
    while next < steps.count, steps[next].value >= 64 { next += 1 }
    return next < steps.count ? steps[next].time : nil
  }
}
