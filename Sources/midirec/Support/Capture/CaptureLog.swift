internal import ALSASequencer
internal import MIDICore
internal import MIDIFiles
internal import Reports
internal import SystemPackage
internal import Takes
internal import Terminal

/// What a person hears of a recording while it goes on, on standard error.
final class CaptureLog {
  /// What is recorded.
  private let sentence: String
  private let sourceNames: [String]
  private var eventLine: EventLine?
  private let path: FilePath
  private let preRoll: Nanoseconds?
  private let waitsForSources: Bool
  private let status = StatusLine()

  /// Makes the log of a recording.
  ///
  /// - Parameters:
  ///   - sources: What is recorded; others connect themselves where that is empty.
  ///   - path: The first file.
  ///   - preRoll: How much of what was played before the beginning is kept, where the beginning is waited for.
  ///   - showsEvents: Whether each event is shown as it comes.
  ///   - waitsForSources: Whether the recording goes on when all sources have gone away.
  init(
    sources: [TrackedEndpoint], path: FilePath, preRoll: Nanoseconds?, showsEvents: Bool,
    waitsForSources: Bool
  ) {
    self.waitsForSources = waitsForSources
    sentence = sources.sentence
    sourceNames = sources.trackNames
    self.path = path
    self.preRoll = preRoll
    eventLine = showsEvents ? EventLine(.text, sources: sourceNames) : nil
  }

  /// The observer that writes.
  var observer: RecordingObserver {
    var observer = RecordingObserver()
    observer.interval = status.interval
    observer.isImpatient = eventLine != nil
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
    if let preRoll {
      write(
        "listening to \(sentence); Enter begins the take, with what was played in the \(preRoll.clockText) before it"
      )
    } else {
      write("recording \(sentence) into \(path); Ctrl-C ends the take")
    }
  }

  /// Takes the status line away.
  func clear() { status.clear() }

  private func say(_ arrival: ALSASequencer.Capture.Arrival) {
    switch arrival {
    case .message(let timed, let source):
      guard let line = try? eventLine?.text(of: timed, from: source) else { return }
      status.clear()
      StandardError.write(line.printableLines + "\n")
    case .unreadableEvent: break
    case .overrun(let time):
      write("events were lost at \(time.clockText): they came faster than they could be read")
    case .sourceDisconnected(let time, let source):
      let future = waitsForSources ? "; recording goes on when it is back" : ""
      write("\(sourceNames[source]) went away at \(time.clockText)\(future)")
    case .sourceReconnected(let time, let source):
      write("\(sourceNames[source]) is back at \(time.clockText)")
    case .sourceRefused(let error, let source): write("\(sourceNames[source]) is back, but \(error)")
    }
  }

  private func write(_ text: String) {
    status.clear()
    StandardError.say(text)
  }

  /// What is missing in a take, in one line.
  func lossText(_ summary: TakeSummary) -> String {
    (EventLossSummary(summary).text(sourceNames: sourceNames) ?? "") + "; markers in the file say where"
  }
}
