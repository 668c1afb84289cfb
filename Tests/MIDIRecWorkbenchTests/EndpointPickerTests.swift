import ALSASequencer
import MIDIRecTakes
import MIDIRecTerminal
import Testing

@testable import MIDIRecWorkbench

@Suite struct EndpointPickerTests {
  private static let through = endpoint(14, "Midi Through", "Midi Through Port-0")
  private static let grid = endpoint(20, "LinnStrument MIDI", "LinnStrument MIDI MIDI 1", serial: "LS1")
  private static let synth = endpoint(128, "Synth", "out")
  private static let all = [through, grid, synth]
  private static let sorted = [grid, synth, through]

  private static func endpoint(
    _ client: Int32, _ clientName: String, _ portName: String, serial: String? = nil
  ) -> Endpoint {
    Endpoint(
      address: EndpointAddress(client: client, port: 0), clientName: clientName, portName: portName,
      directions: .input,
      hardware: serial.map { HardwareIdentity(card: 1, usbID: "1fc9:8124", serial: $0, usbPath: "1-1") })
  }

  private func model(
    _ endpoints: [Endpoint] = all, lastChoice: Endpoint? = nil, keys: [TerminalKey] = []
  ) -> EndpointPicker {
    var model = EndpointPicker(.input, lastChoice: lastChoice.map { .endpoint(EndpointIdentity($0)) })
    model.show(endpoints)
    for key in keys { _ = model.press(key) }
    return model
  }

  private func selected(_ model: EndpointPicker) -> EndpointPicker.Entry? {
    model.entries.isEmpty ? nil : model.entries[model.selectedIndex]
  }

  private func typed(_ text: String) -> [TerminalKey] { text.map(TerminalKey.character) }

  private func lines(_ model: EndpointPicker, _ columns: Int = 80, _ rows: Int = 24) -> [String] {
    model.lines(columns: columns, rows: rows).map(\.text)
  }

  // MARK: Entries

  @Test func connectedEndpointsAndNoneAreListed() {
    let output = Endpoint(
      address: EndpointAddress(client: 130, port: 0), clientName: "Out", portName: "Out", directions: .output)
    let model = model(Self.all + [output])
    #expect(model.entries == Self.sorted.map(EndpointPicker.Entry.endpoint) + [.nothing])
    #expect(selected(model) == .endpoint(Self.grid))
  }

  @Test func emptyListHasNone() {
    #expect(model([]).entries == [.nothing])
    #expect(selected(model([])) == .nothing)
  }

  @Test func lastChoiceIsSelected() {
    #expect(selected(model(lastChoice: Self.grid)) == .endpoint(Self.grid))
    var none = EndpointPicker(.input, lastChoice: .nothing)
    none.show(Self.all)
    #expect(selected(none) == .nothing)
  }

  @Test func disconnectedLastChoiceIsListedAsMissing() {
    var model = model([Self.through], lastChoice: Self.grid)
    let missing = EndpointPicker.Entry.missing(EndpointIdentity(Self.grid))
    #expect(model.entries == [.endpoint(Self.through), missing, .nothing])
    #expect(selected(model) == missing)
    _ = model.press(.up)
    #expect(selected(model) == .endpoint(Self.through))
    #expect(model.entries.contains(missing))
    _ = model.press(.down)
    #expect(model.press(.enter) == true)
    #expect(model.choice == missing)
  }

  // MARK: Connecting and disconnecting

  @Test func selectionStaysOnItsEndpoint() {
    var model = model(lastChoice: Self.grid)
    #expect(selected(model) == .endpoint(Self.grid))
    let first = Self.endpoint(12, "First", "First")
    model.show([first] + Self.all)
    #expect(selected(model) == .endpoint(Self.grid))
    let moved = Self.endpoint(36, "LinnStrument MIDI", "LinnStrument MIDI MIDI 1", serial: "LS1")
    model.show([Self.through, moved])
    #expect(selected(model) == .endpoint(moved))
  }

  @Test func disconnectedSelectionIsMissingUntilReconnected() {
    var model = model(keys: [.down, .up])
    model.show([Self.through, Self.synth])
    #expect(selected(model) == .missing(EndpointIdentity(Self.grid)))
    let returned = Self.endpoint(44, "LinnStrument MIDI", "LinnStrument MIDI MIDI 1", serial: "LS1")
    model.show([Self.through, Self.synth, returned])
    #expect(selected(model) == .endpoint(returned))
    #expect(model.entries.count == 4)
  }

  @Test func firstEndpointIsSelectedInitially() {
    var model = model([])
    model.show([Self.synth])
    #expect(model.press(.enter) == true)
    #expect(model.choice == .endpoint(Self.synth))
  }

  @Test func reconnectedLastChoiceIsSelectedAgain() {
    var model = model([Self.through], lastChoice: Self.grid)
    model.show([Self.through, Self.grid])
    #expect(model.press(.enter) == true)
    #expect(model.choice == .endpoint(Self.grid))
  }

  // MARK: Keys

  @Test func keysMoveWithinTheList() {
    #expect(selected(model(keys: [.up])) == .endpoint(Self.grid))
    #expect(selected(model(keys: [.down, .down])) == .endpoint(Self.through))
    #expect(selected(model(keys: typed("jjk"))) == .endpoint(Self.synth))
    #expect(selected(model(keys: [.end])) == .nothing)
    #expect(selected(model(keys: [.end, .down])) == .nothing)
    #expect(selected(model(keys: [.end, .home])) == .endpoint(Self.grid))
    #expect(selected(model(keys: [.pageDown])) == .nothing)
    #expect(selected(model(keys: [.pageDown, .pageUp])) == .endpoint(Self.grid))
  }

  @Test func lettersFilterByName() {
    let model = model(keys: typed("STRU"))
    #expect(model.entries == [.endpoint(Self.grid)])
    var enter = model
    #expect(enter.press(.enter) == true)
    #expect(enter.choice == .endpoint(Self.grid))
    #expect(self.model(keys: typed("20:")).entries == [.endpoint(Self.grid)])
    #expect(self.model(keys: typed("none")).entries == [.nothing])
  }

  @Test func jAndKFilterAfterTyping() {
    let jazz = Self.endpoint(140, "Jazz Kit", "Jazz Kit")
    #expect(model(Self.all + [jazz], keys: typed("az")).entries == [.endpoint(jazz)])
    #expect(model(Self.all + [jazz], keys: typed("zz k")).entries == [.endpoint(jazz)])
    #expect(model(Self.all + [jazz], keys: typed("/j")).entries == [.endpoint(jazz)])
  }

  @Test func filterWithoutMatchCannotBeChosen() {
    var model = model(keys: typed("xyz"))
    #expect(model.entries.isEmpty)
    #expect(model.press(.enter) == false)
    #expect(model.press(.down) == false)
    for _ in 0..<3 { _ = model.press(.backspace) }
    #expect(model.entries.count == 4)
    _ = model.press(.backspace)
    #expect(!model.isNarrowing)
  }

  @Test func clearedFilterRestoresSelection() {
    var model = model(keys: [.down] + typed("grid"))
    _ = model.press(.clear)
    #expect(selected(model) == .endpoint(Self.synth))
  }

  @Test func escapeAndCtrlCCancel() {
    var model = model()
    #expect(model.press(.escape) == true)
    #expect(model.press(.interrupt) == true)
    #expect(model.choice == nil)
  }

  // MARK: Lines

  @Test func listShowsNumbersNamesAndHardware() {
    let model = model([Self.through, Self.synth], lastChoice: Self.grid)
    #expect(
      lines(model) == [
        "Choose input",
        "  128:0   Synth out",
        "  14:0    Midi Through Port-0",
        "> missing LinnStrument MIDI MIDI 1  USB 1fc9:8124, serial LS1, path 1-1",
        "  none",
        "arrows move, letters filter, Enter selects, Esc cancels",
      ])
    #expect(
      model.lines(columns: 80, rows: 24).map(\.isSelected) == [false, false, false, true, false, false])
  }

  @Test func typedFilterIsShown() {
    #expect(lines(model(keys: typed("sy")))[0] == "input: sy_")
    #expect(lines(model(keys: typed("xy")))[1] == "  no input matches")
  }

  @Test func narrowTerminalShortensLines() {
    let lines = lines(model(), 20, 24)
    #expect(lines[1] == "> 20:0  LinnStrume…")
    #expect(lines.allSatisfy { $0.count < 20 })
    #expect(lines.last == "USB 1fc9:8124, ser…")
    let selected = self.lines(model(), 32, 24)
    #expect(selected.last == "USB 1fc9:8124, serial LS1, pat…")
  }

  @Test func shortTerminalShowsSelection() {
    let many = (0..<40).map { Self.endpoint(100 + $0, "Port \($0)", "Port \($0)") }
    for index in 0...40 {
      var model = model(many)
      for _ in 0..<index { _ = model.press(.down) }
      for rows in 1...10 {
        let lines = model.lines(columns: 30, rows: rows)
        #expect(lines.count == rows)
        #expect(lines.count { $0.isSelected } == 1)
      }
    }
    #expect(
      lines(model(many, keys: [.end]), 30, 3) == ["Choose input 41/41", "  139:0 Port 39", "> none"])
  }

  @Test(arguments: [(1, 1), (2, 1), (3, 2), (0, 0)])
  func anyTerminalSizeWorks(columns: Int, rows: Int) {
    #expect(!model().lines(columns: columns, rows: rows).isEmpty)
    #expect(lines(model(), columns, rows).allSatisfy { $0.count <= 1 || $0.count < columns })
  }

  @Test func namesCannotControlTerminal() {
    let evil = Self.endpoint(140, "\u{1B}[2J", "\u{1B}[2J")
    #expect(lines(model([evil]))[1] == "> 140:0 \\x1B[2J")
  }
}
