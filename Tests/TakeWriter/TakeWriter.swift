internal import Glibc
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecTakes
internal import SystemPackage

/// A program for tests to kill: it writes a take as a capture does, and reports its progress on standard output.
///
/// ```
/// TakeWriter FILE EVENTS RATE [SPARE]
/// ```
///
/// It appends EVENTS control changes, numbered by their times and values, RATE of them per second, and syncs them every
/// half second. With the RATE `x100` it appends at full speed, and syncs after every hundred events. Its lines are:
///
/// ```
/// recording          the journal exists
/// synced N           the first N events are on disk
/// failed TEXT        a sync or the last step failed
/// unfinished PATH    the take can't be finished; PATH has the safe events
/// spared N           all N events are in SPARE
/// finished           the take has its final name
/// ```
@main
struct TakeWriter {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let count = Int(arguments[2]), let pace = Pace(arguments[3])
    else { exit(64) }
    signal(SIGXFSZ, SIG_IGN)
    do {
      let take = try TakeFile.create(
        at: FilePath(arguments[1]), sources: [TakeSource(name: "Writer")], replacing: false)
      say("recording")
      let unfinished = write(take, count: count, pace: pace)
      guard let unfinished else { return say("finished") }
      say("failed \(unfinished.cause)")
      if let part = unfinished.part { say("unfinished \(part.path)") }
      guard arguments.count > 4 else { return }
      makeRoom()
      try unfinished.save(to: FilePath(arguments[4]), replacing: false)
      say("spared \(count)")
    } catch {
      say("failed \(error)")
    }
  }

  /// Removes the limit on the length of files, which a test may have set for this program.
  private static func makeRoom() {
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  }

  private static func write(_ take: consuming TakeFile, count: Int, pace: Pace) -> UnfinishedTake? {
    let start = now
    var appended = 0
    var lastSync = start
    while appended < count {
      let time = now
      let due =
        switch pace {
        case .perSecond(let rate): Int(Int64(rate) * (time - start) / 1_000_000_000)
        case .perSync(let batch): appended + batch
        }
      while appended < min(due, count) {
        take.append(message(appended), at: .milliseconds(Int64(appended)))
        appended += 1
      }
      if pace.isAsFastAsItCan || time - lastSync >= 500_000_000 {
        lastSync = time
        do {
          try take.sync()
          say("synced \(appended)")
        } catch {
          say("failed \(error)")
        }
      }
      if !pace.isAsFastAsItCan { usleep(2000) }
    }
    do {
      try take.finish(at: .milliseconds(Int64(count)))
      return nil
    } catch {
      return error
    }
  }

  private static func message(_ index: Int) -> Message {
    .controlChange(channel: .number(1), controller: 1, value: UInt7(masking: UInt8(index % 128)))
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe Glibc.write(STDOUT_FILENO, bytes, bytes.count)
  }

  /// The monotonic time in nanoseconds.
  private static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// The rate at which events are appended.
private enum Pace {
  case perSecond(Int)
  case perSync(Int)

  init?(_ argument: String) {
    guard let number = Int(argument.drop { $0 == "x" }), number > 0 else { return nil }
    self = argument.hasPrefix("x") ? .perSync(number) : .perSecond(number)
  }

  var isAsFastAsItCan: Bool {
    if case .perSync = self { true } else { false }
  }
}
