internal import CLinux
internal import Glibc
internal import MIDICore
internal import MIDIRecSystem
internal import SystemPackage

extension ProgramProcess {
  /// Requests the program's end, waits, kills the remaining processes, and returns the result.
  ///
  /// A signal goes to all processes of the run. The limit applies to all of them, even if the program itself ended
  /// earlier. Later calls return the same result.
  func end(_ request: ProgramSettings.Ending, within limit: Nanoseconds) -> End {
    if let known { return known }
    let isEarly = child.hasEnded
    if request == .endOfInput {
      try? input?.close()
      input = nil
    } else if let number = request.signal {
      // Signal the whole group at once, so that a process that is just starting isn't missed.
      kill(-child.id, number)
      table.refresh()
      for entry in table.living where entry.group != child.id { signal(entry, number) }
    }
    let killed = waitForAll(until: StopToken.now + limit) ? [] : killAll()
    let termination = child.waitForEnd()
    streams.finish()
    try? input?.close()
    input = nil
    let end = End(termination: termination, killed: killed, isEarly: isEarly)
    known = end
    return end
  }

  /// Waits until all processes of the run have ended.
  ///
  /// A process that starts another during a scan and ends can hide it once, but not twice in a row.
  ///
  /// - Returns: `true` if all processes have ended, or `false` at the deadline.
  private func waitForAll(until deadline: Nanoseconds) -> Bool {
    var emptyScans = 0
    while emptyScans < 2 {
      table.refresh()
      let descriptors = table.living.map { linux_pidfd_open($0.id) }.filter { $0 >= 0 }
      emptyScans = descriptors.isEmpty ? emptyScans + 1 : 0
      guard !descriptors.isEmpty else { continue }
      defer { for descriptor in descriptors { close(descriptor) } }
      let left = deadline - StopToken.now
      guard left > .zero else { return false }
      var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let milliseconds = Int32(clamping: (left.rawValue + 999_999) / 1_000_000)
      // Wake up after each end, because the process may have started others before.
      _ = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
    }
    return true
  }

  /// Kills all remaining processes, including those they start in the meantime.
  ///
  /// - Returns: Their IDs and names.
  private func killAll() -> [String] {
    var killed: [ProcessEntry] = []
    // A process that waits for a device dies only after the wait.
    let deadline = StopToken.now + .seconds(5)
    repeat {
      table.refresh()
      for entry in table.living {
        signal(entry, SIGKILL)
        if !killed.contains(where: { $0.id == entry.id }) { killed.append(entry) }
      }
    } while !waitForAll(until: min(deadline, StopToken.now + .milliseconds(100))) && StopToken.now < deadline
    return killed.map { "\($0.id) \($0.name)" }
  }

  /// Signals a process if its ID hasn't been reused.
  private func signal(_ entry: ProcessEntry, _ number: Int32) {
    let descriptor = linux_pidfd_open(entry.id)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard ProcessEntry(entry.id)?.startTime == entry.startTime else { return }
    _ = linux_pidfd_send_signal(descriptor, number)
  }
}
