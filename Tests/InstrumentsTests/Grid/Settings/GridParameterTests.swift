import Instruments
import MIDICore
import Testing

@Suite struct GridParameterTests {
  /// Returns the factory settings after learning parameters, all of them known.
  private func settings(
    _ model: LinnStrument = .model200, _ parameters: (parameter: UInt14, value: UInt14)...
  ) -> GridSettings {
    var settings = GridSettings(model)
    for (parameter, value) in parameters {
      let isTaken = settings.learn(parameter: parameter, value: value)
      #expect(isTaken, "\(parameter) \(value)")
    }
    return settings
  }

  @Test func eachSplitLearnsItsSettings() {
    let learned = settings(
      .model200, (0, 2), (1, 16), (2, 1), (17, 1), (3, 0), (18, 9), (36, 0), (37, 14), (38, 0), (60, 1))
    var expected = GridSettings()
    expected.left.mode = .channelPerRow
    expected.left.mainChannel = .number(16)
    expected.left.noteChannels = Set([1, 3, 4, 5, 6, 7, 8, 16].map(Channel.number))
    expected.left.firstRowChannel = .number(9)
    expected.left.octave = -5
    expected.left.transposePitch = 7
    expected.left.transposeLights = -7
    expected.left.isRowOrderReversed = true
    #expect(learned == expected)
  }

  @Test func rightSplitNumbersAreHundredHigher() {
    let learned = settings(
      .model200, (100, 1), (101, 2), (102, 1), (118, 1), (136, 10), (137, 0), (138, 14), (160, 1))
    var expected = GridSettings()
    expected.right.mode = .channelPerNote
    expected.right.mainChannel = .number(2)
    expected.right.noteChannels.insert(.number(1))
    expected.right.firstRowChannel = .number(1)
    expected.right.octave = 5
    expected.right.transposePitch = -7
    expected.right.transposeLights = 7
    expected.right.isRowOrderReversed = true
    #expect(learned == expected)
  }

  @Test(arguments: [
    (Channel.number(1), UInt7(7), 1...7), (.number(1), 15, 1...15), (.number(16), 7, 8...14),
    (.number(16), 15, 0...14),
  ])
  func mpeConfigurationSetsChannels(channel: Channel, count: UInt7, members: ClosedRange<UInt8>) {
    var settings = GridSettings()
    let isValid = settings.learnMPE(memberCount: count, on: channel)
    #expect(isValid)
    let split = channel == .number(1) ? settings.left : settings.right
    #expect(split.mode == .channelPerNote)
    #expect(split.mainChannel == channel)
    #expect(split.noteChannels == Set(members.map { Channel(masking: $0) }))
    #expect((channel == .number(1) ? settings.right : settings.left).mode == .oneChannel)
  }

  @Test(arguments: [(Channel.number(1), UInt7(0), true), (.number(1), 16, false), (.number(5), 7, false)])
  func mpeConfigurationWithoutZoneChangesNothing(channel: Channel, count: UInt7, isValid: Bool) {
    var settings = GridSettings()
    let isLearned = settings.learnMPE(memberCount: count, on: channel)
    #expect(isLearned == isValid)
    #expect(settings == GridSettings())
  }

  @Test(arguments: [(LinnStrument.model200, 12), (.model128, 9)])
  func splitStartsAtFactoryColumn(model: LinnStrument, column: Int) {
    #expect(settings(model, (200, 1)).splitColumn == column)
  }

  @Test func splitStartsAtPreviousColumn() {
    #expect(settings(.model200, (202, 20)).splitColumn == nil)
    #expect(settings(.model200, (202, 20), (200, 1)).splitColumn == 20)
    #expect(settings(.model200, (200, 1), (202, 2)).splitColumn == 2)
    #expect(settings(.model200, (200, 1), (202, 2), (200, 0)).splitColumn == nil)
    #expect(settings(.model200, (200, 1), (202, 2), (200, 0), (200, 1)).splitColumn == 2)
    #expect(settings(.model200, (201, 1)).isRightSelected)
  }

  @Test(arguments: LinnStrument.allCases) func allValidSplitColumnsAreLearned(model: LinnStrument) {
    for column in 2...25 {
      #expect(settings(model, (200, 1), (202, UInt14(clamping: column))).splitColumn == column)
    }
  }

  @Test(arguments: [
    (0 as UInt14, GridSettings.RowOffset.noOverlap), (3, .semitones(3)), (4, .semitones(4)),
    (5, .semitones(5)),
    (6, .semitones(6)), (7, .semitones(7)), (12, .semitones(12)), (13, .guitar), (127, .zero),
  ])
  func rowOffsetIsNumber(value: UInt14, rowOffset: GridSettings.RowOffset) {
    #expect(settings(.model200, (227, value)).rowOffset == rowOffset)
  }

  @Test func customRowOffsetReplacesOctave() {
    #expect(settings(.model200, (253, 0)).rowOffset == .semitones(5))
    #expect(settings(.model200, (253, 0), (227, 12)).rowOffset == .semitones(-16))
    #expect(settings(.model200, (227, 12), (253, 32)).rowOffset == .semitones(16))
    #expect(settings(.model200, (227, 12), (253, 33)).rowOffset == .invertedGuitar)
    #expect(settings(.model200, (227, 12), (253, 21), (253, 20)).rowOffset == .semitones(4))
    #expect(settings(.model200, (227, 5), (253, 20)).rowOffset == .semitones(5))
    #expect(settings(.model200, (227, 12), (227, 5), (253, 20)).rowOffset == .semitones(5))
    #expect(settings(.model200, (227, 12), (227, 0), (253, 20), (227, 12)).rowOffset == .semitones(4))
  }

  @Test func leftHandedSplitsAreRestored() {
    #expect(settings(.model200, (246, 1)).leftHanded == .both)
    var settings = GridSettings()
    settings.leftHanded = .right
    _ = settings.learn(parameter: 246, value: 0)
    #expect(settings.leftHanded == .none)
    _ = settings.learn(parameter: 246, value: 1)
    #expect(settings.leftHanded == .right)
  }

  @Test func guitarIsTunedRowByRow() {
    let learned = settings(.model200, (263, 1), (270, 127))
    #expect(learned.guitarTuning == [1, 35, 40, 45, 50, 55, 59, 127])
  }

  @Test func userFirmwareModeIsTurnedOnAndOff() {
    #expect(settings(.model200, (245, 1)).isUserFirmware)
    #expect(!settings(.model200, (245, 1), (245, 0)).isUserFirmware)
  }

  @Test(arguments: [
    (0 as UInt14, 3 as UInt14), (1, 0), (1, 17), (2, 2), (17, 2), (18, 0), (18, 17), (36, 11), (37, 15),
    (38, 15),
    (60, 2), (100, 3), (136, 11), (200, 2), (201, 2), (202, 1), (202, 26), (227, 1), (227, 8), (227, 14),
    (245, 2), (246, 2), (253, 34), (263, 128), (36, 16383),
  ])
  func invalidValueIsNotLearned(parameter: UInt14, value: UInt14) {
    var settings = GridSettings()
    let isTaken = settings.learn(parameter: parameter, value: value)
    #expect(!isTaken)
    #expect(settings == GridSettings())
  }

  @Test func otherParametersAreIgnored() {
    let known = Set(
      [0, 1, 18, 36, 37, 38, 60].flatMap { [$0, $0 + 100] } + Array(2...17) + Array(102...117)
        + [200, 201, 202, 227, 245, 246, 253] + Array(263...270))
    for parameter in 0...16383 {
      let isKnown = (0...16).contains { value in
        var settings = GridSettings()
        return settings.learn(parameter: UInt14(clamping: parameter), value: UInt14(clamping: value))
      }
      #expect(isKnown == known.contains(parameter))
    }
  }
}
