package import MIDICore

/// Audio in memory: samples from -1 to 1 at a fixed sample rate, with one array per channel.
package struct AudioBuffer: Hashable, Sendable {
  /// The sample rate in hertz.
  package let rate: Int
  /// The samples of each channel, left first. All arrays have the same length.
  package private(set) var channels: [[Float]]

  /// Creates an empty buffer.
  ///
  /// - Precondition: `rate` and `channelCount` are greater than 0.
  package init(rate: Int, channelCount: Int) {
    precondition(rate > 0 && channelCount > 0, "a rate and channels")
    self.rate = rate
    channels = Array(repeating: [], count: channelCount)
  }

  /// Creates a buffer with samples, or returns `nil` if there are no channels or their lengths differ.
  package init?(rate: Int, channels: [[Float]]) {
    guard rate > 0, let count = channels.first?.count, channels.allSatisfy({ $0.count == count }) else {
      return nil
    }
    self.rate = rate
    self.channels = channels
  }

  /// The number of frames: the samples of one channel.
  package var frameCount: Int { channels[0].count }

  /// Appends a buffer. Surplus channels are dropped, and missing channels are silent.
  package mutating func append(_ other: AudioBuffer) {
    for index in channels.indices {
      channels[index] +=
        index < other.channels.count ? other.channels[index] : Array(repeating: 0, count: other.frameCount)
    }
  }

  /// Returns the start of a frame, rounded down to a nanosecond.
  package func time(ofFrame frame: Int) -> Nanoseconds { Self.time(ofFrame: frame, rate: rate) }

  /// Returns the start of a frame at a sample rate, rounded down to a nanosecond.
  package static func time(ofFrame frame: Int, rate: Int) -> Nanoseconds {
    let product = Int128(frame) * 1_000_000_000 / Int128(rate)
    return Nanoseconds(rawValue: Int64(clamping: product))
  }

  /// Returns the first frame that starts at or after a time, at a sample rate.
  ///
  /// For the result of `time(ofFrame:rate:)`, which is rounded down, it returns that frame.
  package static func frame(at time: Nanoseconds, rate: Int) -> Int {
    let (whole, part) = (Int128(time.rawValue) * Int128(rate)).quotientAndRemainder(
      dividingBy: 1_000_000_000)
    return Int(clamping: part > 0 ? whole + 1 : whole)
  }
}
