package import ALSASequencer
package import MIDICore
internal import MIDIFiles
internal import MIDIRecReports
package import MIDIRecTakes
package import MIDIRecTerminal
package import SystemPackage

/// The messages and the status line of a recording.
package final class CaptureLog {
  /// The list of the recorded sources.
  private let sentence: String
  /// The command that shows what the sources send, or `nil` if midirec has opened a port.
  private let monitorCommand: String?
  private var sourceNames: [String]
  private var eventLine: EventLine?
  private let path: FilePath
  private let preRoll: Nanoseconds?
  private let waitsForSources: Bool
  private let status: StatusLine
  private let say: (String) -> Void
  private let print: (String) -> Void
  /// The number of events that the take lacks, because MIDI doesn't have their values.
  private var unreadableCount = 0

  private static let maxListedCount = 10

  /// Creates the log of a recording.
  ///
  /// - Parameters:
  ///   - sources: The recorded sources. If empty, midirec opens a port for connections.
  ///   - path: The first file.
  ///   - preRoll: The duration before the start that the take includes, or `nil` if the take starts at once.
  ///   - showsEvents: Whether to print each event.
  ///   - waitsForSources: Whether the recording continues after all sources have disconnected.
  ///   - status: The status line.
  ///   - say: Receives messages for the user.
  ///   - print: Receives lines of events.
  package init(
    sources: [TrackedEndpoint], path: FilePath, preRoll: Nanoseconds?, showsEvents: Bool,
    waitsForSources: Bool, status: StatusLine, say: @escaping (String) -> Void,
    print: @escaping (String) -> Void
  ) {
    (self.status, self.say, self.print) = (status, say, print)
    self.waitsForSources = waitsForSources
    sentence = sources.sentence
    let words = sources.compactMap(\.endpoint).map { " --in \($0.address)" }
    monitorCommand =
      sources.isEmpty ? nil : "midirec monitor" + (words.count > 3 ? " --in all" : words.joined())
    sourceNames = sources.isEmpty ? ["midirec capture"] : sources.distinctNames
    self.path = path
    self.preRoll = preRoll
    eventLine = showsEvents ? EventLine(.text, sources: sourceNames) : nil
  }

  /// The observer that prints the messages.
  package var observer: RecordingObserver {
    var observer = RecordingObserver()
    observer.interval = status.interval
    observer.isImpatient = eventLine != nil
    observer.progress = { [status] in
      status.update(at: $0.duration, "● \($0.duration.clockText)  \(pluralized($0.messageCount, "message"))")
    }
    observer.diskChanged = { [self] change in
      switch change {
      case .failed(let error): write("\(error); recording continues in memory while midirec tries again")
      case .worksAgain(let path): write("\(path) can be written again; no events are missing")
      case .restarted(let path, let newPath):
        let place = path == newPath ? "it was written again" : "recording continues in \(newPath)"
        write("a different program deleted or replaced \(path); \(place), and no events are missing")
      case .renamed(let path): write("the folder was renamed; the take is now in \(path)")
      }
    }
    observer.arrived = { [self] in show($0) }
    observer.began = { [self] in write("recording to \(path); press Ctrl-C to stop") }
    return observer
  }

  /// Reports the start.
  package func recordingStarts() {
    if let preRoll {
      write(
        "listening to \(sentence); press Enter to start the take, which will include the last \(preRoll.clockText)"
      )
    } else {
      write("recording \(sentence) to \(path); press Ctrl-C to stop")
    }
  }

  private func show(_ arrival: Capture.Arrival) {
    switch arrival {
    case .message(let timed, let source):
      guard let line = try? eventLine?.text(of: timed, from: source) else { return }
      status.clear()
      print(line.printableLines + "\n")
    case .unreadableEvent(let text, let time, let source):
      unreadableCount += 1
      guard unreadableCount <= Self.maxListedCount else { return }
      let end = unreadableCount == Self.maxListedCount ? "; further events are only counted" : ""
      write("left out an event that \(sourceNames[source]) sent at \(time.clockText): \(text)\(end)")
    case .overrun(let time):
      write("events were lost at \(time.clockText): they arrived faster than midirec could read them")
    case .sourceDisconnected(let time, let source):
      let future = waitsForSources ? "; recording continues when it reconnects" : ""
      write("\(sourceNames[source]) disconnected at \(time.clockText)\(future)")
    case .sourceReconnected(let time, let source):
      write("\(sourceNames[source]) reconnected at \(time.clockText)")
    case .sourceRefused(let error, let source): write("\(sourceNames[source]) reconnected, but \(error)")
    case .sourceJoined(let name, let time, _):
      sourceNames.append(name)
      eventLine?.addSource(name)
      write("\(name) connected at \(time.clockText); it has its own track")
    case .inputRefused(let error): write("\(error)")
    }
  }

  private func write(_ text: String) {
    status.clear()
    say(text)
  }

  /// Returns what to check after a take without music, or `nil` for other takes.
  package func silenceAdvice(_ summary: TakeSummary) -> String? {
    guard summary.messageCount == summary.timingCount, !summary.losses.hasLostEvents else { return nil }
    if summary.filteredCount > 0 { return "the take is empty, because --only and --drop left out all events" }
    let onlyTiming = summary.timingCount + summary.leftOutCount > 0
    let found = "\(onlyTiming ? "only timing clock and active sensing" : "nothing") arrived from \(sentence)"
    guard let monitorCommand else { return "\(found); check that a program connects to it and sends" }
    let ports = sourceNames.count == 1 ? "this is the right port" : "these are the right ports"
    return "\(found); check that \(ports) and what arrives there: \(monitorCommand)"
  }

  /// Returns the losses of a take, in one line.
  package func lossText(_ summary: TakeSummary) -> String {
    (summary.losses.text(sourceNames: sourceNames) ?? "") + "; markers in the file show where"
  }
}
