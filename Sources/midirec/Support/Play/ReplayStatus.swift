internal import ALSASequencer
internal import MIDICore
internal import Reports
internal import Terminal

/// The messages and the status line of a replay, on standard error.
final class ReplayStatus {
  private let line = StatusLine()
  private let length: String
  private var position = Nanoseconds.zero

  /// Creates the status of a replay that hasn't started.
  init(_ passes: RepeatedRecording) {
    length = passes.end.map { " of \($0.clockText)" } ?? ""
  }

  /// Shows a notice.
  func show(_ notice: PlaybackNotice) {
    switch notice {
    case .progress(let report):
      position = report.elapsed
      line.update(
        at: position, "▶ \(position.clockText)\(length)  \(pluralized(report.sentCount, "message"))")
    case .left(let name, let time):
      say("\(name.printable) disconnected at \(time.clockText); waiting for it to reconnect")
    case .came(let endpoint, let time):
      say("\(endpoint.displayName.printable) reconnected at \(time.clockText), as \(endpoint.address)")
    case .paused(let time): say("paused at \(time.clockText); press space to resume")
    case .resumed: say("resumed")
    }
  }

  /// Clears the status line.
  func clear() { line.clear() }

  private func say(_ text: String) {
    line.clear()
    StandardError.say(text)
  }
}
