import Instruments
import MIDICore
import Testing

@Suite struct GridOptionTests {
  /// Returns the factory settings with an option set, or `nil` if the value is rejected.
  private func settings(_ option: GridOption, _ text: String, _ model: LinnStrument = .model200)
    -> GridSettings?
  {
    var settings = GridSettings(model)
    return settings.set(option, to: text) ? settings : nil
  }

  @Test func modelsAreNamedByCellCount() {
    #expect(settings(.model, "200")?.model == .model200)
    #expect(settings(.model, "128")?.model == .model128)
  }

  @Test(arguments: [
    ("none", GridSettings.RowOffset.noOverlap), ("guitar", .guitar), ("inverted-guitar", .invertedGuitar),
    ("zero", .zero), ("5", .semitones(5)), ("12", .semitones(12)), ("-16", .semitones(-16)),
    ("16", .semitones(16)), ("0", .semitones(0)),
  ])
  func rowOffsetsAreWordsAndNumbers(text: String, rowOffset: GridSettings.RowOffset) {
    #expect(settings(.rowOffset, text)?.rowOffset == rowOffset)
  }

  @Test func guitarHasEightNotes() {
    let tuning: [NoteNumber] = [28, 33, 38, 43, 48, 53, 57, 127]
    #expect(settings(.guitarTuning, "28,33,38,43,48,53,57,127")?.guitarTuning == tuning)
  }

  @Test(arguments: [
    ("none", GridSettings.LeftHanded.none), ("both", .both), ("left", .left), ("right", .right),
  ])
  func leftHandedSplitsAreWords(text: String, hand: GridSettings.LeftHanded) {
    #expect(settings(.leftHanded, text)?.leftHanded == hand)
  }

  @Test(arguments: [
    ("one-channel", GridSettings.MIDIMode.oneChannel), ("channel-per-note", .channelPerNote),
    ("channel-per-row", .channelPerRow),
  ])
  func modesAreWords(text: String, mode: GridSettings.MIDIMode) {
    #expect(settings(.mode, text)?.left.mode == mode)
    #expect(settings(.mode, text)?.right.mode == .oneChannel)
    #expect(settings(.rightMode, text)?.right.mode == mode)
    #expect(settings(.rightMode, text)?.left.mode == .oneChannel)
  }

  @Test func userFirmwareModeIsForWholeSurface() {
    var settings = GridSettings()
    _ = settings.set(.mode, to: "user-firmware")
    #expect(settings.isUserFirmware)
    _ = settings.set(.mode, to: "channel-per-row")
    #expect(!settings.isUserFirmware)
    #expect(self.settings(.rightMode, "user-firmware") == nil)
  }

  @Test(arguments: [
    (GridOption.octave, \GridSettings.left.octave, 5), (.transposePitch, \.left.transposePitch, 7),
    (.transposeLights, \.left.transposeLights, 7), (.rightOctave, \.right.octave, 5),
    (.rightTransposePitch, \.right.transposePitch, 7), (.rightTransposeLights, \.right.transposeLights, 7),
  ])
  func transpositionsHaveLimits(
    option: GridOption, place: any KeyPath<GridSettings, Int> & Sendable, limit: Int
  ) {
    for number in -limit...limit { #expect(settings(option, "\(number)")?[keyPath: place] == number) }
    #expect(settings(option, "\(limit + 1)") == nil)
    #expect(settings(option, "\(-limit - 1)") == nil)
    #expect(option.expected == "a number from \(-limit) to \(limit)")
  }

  @Test(arguments: [
    (GridOption.channel, \GridSettings.left.mainChannel), (.firstRowChannel, \.left.firstRowChannel),
    (.rightChannel, \.right.mainChannel), (.rightFirstRowChannel, \.right.firstRowChannel),
  ])
  func channelsCountFrom1(option: GridOption, place: any KeyPath<GridSettings, Channel> & Sendable) {
    for number in 1...16 { #expect(settings(option, "\(number)")?[keyPath: place].number == number) }
    #expect(settings(option, "0") == nil)
    #expect(settings(option, "17") == nil)
  }

  @Test(arguments: [
    ("2-8", [2, 3, 4, 5, 6, 7, 8]), ("1", [1]), ("16", [16]), ("1-16", Array(1...16)), ("2,4,6", [2, 4, 6]),
    ("1-2,16", [1, 2, 16]), ("3-3", [3]),
  ])
  func noteChannelsAreListsAndRanges(text: String, numbers: [Int]) {
    let channels = Set(numbers.compactMap(Channel.init(number:)))
    #expect(settings(.noteChannels, text)?.left.noteChannels == channels)
    #expect(settings(.rightNoteChannels, text)?.right.noteChannels == channels)
  }

  @Test func rowOrderIsWord() {
    #expect(settings(.rowOrder, "reversed")?.left.isRowOrderReversed == true)
    #expect(settings(.rowOrder, "normal")?.left.isRowOrderReversed == false)
    #expect(settings(.rightRowOrder, "reversed")?.right.isRowOrderReversed == true)
    #expect(settings(.rightRowOrder, "normal")?.right.isRowOrderReversed == false)
  }

  @Test(arguments: LinnStrument.allCases)
  func splitColumnIsOnModel(model: LinnStrument) {
    for column in 2...model.columnCount {
      #expect(settings(.splitColumn, "\(column)", model)?.splitColumn == column)
    }
    #expect(settings(.splitColumn, "1", model) == nil)
    #expect(settings(.splitColumn, "\(model.columnCount + 1)", model) == nil)
    var split = GridSettings(model)
    split.splitColumn = 5
    _ = split.set(.splitColumn, to: "none")
    #expect(split.splitColumn == nil)
  }

  @Test func selectedSplitIsWord() {
    #expect(settings(.selectedSplit, "right")?.isRightSelected == true)
    #expect(settings(.selectedSplit, "left")?.isRightSelected == false)
  }

  @Test(arguments: GridOption.allCases)
  func invalidValueChangesNoSetting(option: GridOption) {
    for text in [
      "", " ", "+1", "1.0", "17 ", "forty", "NONE", "-", ",", "1,", "2-", "8-2", "0-3",
      "99999999999999999999",
    ] {
      var settings = GridSettings()
      let isTaken = settings.set(option, to: text)
      #expect(!isTaken, "\(option.rawValue): \(text)")
      #expect(settings == GridSettings())
    }
  }

  @Test func expectedValuesAreDescribed() {
    #expect(GridOption.model.expected == "200 or 128")
    #expect(GridOption.leftHanded.expected == "none, both, left or right")
    #expect(GridOption.rowOffset.expected == "-16 to 16, none, guitar, inverted-guitar or zero")
    #expect(
      GridOption.mode.expected == "one-channel, channel-per-note, channel-per-row or user-firmware")
    #expect(GridOption.rightMode.expected == "one-channel, channel-per-note or channel-per-row")
    #expect(GridOption.noteChannels.expected == "channels from 1 to 16, as 2-8 or 2,4,6")
    #expect(GridOption.splitColumn.expected == "a column from 2 to 25 (model 128: to 16), or none")
    #expect(GridOption.rowOrder.expected == "normal or reversed")
    #expect(GridOption.channel.expected == "a channel from 1 to 16")
  }

  @Test func rowOffsetsHaveLimits() {
    #expect(settings(.rowOffset, "17") == nil)
    #expect(settings(.rowOffset, "-17") == nil)
  }

  @Test func guitarWithoutEightNotesIsRejected() {
    for text in ["30", "30,35,40,45,50,55,59", "30,35,40,45,50,55,59,64,69", "30,35,40,45,50,55,59,128"] {
      #expect(settings(.guitarTuning, text) == nil)
    }
  }
}
