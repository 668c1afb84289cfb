import AllocationCount
import Histogram
import MIDICore
import Measuring

/// One measurement per process, for Tests/Benchmarks/instruments.py:
///
/// InstrumentBenchmark time TRACKER COUNT prints seconds, bytes, and messages. InstrumentBenchmark latency TRACKER
/// COUNT prints the latency of a message in nanoseconds: median, 99th and 99.9th percentile, and maximum.
/// InstrumentBenchmark allocations TRACKER COUNT prints calls, messages, and messages with a visible change.
///
/// TRACKER is `grid`, `firmware` (a grid in User Firmware Mode), `piano`, or `allocating`, which checks the counter.
/// COUNT is the number of notes.
@main
enum InstrumentBenchmark {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 3, let count = Int(arguments[2]) else {
      preconditionFailure("wrong usage, see the source")
    }
    switch arguments[1] {
    case "grid": measure(arguments[0], Grid.self, count)
    case "firmware": measure(arguments[0], FirmwareGrid.self, count)
    case "piano": measure(arguments[0], Piano.self, count)
    case "allocating": measure(arguments[0], Allocating.self, count)
    default: preconditionFailure("wrong usage, see the source")
    }
  }

  private static func measure<T: Tracker>(_ what: String, _ type: T.Type, _ count: Int) {
    let messages = T.messages(noteCount: count)
    switch what {
    case "time":
      let measurement = Measurement {
        var tracker = T()
        play(messages, &tracker)
        return (tracker, messages.count)
      }
      print(measurement.text)
    case "latency": printLatency(T(), messages)
    case "allocations":
      var tracker = T()
      // From here on, all channels and keys have been used.
      play(messages, &tracker)
      let before = allocation_count()
      let changed = play(messages, &tracker)
      let calls = allocation_count() - before
      print(calls, messages.count, changed)
    default: preconditionFailure("wrong usage, see the source")
    }
  }

  /// Plays all messages.
  ///
  /// - Returns: The number of messages with a visible change.
  @discardableResult
  private static func play<T: Tracker>(_ messages: [TimedMessage], _ tracker: inout T) -> Int {
    var changed = 0
    for timed in messages where tracker.apply(timed.message, at: timed.time) { changed += 1 }
    return changed
  }

  private static func printLatency<T: Tracker>(_ tracker: T, _ messages: [TimedMessage]) {
    var tracker = tracker
    // Up to a minute, with three digits.
    var histogram = Histogram<UInt64>(
      highestTrackableValue: 60_000_000_000, numberOfSignificantValueDigits: .three)
    var longest: UInt64 = 0
    for timed in messages {
      let start = ContinuousClock.now
      _ = tracker.apply(timed.message, at: timed.time)
      let elapsed = (ContinuousClock.now - start).components
      let nanoseconds = UInt64(max(0, elapsed.seconds * 1_000_000_000 + elapsed.attoseconds / 1_000_000_000))
      histogram.record(nanoseconds)
      longest = max(longest, nanoseconds)
    }
    let percentiles = [50, 99, 99.9].map { String(histogram.valueAtPercentile($0)) }
    print((percentiles + [String(longest)]).joined(separator: " "))
  }
}
