internal import MIDICore
internal import Sessions
internal import Synchronization
internal import Terminal

/// The progress of a run of sessions, on the terminal.
final class SessionProgress: Sendable {
  private let line = Mutex(StatusLine())
  private let begin = ContinuousClock.now

  /// Shows the progress. Any thread can call this.
  func show(_ progress: SessionRunner.Progress) {
    let elapsed = Nanoseconds(ContinuousClock.now - begin)
    line.withLock { $0.update(at: elapsed, Self.text(progress)) }
  }

  /// Clears the status line.
  func clear() { line.withLock { $0.clear() } }

  /// Returns the text, with the numbers first, because a narrow terminal cuts off the end.
  private static func text(_ progress: SessionRunner.Progress) -> String {
    let failed = progress.notPassed > 0 ? ", \(progress.notPassed) not as expected" : ""
    return "\(progress.finished) of \(progress.total) sessions\(failed)"
  }
}
