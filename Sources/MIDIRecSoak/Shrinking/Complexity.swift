internal import MIDICore

/// The order of candidates: the shrinker accepts only simpler ones, so that it ends.
///
/// A candidate is simpler if the first of these numbers that differs is less:
/// 1. the messages,
/// 2. the tracks,
/// 3. the bytes of System Exclusive, then those that differ from the ID 7D and zeros,
/// 4. the channels, then the sum of their distances from channel 1,
/// 5. the sum of the distances of keys from C4; a higher key is simpler than a lower one,
/// 6. the sum of the ranks of values (``Message/valueRank``),
/// 7. the sum of the ranks of pauses (``Pause/rank``), then their sum.
struct Complexity: Comparable {
  private let numbers: [Int]

  /// Creates the complexity of a candidate.
  init(_ candidate: Candidate) {
    var (bytes, unusualBytes, channels, channelSum, keySum, valueSum) = (0, 0, 0, 0, 0, 0)
    for event in candidate.events {
      if case .systemExclusive(let message) = event.message {
        bytes += message.payload.count
        unusualBytes += message.unusualByteCount
      }
      if let channel = event.message.channel {
        channels |= 1 << Int(channel)
        channelSum += Int(channel)
      }
      keySum += event.message.key.map(Self.rank) ?? 0
      valueSum += event.message.valueRank
    }
    let pauses = candidate.pauses
    var (pauseRanks, silence) = (0, Nanoseconds.zero)
    for index in pauses.indices {
      pauseRanks += Pause(at: index, of: pauses.count).rank(of: pauses[index])
      silence = silence.adding(pauses[index].magnitude)
    }
    numbers = [
      candidate.events.count, candidate.sources.count, bytes, unusualBytes, channels.nonzeroBitCount,
      channelSum, keySum, valueSum, pauseRanks, Int(silence.rawValue),
    ]
  }

  /// Returns whether `left` is simpler than `right`.
  static func < (left: Complexity, right: Complexity) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  /// Returns the rank of a key: 0 for C4, 1 for C#4, 2 for B3, and so on.
  static func rank(_ key: NoteNumber) -> Int {
    let distance = Int(key) - Int(NoteNumber.middleC)
    return distance > 0 ? 2 * distance - 1 : -2 * distance
  }
}

extension NoteNumber {
  /// C4, the simplest key.
  static let middleC: NoteNumber = 60
}
