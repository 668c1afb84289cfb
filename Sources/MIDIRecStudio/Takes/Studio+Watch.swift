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
  /// Runs all sessions, and runs a session again when its files change; or ends that.
  func watch(_ isOn: Bool) throws -> Reply {
    guard isOn else {
      endWatch()
      return Reply()
    }
    let command = "midirec test --watch"
    guard FileSystem.isFolder(sessionsFolder) else {
      throw StudioError("there is no session to watch; create one first")
    }
    let sessions = try SessionWatch(of: ChosenSessions(paths: [sessionsFolder.string]))
    guard let stop = StopToken() else { throw StudioError("no file descriptors are left") }
    // Two pages can start to watch at the same time.
    let isOnly = change { model in
      guard model.watch == nil else { return false }
      model.watch = RunningWatch(stop: stop)
      return true
    }
    guard isOnly else { return Reply(command: command) }
    let isStarted = JoinableThread.detach(with: sessions) { [self] in runSessions(of: $0, until: stop) }
    guard isStarted else {
      change { $0.watch = nil }
      throw StudioError.noThread
    }
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
