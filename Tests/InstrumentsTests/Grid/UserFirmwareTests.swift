import Instruments
import MIDICore
import Testing

@Suite struct UserFirmwareTests {
  private var settings: GridSettings {
    var settings = GridSettings(.model200)
    settings.isUserFirmware = true
    return settings
  }

  private func control(_ controller: Controller, _ value: UInt7, row: UInt8 = 0) -> Message {
    .controlChange(channel: Channel(masking: row), controller: controller, value: value)
  }

  private func touch(_ column: NoteNumber, row: UInt8 = 0) -> Message {
    .noteOn(channel: Channel(masking: row), note: column, velocity: 90)
  }

  private func tracker(_ messages: [Message]) -> GridTracker {
    var tracker = GridTracker(settings)
    for message in messages { _ = tracker.apply(message, at: .zero) }
    return tracker
  }

  @Test func touchLightsItsCell() {
    let highlights = tracker([touch(1), touch(25, row: 7)]).highlights
    #expect(highlights.map(\.cells.text) == ["175", "24"])
    #expect(highlights.map(\.color.name) == ["blue", "green"])
  }

  @Test func xIsCompleteWithMostSignificantByte() {
    var tracker = tracker([touch(6), control(38, 5)])
    #expect(tracker.highlights.first?.position?.x == nil)
    let isChanged = tracker.apply(control(6, 10), at: .zero)
    #expect(isChanged)
    #expect(tracker.highlights.first?.position?.x == 1285)
  }

  @Test func mostSignificantByteFirstKeepsItsLeastSignificantByte() {
    var tracker = tracker([touch(12), control(12, 15), control(44, 30)])
    #expect(tracker.highlights.first?.position?.x == 1950)
    // The order is known now, so no position mixes two pairs.
    let isChanged = tracker.apply(control(12, 16), at: .zero)
    #expect(!isChanged)
    _ = tracker.apply(control(44, 1), at: .zero)
    #expect(tracker.highlights.first?.position?.x == 2049)
  }

  @Test func recordingThatStartsInsidePairKeepsItsOrder() {
    let highlights = tracker([
      touch(6), control(6, 7), control(70, 64), control(38, 9), control(6, 8), control(38, 10), control(6, 9),
    ]).highlights
    #expect(highlights.first?.position?.x == 1162)
  }

  /// The messages of a host that turn on slides, X, Y, and Z of a row, and slow down updates.
  @Test(arguments: [(9, 1), (10, 1), (10, 0), (11, 1), (12, 1), (13, 12)] as [(Controller, UInt7)])
  func hostSettingIsNotFinger(controller: Controller, value: UInt7) {
    var tracker = tracker([touch(NoteNumber(masking: controller.rawValue))])
    let isChanged = tracker.apply(control(controller, value), at: .zero)
    #expect(!isChanged)
    #expect(tracker.highlights.first?.position?.x == nil)
  }

  @Test func hostSettingBetweenPairsMixesNoPairs() {
    let highlights = tracker([
      touch(10), control(42, 5), control(10, 13), control(10, 1), control(42, 6), control(10, 14),
    ]).highlights
    #expect(highlights.first?.position?.x == 1798)
  }

  @Test func lightIsNotFinger() {
    let tracker = tracker([touch(22), control(20, 4), control(21, 7), control(22, 1)])
    #expect(tracker.lights.all == [LinnStrumentLight(column: 4, row: 7, color: 1)])
    #expect(tracker.highlights.first?.position?.x == nil)
  }

  @Test func fingerIsNotLight() {
    let tracker = tracker([touch(22), control(54, 3), control(22, 11)])
    #expect(tracker.lights.all.isEmpty)
    #expect(tracker.highlights.first?.position?.x == 1411)
  }

  @Test func yAndZBelongToCell() {
    let highlights = tracker([
      touch(1, row: 2), touch(2, row: 2), control(65, 100, row: 2),
      .polyPressure(channel: .number(3), note: 2, pressure: 33), control(66, 7, row: 3),
    ]).highlights
    #expect(highlights.map { $0.position?.y } == [100, nil])
    #expect(highlights.map { $0.position?.z } == [nil, 33])
  }

  @Test func positionBeforeTouchIsKnown() {
    let highlights = tracker([
      .polyPressure(channel: .number(1), note: 3, pressure: 40), control(67, 11), touch(3),
    ]).highlights
    #expect(highlights.first?.position?.y == 11)
    #expect(highlights.first?.position?.z == 40)
  }

  @Test func pedalControllersArePositions() {
    // Controller 64 + column 2 is 66, sostenuto's number. Column 0's is sustain's.
    let highlights = tracker([
      touch(2), control(66, 127), control(64, 127), .noteOff(channel: .number(1), note: 2, velocity: 64),
    ])
    .highlights
    #expect(highlights.isEmpty)
  }

  @Test func slideKeepsColor() {
    var tracker = tracker([touch(9, row: 1), touch(4), control(119, 4), touch(5)])
    #expect(tracker.highlights.map(\.color.name) == ["blue", "green", "green"])
    _ = tracker.apply(.noteOff(channel: .number(1), note: 4, velocity: 5), at: .zero)
    #expect(tracker.highlights.map(\.cells.text) == ["158", "179"])
    #expect(tracker.highlights.map(\.color.name) == ["blue", "green"])
    _ = tracker.apply(touch(20), at: .zero)
    #expect(tracker.highlights.map(\.color.name) == ["blue", "green", "orange"])
    _ = tracker.apply(.noteOff(channel: .number(1), note: 5, velocity: 64), at: .zero)
    _ = tracker.apply(touch(21), at: .zero)
    #expect(tracker.highlights.map(\.color.name) == ["blue", "orange", "green"])
  }

  @Test func slideFromUnheldCellIsTouch() {
    let highlights = tracker([touch(9), control(119, 4), touch(5), touch(6)]).highlights
    #expect(highlights.map(\.color.name) == ["blue", "green", "orange"])
  }

  @Test func slideBelongsToRow() {
    let highlights = tracker([touch(4), control(119, 4), touch(5, row: 1), touch(5)]).highlights
    #expect(highlights.map(\.color.name) == ["blue", "green", "blue"])
  }

  @Test func slideToHeldCellKeepsItsColor() {
    let messages = [touch(4), touch(5), control(119, 4), touch(5)]
    #expect(tracker(messages).highlights.map(\.color.name) == ["blue", "green"])
    let off = Message.noteOff(channel: .number(1), note: 4, velocity: 5)
    // The slide has ended: a touch elsewhere isn't part of it.
    let highlights = tracker(messages + [off, touch(9)]).highlights
    #expect(highlights.map(\.note) == [5, 9])
    #expect(highlights.map(\.color.name) == ["green", "blue"])
  }

  @Test func slideAffectsOneNote() {
    let off = Message.noteOff(channel: .number(1), note: 4, velocity: 5)
    let highlights = tracker([touch(4), control(119, 4), touch(5), off, touch(4), touch(6)]).highlights
    #expect(highlights.map(\.note) == [5, 4, 6])
    #expect(highlights.map(\.color.name) == ["blue", "green", "orange"])
  }

  @Test func slideWithLostTargetAffectsNoOtherNote() {
    let off = Message.noteOff(channel: .number(1), note: 4, velocity: 5)
    let highlights = tracker([touch(4), touch(9), control(119, 4), off, touch(7), touch(8)]).highlights
    #expect(highlights.map(\.note) == [9, 7, 8])
    #expect(highlights.map(\.color.name) == ["green", "blue", "orange"])
  }

  @Test func slideWithHeldSourceSharesColorBriefly() {
    // The source's note-off is lost. It arrives with the next touch and release there.
    var tracker = tracker([touch(4), control(119, 4), touch(5), touch(4)])
    let off = Message.noteOff(channel: .number(1), note: 4, velocity: 64)
    for message in [off, off, touch(6)] { _ = tracker.apply(message, at: .zero) }
    #expect(tracker.highlights.map(\.note) == [5, 6])
    #expect(tracker.highlights.map(\.color.name) == ["blue", "green"])
  }

  @Test func systemResetForgetsPositions() {
    let highlights = tracker([control(67, 11), control(35, 5), .systemReset, touch(3), control(3, 1)])
      .highlights
    #expect(highlights.map { $0.position?.y } == [nil])
    #expect(highlights.map { $0.position?.x } == [128])
  }

  @Test func lastColumnHasPositions() {
    let highlights = tracker([
      touch(25), control(57, 3), control(25, 1), control(89, 12),
      .polyPressure(channel: .number(1), note: 25, pressure: 4),
    ]).highlights
    #expect(highlights.map { $0.position?.x } == [131])
    #expect(highlights.map { $0.position?.y } == [12])
    #expect(highlights.map { $0.position?.z } == [4])
  }

  @Test func repeatedPositionIsNotChange() {
    var tracker = tracker([
      touch(3), control(3, 1), control(67, 2), .polyPressure(channel: .number(1), note: 3, pressure: 9),
    ])
    for message in [control(3, 1), control(67, 2), .polyPressure(channel: .number(1), note: 3, pressure: 9)] {
      let isChanged = tracker.apply(message, at: .zero)
      #expect(!isChanged, "\(message)")
    }
  }

  @Test func settingControllersBecomePositionsAgain() {
    let setting: [(Controller, UInt7)] = [(99, 0), (98, 36), (6, 0), (38, 5), (101, 127), (100, 127)]
    let messages = setting.map { control($0, $1) } + [touch(6), control(38, 3), control(6, 1)]
    #expect(tracker(messages).highlights.map { $0.position?.x } == [131])
  }

  @Test func settingIsNotPosition() {
    var tracker = tracker([touch(6)])
    for (controller, value) in [(99, 1), (98, 117), (6, 0), (38, 0), (101, 127), (100, 127)]
      as [(Controller, UInt7)]
    {
      _ = tracker.apply(control(controller, value), at: .zero)
    }
    #expect(!tracker.settings.isUserFirmware)
    #expect(tracker.highlights.map(\.cells.text) == ["180"])
    #expect(tracker.highlights.first?.position?.x == nil)
  }
}
