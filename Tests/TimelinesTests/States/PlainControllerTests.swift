import MIDICore
import Testing
import Timelines

/// Controllers as plain numbers, as in a LinnStrument's User Firmware Mode.
@Suite struct PlainControllerTests {
  /// Returns the changes of messages of one source with plain controllers, a millisecond apart.
  private func changes(
    _ messages: [Message], before: [Message] = [], then later: [Message]? = nil
  ) -> [Timeline.Change] {
    var reducer = TimelineReducer(sources: ["A"])
    var time = Nanoseconds.zero
    func play(_ messages: [Message]) {
      for message in messages {
        reducer.apply(message, at: time, from: 0)
        time += .milliseconds(1)
      }
    }
    play(before)
    reducer.removeEntries()
    reducer.setControllersArePlain(true, from: 0)
    play(messages)
    if let later {
      reducer.setControllersArePlain(false, from: 0)
      play(later)
    }
    reducer.finish(at: time)
    return reducer.entries.map(\.change)
  }

  @Test(arguments: [64, 66] as [Controller])
  func pedalsHoldNoNotes(pedal: Controller) {
    #expect(
      changes([Played.on(60), Played.control(pedal, 127), Played.off(60, 5)]) == [
        .note(60, .sounding(velocity: 100)), .controller(pedal, 127),
        .note(60, .released(releaseVelocity: 5)),
      ])
  }

  @Test func noPedalIsLeftDown() {
    #expect(changes([Played.control(64, 127)]) == [.controller(64, 127)])
  }

  @Test func firstValueOfPedalNumberIsAChange() {
    #expect(changes([Played.control(64, 0), Played.control(64, 0)]) == [.controller(64, 0)])
  }

  @Test func timbreIsAController() {
    #expect(changes([Played.control(74, 3)]) == [.controller(74, 3)])
  }

  @Test func programHasNoBank() {
    #expect(
      changes([Played.control(0, 1), Played.control(32, 2), Played.program(5)]) == [
        .controller(0, 1), .controller(32, 2), .program(5, bank: nil),
      ])
  }

  @Test func dataEntryWithoutParameterIsAController() {
    #expect(
      changes([Played.control(38, 7), Played.control(6, 8)]) == [.controller(38, 7), .controller(6, 8)])
  }

  @Test func parametersKeepTheirMeaning() {
    let setting: [(Controller, UInt7)] = [(99, 1), (98, 117), (6, 0), (38, 0), (101, 127), (100, 127)]
    #expect(
      changes(setting.map { Played.control($0, $1) } + [Played.control(6, 9)]) == [
        .parameter(.init(isRegistered: false, number: 245), .value(0)), .controller(6, 9),
      ])
  }

  @Test func modeMessagesKeepTheirMeaning() {
    #expect(
      changes([Played.on(60), Played.control(123, 0)]) == [
        .note(60, .sounding(velocity: 100)), .controller(123, 0), .note(60, .released(releaseVelocity: nil)),
      ])
  }

  @Test func resetAllControllersMakesNumbersUnknown() {
    #expect(
      changes([Played.control(1, 9), Played.control(121, 0), Played.control(1, 9)]) == [
        .controller(1, 9), .controller(121, 0), .controller(1, 9),
      ])
  }

  @Test func heldNotesEndWhenControllersBecomePlain() {
    #expect(
      changes([Played.control(64, 0)], before: [Played.control(64, 127), Played.on(60), Played.off(60)]) == [
        .note(60, .released(releaseVelocity: nil)), .controller(64, 0),
      ])
  }

  @Test func earlierNoteIsHeldByItsKey() {
    #expect(
      changes([Played.off(60, 1)], before: [Played.control(64, 127), Played.on(60)]) == [
        .note(60, .released(releaseVelocity: 1))
      ])
  }

  @Test func laterPedalsAreUpUntilTheyMove() {
    #expect(
      changes([Played.control(64, 127)], then: [Played.on(60), Played.off(60, 1), Played.control(64, 127)])
        == [
          .controller(64, 127), .note(60, .sounding(velocity: 100)), .note(60, .released(releaseVelocity: 1)),
          .controller(64, 127), .pedalLeftDown(64, 127),
        ])
  }

  @Test func otherSourcesAreUnchanged() {
    var reducer = TimelineReducer(sources: ["A", "B"])
    reducer.setControllersArePlain(true, from: 0)
    reducer.apply(Played.control(74, 3), at: .zero, from: 0)
    reducer.apply(Played.control(74, 3), at: .zero, from: 1)
    #expect(reducer.entries.map(\.change) == [.controller(74, 3), .expression(.timbre(3))])
  }
}
