package import ALSASequencer
package import MIDICore
package import MIDIRecSessions
package import MIDIRecTerminal

extension StatusLine {
  /// Shows the progress of a replay, or writes a notice in place of the line.
  ///
  /// - Parameters:
  ///   - notice: The notice.
  ///   - passes: The replayed recording.
  ///   - say: Receives messages for the user.
  package func show(_ notice: PlaybackNotice, of passes: RepeatedRecording, say: (String) -> Void) {
    let text: String
    switch notice {
    case .progress(let report):
      let length = passes.end.map { " of \($0.clockText)" } ?? ""
      let count = pluralized(report.sentCount, "message")
      return update(at: report.elapsed, "▶ \(report.elapsed.clockText)\(length)  \(count)")
    case .left(let name, let time):
      text = "\(name.printable) disconnected at \(time.clockText); waiting for it to reconnect"
    case .came(let endpoint, let time):
      let name = endpoint.displayName.printable
      text = "\(name) reconnected at \(time.clockText), as \(endpoint.address)"
    case .paused(let time): text = "paused at \(time.clockText); press space to resume"
    case .resumed: text = "resumed"
    }
    clear()
    say(text)
  }

  /// Shows the progress of a run of sessions, whose numbers come first, because a narrow terminal cuts off the end.
  ///
  /// - Parameters:
  ///   - progress: The progress.
  ///   - begin: The start of the run.
  package func show(_ progress: SessionRunner.Progress, since begin: ContinuousClock.Instant) {
    let failed = progress.notPassed > 0 ? ", \(progress.notPassed) not as expected" : ""
    update(
      at: Nanoseconds(ContinuousClock.now - begin),
      "\(progress.finished) of \(progress.total) sessions\(failed)")
  }
}
