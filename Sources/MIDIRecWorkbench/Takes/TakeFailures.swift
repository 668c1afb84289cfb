package import ALSASequencer
internal import MIDICore
package import MIDIRecTakes
package import SystemPackage

extension OrphanedJournal.Failure: ReportableError {
  package var failure: CommandFailure {
    switch self {
    case .inUse(let path):
      CommandFailure(.cannotCreate, "\(path) is still being recorded; end its capture with Ctrl-C")
    case .empty(let path): CommandFailure(.noInput, "\(path) had no events, and was deleted")
    case .unreadable(let path, let error): CommandFailure(.badData, "\(path): \(error)")
    }
  }
}

extension OrphanedJournal {
  /// Returns a command that finishes a journal, for the user to copy.
  package static func recoveryCommand(for path: FilePath) -> String {
    "midirec recover \(path.string.shellWord)"
  }
}

extension EventLossSummary {
  /// Throws an error if events were lost.
  ///
  /// - Parameter names: The names of the sources, by their index.
  /// - Throws: A failure that lists the losses, with exit status 3.
  package func check(sourceNames names: [String]) throws(CommandFailure) {
    if let text = text(sourceNames: names) { throw CommandFailure(.eventsLost, text) }
  }
}

extension CommandFailure {
  /// The failure of a replay that the user has ended.
  package static var interruptedReplay: CommandFailure {
    CommandFailure(.interrupted, "interrupted; all notes were released")
  }
}

extension PlaybackReport {
  /// Returns the result in one line: `take.mid: 1,200 messages in 61.25 s, at most 1 ms off`.
  package func line(of file: String) -> String {
    let lateness = lateness.map { ", at most \($0.largest.shortText) off" } ?? ""
    return "\(file.printable): \(pluralized(sentCount, "message")) in \(elapsed.shortText)\(lateness)"
  }

  /// Throws an error if the replay ended early or lost events.
  ///
  /// - Parameter isEndless: Whether only a stop ends the replay.
  package func check(isEndless: Bool = false) throws(CommandFailure) {
    switch interruption {
    case .stopRequested where !isEndless: throw .interruptedReplay
    case .destinationLeft:
      throw CommandFailure(.unavailable, "the output disconnected after \(pluralized(sentCount, "event"))")
    case .receiverFull, .stopRequested, nil: break
    }
    let losses = [
      lostCount > 0 ? "\(pluralized(lostCount, "event")) lost, because the receiver was full" : nil,
      unsentCount > 0
        ? "\(pluralized(unsentCount, "event")) not sent, because the output disconnected \(pluralized(gapCount, "time"))"
        : nil,
    ].compactMap { $0 }
    if !losses.isEmpty {
      throw CommandFailure(.eventsLost, losses.joined(separator: "; "))
    }
  }
}
