internal import ALSASequencer
internal import Harness
internal import MIDICore
internal import MIDIFiles
internal import Reports
internal import SystemPackage

/// What a person hears of a recording while it goes on, on standard error.
final class CaptureLog {
  private let names: [String]
  private let path: FilePath
  private let preRoll: Nanoseconds?
  private let status = StatusLine()

  /// Makes the log of a recording.
  ///
  /// - Parameters:
  ///   - sources: What is recorded; others connect themselves where that is empty.
  ///   - path: The first file.
  ///   - preRoll: How much of what was played before the beginning is kept, where the beginning is waited for.
  init(sources: [ChosenEndpoint], path: FilePath, preRoll: Nanoseconds?) {
    names = sources.map { $0.endpoint.map { "\($0)" } ?? $0.name }
    sourceNames = sources.map(\.name)
    self.path = path
    self.preRoll = preRoll
  }

  private let sourceNames: [String]

  /// The observer that writes.
  var observer: RecordingObserver {
    var observer = RecordingObserver()
    observer.interval = status.interval
    observer.progress = { [status] in
      status.update(at: $0.duration, "● \($0.duration.clockText)  \($0.messageCount) events")
    }
    observer.diskChanged = { [self] change in
      switch change {
      case .failed(let error): write("\(error); recording goes on in memory and tries again")
      case .worksAgain:
        write("\(TakeFile.journalPath(for: path)) can be written again, and nothing is missing in it")
      }
    }
    observer.arrived = { [self] in say($0) }
    observer.began = { [self] in write("recording into \(path); Ctrl-C ends the take") }
    return observer
  }

  /// Says what is about to begin.
  func recordingStarts() {
    let list = names.isEmpty ? "what is sent to its port \"midirec capture\"" : names.joined(separator: ", ")
    if let preRoll {
      write("listening to \(list); Enter begins the take, with the \(preRoll) s before it")
    } else {
      write("recording \(list) into \(path); Ctrl-C ends the take")
    }
  }

  /// Takes the status line away.
  func clear() { status.clear() }

  private func say(_ arrival: ALSASequencer.Capture.Arrival) {
    switch arrival {
    case .message, .unreadableEvent: break
    case .overrun(let time):
      write("events were lost at \(time.clockText): they came faster than they could be read")
    case .sourceLeft(let time, let source):
      write("\(sourceNames[source]) went away at \(time.clockText); recording goes on when it is back")
    case .sourceReturned(let time, let source): write("\(sourceNames[source]) is back at \(time.clockText)")
    case .sourceRefused(let error, let source): write("\(sourceNames[source]) is back, but \(error)")
    }
  }

  private func write(_ text: String) {
    status.clear()
    StandardError.write("midirec: \(text)\n")
  }

  /// What is missing in a take, in one line.
  func lossText(_ summary: TakeSummary) -> String {
    var parts: [String] = []
    if summary.overrunCount > 0 || (summary.lostCount ?? 0) > 0 {
      let events = summary.lostCount.map { counted($0, "event") } ?? "events"
      let occasions = counted(summary.overrunCount, "occasion")
      parts.append("\(events) lost on \(occasions), because they came faster than they could be read")
    }
    if summary.unreadableCount > 0 {
      parts.append("\(summary.unreadableCount) events were dropped because they are no MIDI messages")
    }
    for (source, count) in summary.absenceCounts.sorted(by: { $0.key < $1.key }) {
      let times = count == 1 ? "" : " \(count) times"
      let ending = summary.absentSources.contains(source) ? " and was not back at the end" : ""
      parts.append("\(sourceNames[source]) went away\(times)\(ending)")
    }
    return parts.joined(separator: "; ") + "; markers in the file say where"
  }
}
