import MIDICore
import MIDIRecSoak
import TestSupport
import Testing

/// Long takes, and failures whose minimal takes aren't known by hand.
struct ShrinkerSearchTests {
  /// A failure with random conditions.
  private struct RandomFailure {
    private let keys: [ClosedRange<NoteNumber>]
    private let isMonotone: Bool
    private let modulus: Int

    init(_ random: inout SeededGenerator, isMonotone: Bool) {
      keys = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        let low = UInt8.random(in: 30...95, using: &random)
        return NoteNumber(masking: low)...NoteNumber(masking: low + .random(in: 0...6, using: &random))
      }
      self.isMonotone = isMonotone
      modulus = .random(in: 2...4, using: &random)
    }

    func isShown(by recording: Recording) -> Bool {
      let messages = recording.messagesInOrder
      // Messages in the middle can hide a failure that isn't monotone.
      guard isMonotone || messages.count % modulus != 1 else { return false }
      return messages.have(keys.map { keys in { $0.isNoteOn && keys.contains($0.note ?? 0) } })
    }
  }

  @Test(arguments: 1...40)
  func noUnitOrMessageOfResultCanBeRemoved(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let failure = RandomFailure(&random, isMonotone: seed.isMultiple(of: 2))
    let recording = BusyTake(seed: seed, noteCount: 300, trackCount: Int.random(in: 1...3, using: &random))
      .recording
    guard failure.isShown(by: recording) else { return }
    var tried: Set<Recording> = []
    var shrinker = Shrinker(recording)
    let result = try #require(
      try shrinker.minimal { recordings in
        let index = recordings.firstIndex(where: failure.isShown)
        for recording in recordings[...(index ?? recordings.count - 1)] {
          #expect(tried.insert(recording).inserted)
        }
        return index
      })
    #expect(failure.isShown(by: result))
    #expect(shrinker.isFinished)
    let places = result.tracks.indices.flatMap { track in
      result.tracks[track].messages.indices.map { (track: track, index: $0) }
    }
    for place in places {
      var shorter = result
      shorter.tracks[place.track].messages.remove(at: place.index)
      #expect(!failure.isShown(by: shorter))
    }
    #expect(places.count <= 10)
  }

  @Test func resultDoesNotDependOnRun() throws {
    let recording = BusyTake(seed: 7, trackCount: 2).recording
    func run() throws -> [[Recording]] {
      var batches: [[Recording]] = []
      var shrinker = Shrinker(recording)
      _ = try shrinker.minimal { recordings in
        batches.append(recordings)
        return recordings.firstIndex { $0.messagesInOrder.have([{ $0.kind == .programChange }, \.isNoteOn]) }
      }
      return batches
    }
    #expect(try run() == run())
  }

  @Test(arguments: [1, 2, 3, 7, 16, 32])
  func everyBatchSizeFindsMinimalTake(batchSize: Int) throws {
    var busy = BusyTake(seed: 2)
    busy.hide([on(127), off(127)], pauses: 100)
    let result = try busy.recording.minimal(batchSize: batchSize) {
      $0.messagesInOrder.have([{ $0.isNoteOn && $0.note == 127 }, { $0.isNoteOff && $0.note == 127 }])
    }
    #expect(result == take([on(127), off(127)]))
  }

  // MARK: Takes with 10,000 events

  /// A failure of a long take, and the most recordings and batches that the shrinker may try.
  struct LongCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let messageCount: Int
    let triedLimit: Int
    let batchLimit: Int
    let isShown: @Sendable ([TimedMessage]) -> Bool

    static let all = [
      LongCase(
        testDescription: "three given notes in order", messageCount: 6, triedLimit: 180, batchLimit: 35
      ) {
        $0.have(
          [on(127), off(127), on(126), off(126), on(125), off(125)].map { expected in
            { ($0.note, $0.isNoteOn) == (expected.note, expected.isNoteOn) }
          })
      },
      LongCase(testDescription: "any note with key 127", messageCount: 1, triedLimit: 80, batchLimit: 20) {
        $0.have([{ $0.isNoteOn && $0.note == 127 }])
      },
      LongCase(testDescription: "500 notes", messageCount: 500, triedLimit: 1500, batchLimit: 120) {
        $0.count(where: \.message.isNoteOn) >= 500
      },
      LongCase(testDescription: "1,000 events", messageCount: 1000, triedLimit: 2000, batchLimit: 150) {
        $0.count >= 1000
      },
    ]
  }

  @Test(arguments: LongCase.all)
  func longTakeNeedsFewBatches(_ long: LongCase) throws {
    var busy = BusyTake(seed: 3, noteCount: 5000, hasGestures: false)
    busy.hide([127, 126, 125].flatMap { [on($0), off($0)] }, pauses: 60_000)
    var shrinker = Shrinker(busy.recording)
    let result = try #require(
      try shrinker.minimal { $0.firstIndex { long.isShown($0.messagesInOrder) } })
    #expect(result.messagesInOrder.count == long.messageCount)
    #expect(shrinker.isFinished)
    #expect(shrinker.progress.triedCount <= long.triedLimit)
    #expect(shrinker.progress.batchCount <= long.batchLimit)
  }
}
