import MIDICore
import MIDIRecSoak
import TestSupport
import Testing

struct ShrinkerTests {
  @Test(arguments: Fault.all, [1, 2, 3])
  func minimalTakeIsTheOneKnownByHand(_ fault: Fault, seed: UInt64) throws {
    var busy = BusyTake(seed: seed, trackCount: 2)
    busy.hide(fault.hidden, pauses: fault.pauses)
    var shrinker = Shrinker(busy.recording)
    var result = try #require(
      try shrinker.minimal { $0.firstIndex { fault.isShown($0.messagesInOrder) } })
    for track in result.tracks.indices { result.tracks[track].name = "Instrument 1" }
    #expect(result == fault.minimal)
    #expect(shrinker.isFinished)
    #expect(shrinker.progress.triedCount < 200)
  }

  // MARK: Tracks, times, and ends

  @Test func neededTracksAreKept() throws {
    let result = try BusyTake(seed: 1, trackCount: 5).recording.minimal { recording in
      recording.tracks.count { $0.messages.contains(where: \.message.isNoteOn) } >= 2
    }
    #expect(result?.tracks.map(\.messages.count) == [1, 1])
    #expect(result?.messagesInOrder.map(\.message) == [on(), on()])
  }

  @Test func neededSilenceIsRounded() throws {
    let start = try BusyTake(seed: 1).recording.minimal {
      ($0.messagesInOrder.first?.time ?? .zero) > .milliseconds(50)
    }
    #expect(start?.messagesInOrder.map(\.time) == [.milliseconds(100)])
    let end = try BusyTake(seed: 1).recording.minimal { recording in
      recording.messagesInOrder.last.map { recording.duration - $0.time > .milliseconds(3456) } ?? false
    }
    #expect(end?.duration == .seconds(4))
    #expect(end?.messagesInOrder.map(\.time) == [.zero])
  }

  @Test func simultaneousMessagesOfTracksStayInOrder() throws {
    // The message of the second track is first, so that the two can't be at the same time.
    let tracks = [20, 10].map { milliseconds in
      Recording.Track(messages: [TimedMessage(time: .milliseconds(milliseconds), message: on())])
    }
    let result = try Recording(tracks: tracks).minimal { recording in
      recording.tracks.count == 2 && recording.duration <= .milliseconds(10)
        && recording.tracks[1].messages[0].time < recording.tracks[0].messages[0].time
    }
    #expect(result == nil)
    let near = try Recording(tracks: tracks).minimal { recording in
      let times = recording.tracks.compactMap { $0.messages.first?.time }
      return times.count == 2 && times[1] < times[0] && times[0] - times[1] <= .milliseconds(10)
    }
    #expect(near?.tracks.map { $0.messages[0].time } == [.milliseconds(10), .zero])
  }

  @Test(arguments: [Int64.min, .min + 1, -1, .max - 1, .max])
  func extremeTimesAreShrunk(time: Int64) throws {
    let messages = [0, time].sorted().map { TimedMessage(time: Nanoseconds(rawValue: $0), message: on(99)) }
    let recording = Recording(tracks: [.init(messages: messages + messages.suffix(1))])
    let result = try recording.minimal { $0.messagesInOrder.count >= 2 }
    #expect(result?.messagesInOrder == take([on(), on()]).messagesInOrder)
  }

  @Test func noteOnThatEndsNoteBecomesNoteOff() throws {
    let result = try take([on(70), on(70, velocity: 0)]).minimal {
      $0.messagesInOrder.have([\.isNoteOn, \.isNoteOff])
    }
    #expect(result == take([on(), off()]))
  }

  // MARK: Failures that need nothing, and recordings that don't fail

  @Test func failureOfEveryRecordingNeedsNoMessage() throws {
    var shrinker = Shrinker(BusyTake(seed: 1).recording)
    #expect(try shrinker.minimal { _ in 0 } == Recording())
    #expect(shrinker.progress.triedCount < 10)
  }

  @Test func recordingThatPassesHasNoMinimalTake() throws {
    var shrinker = Shrinker(take([on()]))
    #expect(try shrinker.minimal { _ in nil } == nil)
    #expect(shrinker.progress.triedCount == 1)
  }

  @Test func errorOfPredicateIsThrownAndSimplestTakeIsKept() throws {
    struct MachineError: Error {}
    var (shrinker, batchCount) = (Shrinker(BusyTake(seed: 1).recording), 0)
    #expect(throws: MachineError.self) {
      _ = try shrinker.minimal { recordings in
        batchCount += 1
        if batchCount == 10 { throw MachineError() }
        return recordings.firstIndex { $0.messagesInOrder.count(where: \.message.isNoteOn) >= 10 }
      }
    }
    #expect(shrinker.simplest.messagesInOrder.count < 300)
    #expect(!shrinker.isFinished)
  }

  @Test func limitStopsShrinker() throws {
    var (shrinker, count) = (Shrinker(BusyTake(seed: 1).recording, limit: 40), 0)
    let result = try #require(
      try shrinker.minimal { recordings in
        count += recordings.count
        return recordings.firstIndex { $0.messagesInOrder.count(where: \.message.isNoteOn) >= 50 }
      })
    #expect(!shrinker.isFinished)
    #expect(count <= 40)
    #expect(shrinker.progress.triedCount == count)
    #expect(result.messagesInOrder.count(where: \.message.isNoteOn) >= 50)
  }

  @Test func progressIsReportedAfterEachBatch() throws {
    var reports: [Shrinker.Progress] = []
    var (shrinker, batchCount) = (Shrinker(BusyTake(seed: 1).recording), 0)
    _ = try shrinker.minimal(progress: { reports.append($0) }) { recordings in
      batchCount += 1
      return recordings.firstIndex { $0.messagesInOrder.have([{ $0.note == 50 }]) }
    }
    #expect(reports.map(\.batchCount) == Array(1...batchCount))
    #expect(reports.last?.messageCount == 1)
    #expect(zip(reports, reports.dropFirst()).allSatisfy { $0.messageCount >= $1.messageCount })
  }
}

extension Recording {
  /// Returns the result of a shrinker whose predicate tests single recordings.
  func minimal(batchSize: Int = 16, failing: (Recording) -> Bool) throws -> Recording? {
    var shrinker = Shrinker(self, batchSize: batchSize)
    return try shrinker.minimal { $0.firstIndex(where: failing) }
  }
}
