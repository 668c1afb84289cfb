internal import MIDICore
internal import MIDIRecSessions

/// The recordings whose replies showed something new, from which further storms are made.
struct Novelty: Sendable {
  private var features: Set<Int> = []
  private var recordings: [Recording] = []
  /// The largest number of recordings. The oldest ones give way to new ones.
  private static let limit = 64

  /// Adds a recording if the replies to it have a feature that no earlier ones have.
  mutating func add(_ recording: Recording, _ reaction: Reaction) {
    let new = Self.features(of: reaction, to: recording)
    guard !new.isSubset(of: features) else { return }
    features.formUnion(new)
    recordings.append(recording)
    if recordings.count > Self.limit { recordings.removeFirst() }
  }

  /// Returns one of the recordings, or `nil` if there is none.
  func pick(_ seed: UInt64) -> Recording? {
    guard !recordings.isEmpty else { return nil }
    return recordings[Int(seed % UInt64(recordings.count))]
  }

  /// Returns the features of replies: their kinds and controllers, the number of notes that sound at once, their delays, and
  /// their number per message. Amounts count by powers of two.
  private static func features(of reaction: Reaction, to recording: Recording) -> Set<Int> {
    var features: Set<Int> = []
    var polyphony = 0
    var inputTimes = recording.messagesInOrder.map(\.time)[...]
    var lastTime = Nanoseconds.zero
    for reply in reaction.replies {
      while let time = inputTimes.first, time <= reply.time {
        lastTime = time
        inputTimes.removeFirst()
      }
      let delay = (reply.time - lastTime).rawValue / 1_000_000
      features.insert(1 << 16 | magnitude(Int(delay)))
      switch reply.message {
      case .noteOn(_, _, let velocity) where velocity > 0: polyphony += 1
      case .noteOn, .noteOff: polyphony -= 1
      case .controlChange(_, let controller, _): features.insert(2 << 16 | Int(controller.rawValue))
      default: break
      }
      features.insert(3 << 16 | (Message.Kind.allCases.firstIndex(of: reply.message.kind) ?? 0))
      features.insert(4 << 16 | magnitude(polyphony))
    }
    features.insert(5 << 16 | magnitude(reaction.replies.count * 8 / max(1, recording.messageCount)))
    if reaction.failure != nil { features.insert(6 << 16) }
    return features
  }

  /// The number of binary digits of a number, or 0 for one that isn't positive.
  private static func magnitude(_ number: Int) -> Int {
    number <= 0 ? 0 : Int.bitWidth - number.leadingZeroBitCount
  }
}
