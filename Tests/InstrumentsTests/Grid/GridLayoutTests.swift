import Instruments
import MIDICore
import TestSupport
import Testing

@Suite struct GridLayoutTests {
  /// All row offsets of the instrument.
  static let rowOffsets: [GridSettings.RowOffset] =
    (-16...16).map { .semitones($0) } + [.noOverlap, .guitar, .invertedGuitar, .zero]

  /// Expects that cells and notes correspond in both directions as in the firmware.
  private func expectFirmware(
    _ settings: GridSettings, channels: [Int] = Array(1...16), _ location: SourceLocation = #_sourceLocation
  ) {
    let layout = GridLayout(settings)
    let firmware = FirmwareNotes(settings: settings)
    for number in 0..<settings.model.cellCount {
      let cell = GridCell(number: number, of: settings.model)
      let note = layout.note(of: cell).map { Int($0.rawValue) }
      guard note != firmware.note(cell.column, cell.row) else { continue }
      Issue.record("cell \(number) sends \(String(describing: note)): \(settings)", sourceLocation: location)
    }
    for channel in channels {
      let expected = firmware.cells(on: channel)
      for note in 0...127 {
        let cells = Array(layout.cells(of: NoteNumber(clamping: note), on: Channel(clamping: channel - 1)))
        guard cells != expected[note, default: []] else { continue }
        Issue.record(
          "note \(note) on channel \(channel) is on \(cells): \(settings)", sourceLocation: location)
      }
    }
  }

  @Test(arguments: LinnStrument.allCases, rowOffsets)
  func rowOffsetMatchesFirmware(model: LinnStrument, rowOffset: GridSettings.RowOffset) {
    var settings = GridSettings(model)
    settings.rowOffset = rowOffset
    for leftHanded: GridSettings.LeftHanded in [.none, .both] {
      settings.leftHanded = leftHanded
      expectFirmware(settings, channels: [1])
    }
  }

  @Test(arguments: LinnStrument.allCases, rowOffsets)
  func transpositionMatchesFirmware(model: LinnStrument, rowOffset: GridSettings.RowOffset) {
    for octave in -5...5 {
      var settings = GridSettings(model)
      settings.rowOffset = rowOffset
      settings.left.octave = octave
      for (pitch, lights) in [(0, 0), (7, -7), (-7, 7), (3, -2)] {
        settings.left.transposePitch = pitch
        settings.left.transposeLights = lights
        expectFirmware(settings, channels: [1])
      }
    }
  }

  @Test(arguments: LinnStrument.allCases)
  func eachSplitHasItsOwnSettings(model: LinnStrument) {
    for column in 2...model.columnCount {
      for rowOffset: GridSettings.RowOffset in [.semitones(5), .noOverlap, .guitar, .semitones(-3)] {
        for leftHanded: GridSettings.LeftHanded in [.none, .both, .left, .right] {
          var settings = GridSettings(model)
          settings.splitColumn = column
          settings.rowOffset = rowOffset
          settings.leftHanded = leftHanded
          settings.left.octave = 1
          settings.right.octave = -1
          settings.right.transposePitch = 3
          settings.right.transposeLights = -2
          expectFirmware(settings, channels: [1, 2, 16])
        }
      }
    }
  }

  @Test(arguments: LinnStrument.allCases)
  func selectedSplitAppliesToUnsplitSurface(model: LinnStrument) {
    for leftHanded: GridSettings.LeftHanded in [.none, .both, .left, .right] {
      var settings = GridSettings(model)
      settings.isRightSelected = true
      settings.leftHanded = leftHanded
      settings.right.octave = 2
      expectFirmware(settings, channels: [1, 16])
    }
  }

  @Test(arguments: LinnStrument.allCases)
  func anySettingsMatchFirmware(model: LinnStrument) {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<60 { expectFirmware(.random(model, using: &generator)) }
  }

  @Test func factorySettingsSpan30To89() {
    let layout = GridLayout(GridSettings(.model200))
    #expect(layout.note(of: GridCell(column: 1, row: 0)) == 30)
    #expect(layout.note(of: GridCell(column: 25, row: 7)) == 89)
    let sounding = (0...127).filter { !layout.cells(of: NoteNumber(clamping: $0), on: .number(1)).isEmpty }
    #expect(sounding == Array(30...89))
  }

  @Test func factorySettingsOf128Span30To80() {
    let layout = GridLayout(GridSettings(.model128))
    let sounding = (0...127).filter { !layout.cells(of: NoteNumber(clamping: $0), on: .number(1)).isEmpty }
    #expect(sounding == Array(30...80))
  }

  @Test(arguments: [(MiddleC.octave4, ["F#1", "C4", "F6"]), (.octave3, ["F#0", "C3", "F5"])])
  func cellNotesHaveNamesInBothConventions(middleC: MiddleC, names: [String]) {
    let layout = GridLayout(GridSettings(.model200))
    let cells = [GridCell(column: 1, row: 0), GridCell(column: 6, row: 5), GridCell(column: 25, row: 7)]
    #expect(cells.compactMap { layout.note(of: $0)?.name(middleC) } == names)
  }

  @Test func middleCIsOnFiveCells() {
    let cells = GridLayout(GridSettings(.model200)).cells(of: 60, on: .number(1))
    #expect(Array(cells) == [25, 55, 85, 115, 145])
    #expect(cells.text == "25,55,85,115,145")
  }

  @Test func noteBelow0IsNotCorrectedByOctave() {
    var settings = GridSettings(.model200)
    settings.rowOffset = .semitones(-11)
    settings.left.octave = 2
    // The upper row starts at -12: 65 - 7 × 11.
    #expect(GridLayout(settings).note(of: GridCell(column: 1, row: 7)) == nil)
    #expect(GridLayout(settings).note(of: GridCell(column: 13, row: 7)) == 24)
  }

  @Test func channelPerRowIdentifiesCell() {
    var settings = GridSettings(.model200)
    settings.left.mode = .channelPerRow
    settings.left.firstRowChannel = .number(13)
    let layout = GridLayout(settings)
    for row in 0..<8 {
      let channel = Channel(masking: UInt8(12 + row))
      #expect(layout.channel(of: GridCell(column: 3, row: row)) == channel)
      let cell = GridCell(column: 3, row: row)
      let note = NoteNumber(clamping: 30 + 5 * row + 2)
      #expect(Array(layout.cells(of: note, on: channel)) == [cell.number(on: .model200)])
    }
    #expect(layout.cells(of: 60, on: .number(5)).isEmpty)
  }

  @Test func cellHasChannelExceptInChannelPerNote() {
    var settings = GridSettings(.model200)
    settings.splitColumn = 10
    let layout = GridLayout(settings)
    #expect(layout.channel(of: GridCell(column: 9, row: 0)) == .number(1))
    #expect(layout.channel(of: GridCell(column: 10, row: 0)) == .number(16))
    settings.left.mode = .channelPerNote
    #expect(GridLayout(settings).channel(of: GridCell(column: 9, row: 0)) == nil)
  }

  @Test func splitBeyondSurfaceHasNoChannels() {
    var settings = GridSettings(.model128)
    settings.splitColumn = 20
    // Channel 16 belongs to the right split, which has no column.
    #expect(!GridLayout(settings).cells(of: 60, on: .number(16)).isEmpty)
    #expect(
      GridLayout(settings).cells(of: 60, on: .number(16))
        == GridLayout(settings).cells(of: 60, on: .number(1)))
  }

  @Test func userFirmwareModeIdentifiesCell() {
    var settings = GridSettings(.model128)
    settings.isUserFirmware = true
    let layout = GridLayout(settings)
    #expect(Array(layout.cells(of: 1, on: .number(1))) == [112])
    #expect(Array(layout.cells(of: 16, on: .number(8))) == [15])
    #expect(layout.cells(of: 0, on: .number(1)).isEmpty)
    #expect(layout.cells(of: 17, on: .number(1)).isEmpty)
    #expect(layout.cells(of: 1, on: .number(9)).isEmpty)
    #expect(layout.note(of: GridCell(column: 1, row: 0)) == nil)
    #expect(layout.channel(of: GridCell(column: 1, row: 3)) == .number(4))
  }

  @Test func missingCellsHaveNoNote() {
    let layout = GridLayout(GridSettings(.model128))
    for cell in [(0, 0), (17, 0), (1, 8), (1, -1), (Int.max, 0), (1, Int.min)] {
      #expect(layout.note(of: GridCell(column: cell.0, row: cell.1)) == nil)
      #expect(layout.channel(of: GridCell(column: cell.0, row: cell.1)) == nil)
    }
  }

  @Test(arguments: [Int.min, Int.max])
  func extremeNumbersAreHandled(number: Int) {
    for rowOffset: GridSettings.RowOffset in [.semitones(number), .noOverlap, .guitar] {
      var settings = GridSettings()
      settings.rowOffset = rowOffset
      settings.guitarTuning = []
      settings.splitColumn = number
      settings.left.octave = number
      settings.left.transposePitch = number
      settings.left.transposeLights = number
      settings.right = settings.left
      var near = settings
      near.rowOffset = rowOffset == .semitones(number) ? .semitones(number > 0 ? 16 : -16) : rowOffset
      near.left.octave = number > 0 ? 5 : -5
      near.left.transposePitch = number > 0 ? 7 : -7
      near.left.transposeLights = number > 0 ? 7 : -7
      near.right = near.left
      for note in 0...127 {
        let note = NoteNumber(clamping: note)
        #expect(
          GridLayout(settings).cells(of: note, on: .number(1))
            == GridLayout(near).cells(of: note, on: .number(1)))
      }
    }
  }
}
