import Glibc
import MIDICore
import MIDIFiles
import MIDIRecTakes
import SystemPackage

/// A take of ten hours with a thousand events per second: the cost of events at its start and end.
enum TenHours {
  private static let secondCount = 36_000
  private static let eventsPerSecond = 1000
  /// The duration of each compared part: ten minutes.
  private static let stretch = 600

  /// Records the take, and completes the file after each second.
  ///
  /// - Parameter clock: The processor's time, or elapsed time, which includes the disk and other programs.
  /// - Returns: The cost of an event in the first and in the last ten minutes in nanoseconds: the median of all
  ///   seconds.
  static func run(at path: FilePath, clock: Clock) throws -> (first: Double, last: Double) {
    var costs: [Double] = []
    var take = try TakeFile.create(at: path, sources: [TakeSource(name: "LinnStrument")], replacing: true)
    for second in 0..<secondCount {
      let start = clock.now
      for event in 0..<eventsPerSecond {
        let time = Nanoseconds(rawValue: Int64(second) * 1_000_000_000 + Int64(event) * 1_000_000)
        take.append(message(second * eventsPerSecond + event), at: time)
      }
      try take.sync()
      costs.append(Double(clock.now - start) / Double(eventsPerSecond))
    }
    try take.finish(at: .seconds(Int64(secondCount)))
    return (median(costs.prefix(stretch)), median(costs.suffix(stretch)))
  }

  /// A clock in nanoseconds.
  enum Clock: String {
    case processor
    case elapsed

    fileprivate var now: Int {
      var time = timespec()
      clock_gettime(self == .processor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
  }

  private static func message(_ number: Int) -> Message {
    let value = UInt7(masking: UInt8(number & 0x7F))
    return switch number & 3 {
    case 0: .noteOn(channel: .number(1), note: NoteNumber(masking: value.rawValue), velocity: 100)
    case 1: .channelPressure(channel: .number(1), pressure: value)
    case 2: .pitchBend(channel: .number(1), value: UInt14(mostSignificant: value, leastSignificant: 0))
    default: .noteOff(channel: .number(1), note: NoteNumber(masking: value.rawValue), velocity: 64)
    }
  }

  private static func median(_ values: ArraySlice<Double>) -> Double {
    values.sorted()[values.count / 2]
  }
}
