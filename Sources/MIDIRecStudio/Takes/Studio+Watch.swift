internal import MIDIRecSessions
internal import MIDIRecSystem
internal import MIDIRecWorkbench
internal import Synchronization
internal import SystemPackage

/// Sessions that run again when their files change.
struct RunningWatch: Sendable {
  let stop: StopToken
  /// The number of watched sessions.
  var count = 0
  /// Whether sessions run now.
  var isRunning = true
}

extension Studio {
  /// Starts to run all sessions, and again those that a change affects, or ends it.
  func watch(_ isOn: Bool) throws -> Reply {
    guard isOn else {
      endWatch()
      return Reply()
    }
    let command = "midirec test --watch"
    guard model.withLock({ $0.watch == nil }) else { return Reply(command: command) }
    guard FileSystem.isFolder(sessionsFolder) else {
      throw StudioError("there is no session to watch; make a test first")
    }
    let box = Mutex<SessionWatch?>(try SessionWatch(of: ChosenSessions(paths: [sessionsFolder.string])))
    guard let stop = StopToken() else { throw StudioError("no file descriptors are left") }
    change { $0.watch = RunningWatch(stop: stop) }
    let thread = JoinableThread.start { [self] in
      guard let sessions = box.withLock({ $0.take() }) else { return }
      runSessions(of: sessions, until: stop)
    }
    guard let thread else {
      change { $0.watch = nil }
      throw StudioError("can't start a thread")
    }
    thread.detach()
    return Reply(command: command)
  }

  /// Ends the watch, and interrupts its sessions.
  func endWatch() {
    let watch = change { model in
      defer { model.watch = nil }
      return model.watch
    }
    watch?.stop.requestStop()
  }

  private func runSessions(of watch: SessionWatch, until stop: StopToken) {
    var places = watch.search().new
    while true {
      tellWatch(isRunning: true, count: watch.count, stop)
      let report = run(places, stop: stop)
      if report.isInterrupted { return }
      keepVerdicts(of: report)
      tellWatch(isRunning: false, count: watch.count, stop)
      guard let next = watch.nextChange(unless: stop) else { return }
      places = next.places
    }
  }

  /// Tells the pages about a watch, unless it has ended and perhaps another one has begun.
  private func tellWatch(isRunning: Bool, count: Int, _ stop: StopToken) {
    change { model in
      guard model.watch?.stop === stop else { return }
      model.watch = RunningWatch(stop: stop, count: count, isRunning: isRunning)
    }
  }
}
