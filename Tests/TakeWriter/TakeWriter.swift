internal import Glibc
internal import MIDICore
internal import MIDIFiles
internal import SystemPackage

/// A program for tests to kill: it writes a take as a capture does, and says on standard output how far it is.
///
///     TakeWriter FILE EVENTS RATE [SPARE]
///
/// It appends EVENTS controller changes, numbered through by their times and values, RATE of them a second, or all as
/// fast as it can where RATE is 0; every 500 events are synced then. Lines:
///
///     recording          the journal is there
///     appended N T       N events were appended before T, in nanoseconds of the monotonic clock
///     synced N           the first N are on disk
///     failed TEXT        a sync or the end failed
///     unfinished PATH    the take could not be finished; PATH has what is safe
///     spared N           all N events are in SPARE
///     finished           the take has its name
@main
struct TakeWriter {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let count = Int(arguments[2]), let rate = Int(arguments[3]) else { exit(64) }
    signal(SIGXFSZ, SIG_IGN)
    do {
      let take = try TakeFile.create(
        at: FilePath(arguments[1]), sources: [TakeSource(name: "Writer")], replacing: false)
      say("recording")
      let unfinished = write(take, count: count, rate: rate)
      guard let unfinished else { return say("finished") }
      say("failed \(unfinished.cause)")
      say("unfinished \(unfinished.path)")
      guard arguments.count > 4 else { return }
      makeRoom()
      try unfinished.save(to: FilePath(arguments[4]), replacing: false)
      say("spared \(count)")
    } catch {
      say("failed \(error)")
    }
  }

  /// Lifts the limit on the length of files under which a test may have started this.
  private static func makeRoom() {
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  }

  private static func write(_ take: consuming TakeFile, count: Int, rate: Int) -> UnfinishedTake? {
    let start = now
    var appended = 0
    var lastSync = start
    while appended < count {
      let time = now
      let due = rate == 0 ? appended + 500 : Int(Int64(rate) * (time - start) / 1_000_000_000)
      while appended < min(due, count) {
        take.append(message(appended), at: .milliseconds(Int64(appended)))
        appended += 1
      }
      say("appended \(appended) \(now)")
      if rate == 0 || time - lastSync >= 500_000_000 {
        lastSync = time
        do {
          try take.sync()
          say("synced \(appended)")
        } catch {
          say("failed \(error)")
        }
      }
      if rate > 0 { usleep(2000) }
    }
    do {
      try take.finish(at: .milliseconds(Int64(count)))
      return nil
    } catch {
      return error
    }
  }

  private static func message(_ index: Int) -> Message {
    .controlChange(channel: 0, controller: 1, value: UInt7(masking: UInt8(index % 128)))
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe Glibc.write(STDOUT_FILENO, bytes, bytes.count)
  }

  /// The monotonic clock in nanoseconds.
  private static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
