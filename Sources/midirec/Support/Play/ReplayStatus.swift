internal import ALSASequencer
internal import MIDICore
internal import Reports
internal import Terminal

/// What a person sees of a replay while it goes on.
final class ReplayStatus {
  private let line = StatusLine()
  private let length: String
  private var position = Nanoseconds.zero

  /// The status of a replay that has not begun.
  init(_ passes: RepeatedRecording) {
    length = passes.end.map { " of \($0.clockText)" } ?? ""
  }

  /// Shows what happens.
  func show(_ notice: PlaybackNotice) {
    switch notice {
    case .progress(let report):
      position = report.elapsed
      line.update(at: position, "▶ \(position.clockText)\(length)  \(pluralized(report.sentCount, "event"))")
    case .left(let name, let time):
      say("\(name.printable) went away at \(time.clockText); waiting until it is back")
    case .came(let endpoint, let time):
      say("\(endpoint.displayName.printable) is back at \(time.clockText), as \(endpoint.address)")
    case .paused(let time): say("paused at \(time.clockText); the space bar goes on")
    case .resumed: say("going on")
    }
  }

  /// Takes the line away.
  func clear() { line.clear() }

  private func say(_ text: String) {
    line.clear()
    StandardError.say(text)
  }
}
