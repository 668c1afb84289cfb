import MIDICore
import Testing
import Timelines

@testable import MIDIRecStudio

/// Notes that are played are judged by a model with C4, E4, and G4 at 0, 1, and 2 s, 100 ms apart at most.
struct RunningJudgmentTests {
  private let model = Performance(
    sources: ["model"],
    notes: [(60, 0), (64, 1), (67, 2)].map { number, second in
      Note(
        channel: .number(1), number: NoteNumber(number), velocity: 80, onset: .seconds(second),
        offset: .seconds(second) + .milliseconds(500))
    }, end: .seconds(3))

  private func judgment() throws -> RunningJudgment {
    try RunningJudgment("model", model: model, tolerance: .milliseconds(100), inputs: nil, number: 1)
  }

  private func play(_ note: NoteNumber, at milliseconds: Int64, in judgment: inout RunningJudgment) {
    let time = Nanoseconds.milliseconds(milliseconds)
    judgment.append(
      TimedMessage(time: time, message: .noteOn(channel: .number(2), note: note, velocity: 9)), from: 0)
    judgment.append(
      TimedMessage(
        time: time + .milliseconds(50), message: .noteOff(channel: .number(2), note: note, velocity: 0)),
      from: 0)
  }

  private func verdicts(_ judgment: RunningJudgment, at milliseconds: Int64) throws -> [String] {
    let result = try #require(judgment.judged(at: .milliseconds(milliseconds)))
    return result.played.map { "\($0.note.rawValue) \($0.verdict)" }
      + result.missing.map { "\($0.note.rawValue) missing" }
  }

  @Test func firstNoteStartsTheModelAndLaterNotesAreNotDueYet() throws {
    var judgment = try judgment()
    #expect(judgment.judged(at: .seconds(5)) == nil)
    play(60, at: 5000, in: &judgment)
    #expect(try verdicts(judgment, at: 5500) == ["60 right"])
    play(64, at: 6040, in: &judgment)
    #expect(try verdicts(judgment, at: 6200) == ["60 right", "64 right"])
    #expect(try verdicts(judgment, at: 7500) == ["60 right", "64 right", "67 missing"])
  }

  @Test func wrongPitchAndExtraNoteAreNotRight() throws {
    var judgment = try judgment()
    play(60, at: 5000, in: &judgment)
    play(30, at: 5500, in: &judgment)
    play(65, at: 6000, in: &judgment)
    play(67, at: 7000, in: &judgment)
    #expect(try verdicts(judgment, at: 7500) == ["60 right", "30 extra", "65 wrong", "67 right"])
  }

  @Test func noteAfterAllOthersStartsTheModelAgain() throws {
    var judgment = try judgment()
    for (index, note) in [NoteNumber(60), 64, 67].enumerated() {
      play(note, at: 5000 + Int64(index) * 1000, in: &judgment)
    }
    play(60, at: 7800, in: &judgment)
    play(64, at: 8840, in: &judgment)
    #expect(try verdicts(judgment, at: 9000) == ["60 right", "64 right"])
  }

  @Test func noteBetweenDoesNotStartTheModelAgain() throws {
    var judgment = try judgment()
    for (note, time) in [(NoteNumber(60), Int64(5000)), (30, 5500), (64, 6000), (67, 7000)] {
      play(note, at: time, in: &judgment)
    }
    #expect(try verdicts(judgment, at: 7050) == ["60 right", "30 extra", "64 right", "67 right"])
  }

  @Test func replayDefinesTheStart() throws {
    var judgment = try judgment()
    judgment.replayStarted(at: .seconds(10), from: .seconds(1), speed: 2, isLoop: false)
    play(64, at: 10_020, in: &judgment)
    #expect(try verdicts(judgment, at: 10_300) == ["64 right"])
    play(67, at: 10_900, in: &judgment)
    #expect(try verdicts(judgment, at: 11_000).last == "67 wrong")
  }

  @Test func nothingIsMissingAfterAStop() throws {
    var judgment = try judgment()
    judgment.replayStarted(at: .seconds(10), from: .zero, speed: 1, isLoop: false)
    play(60, at: 10_010, in: &judgment)
    judgment.replayEnded(at: .milliseconds(10_500))
    #expect(try verdicts(judgment, at: 15_000) == ["60 right"])
    #expect(!judgment.isActive(at: .seconds(15)))
  }

  @Test func loopStartsAgain() throws {
    var judgment = try judgment()
    judgment.replayStarted(at: .seconds(10), from: .zero, speed: 1, isLoop: true)
    play(60, at: 10_000, in: &judgment)
    play(60, at: 13_010, in: &judgment)
    #expect(try verdicts(judgment, at: 13_200) == ["60 right"])
  }

  @Test func otherInputsAreNotJudged() throws {
    var judgment = try RunningJudgment(
      "model", model: model, tolerance: .milliseconds(100), inputs: [3], number: 1)
    play(60, at: 5000, in: &judgment)
    #expect(judgment.judged(at: .seconds(6)) == nil)
  }

  @Test func modelWithoutNotesIsAnError() {
    #expect(throws: StudioError.self) {
      try RunningJudgment(
        "empty", model: Performance(sources: [], notes: [], end: .zero), tolerance: .zero, inputs: nil,
        number: 1)
    }
  }
}
