package import MIDICore

/// Sound in memory: samples from -1 to 1 at a fixed rate, one list for each channel.
package struct AudioBuffer: Hashable, Sendable {
  /// How many frames there are a second.
  package let rate: Int
  /// The samples of each channel, left first; all lists are of one length.
  package private(set) var channels: [[Float]]

  /// Makes silence of no length.
  ///
  /// - Precondition: `rate` and `channelCount` are above zero.
  package init(rate: Int, channelCount: Int) {
    precondition(rate > 0 && channelCount > 0, "a rate and channels")
    self.rate = rate
    channels = Array(repeating: [], count: channelCount)
  }

  /// Makes a buffer of its samples; nothing where channels are missing or of different lengths.
  package init?(rate: Int, channels: [[Float]]) {
    guard rate > 0, let count = channels.first?.count, channels.allSatisfy({ $0.count == count }) else {
      return nil
    }
    self.rate = rate
    self.channels = channels
  }

  /// How many frames it has: samples of one channel.
  package var frameCount: Int { channels[0].count }

  /// Adds what comes after it; channels that are too many are left out, those that are missing are silent.
  package mutating func append(_ other: AudioBuffer) {
    for index in channels.indices {
      channels[index] +=
        index < other.channels.count ? other.channels[index] : Array(repeating: 0, count: other.frameCount)
    }
  }

  /// When a frame begins, rounded down to a nanosecond.
  package func time(ofFrame frame: Int) -> Nanoseconds { Self.time(ofFrame: frame, rate: rate) }

  /// When a frame begins at a rate, rounded down to a nanosecond.
  package static func time(ofFrame frame: Int, rate: Int) -> Nanoseconds {
    let product = Int128(frame) * 1_000_000_000 / Int128(rate)
    return Nanoseconds(rawValue: Int64(clamping: product))
  }

  /// The first frame that begins at a time or after it, at a rate. Of a frame's own time it is that frame, though that is
  /// rounded down.
  package static func frame(at time: Nanoseconds, rate: Int) -> Int {
    let (whole, part) = (Int128(time.rawValue) * Int128(rate)).quotientAndRemainder(
      dividingBy: 1_000_000_000)
    return Int(clamping: part > 0 ? whole + 1 : whole)
  }
}
