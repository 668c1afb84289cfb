internal import MIDICore
internal import Sessions
internal import Synchronization
internal import Terminal

/// How far a run of sessions is, on the terminal.
final class SessionProgress: Sendable {
  private let line = Mutex(StatusLine())
  private let begin = ContinuousClock.now

  /// Shows it; any thread may.
  func show(_ progress: SessionRunner.Progress) {
    let elapsed = Nanoseconds(ContinuousClock.now - begin)
    line.withLock { $0.update(at: elapsed, Self.text(progress)) }
  }

  /// Takes it away.
  func clear() { line.withLock { $0.clear() } }

  /// What matters is first: a narrow terminal cuts the rest.
  private static func text(_ progress: SessionRunner.Progress) -> String {
    let failed = progress.notPassed > 0 ? ", \(progress.notPassed) not as expected" : ""
    return "\(progress.finished) of \(progress.total) sessions\(failed)"
  }
}
