import Instruments
import MIDICore
import MIDIRecTerminal
import Testing

@testable import MIDIRecWorkbench

/// The pointer on the terminal's keyboard.
@Suite struct LivePianoTests {
  /// Returns a keyboard that was drawn.
  private func shown() -> LivePiano {
    var piano = LivePiano(
      ports: [0], touch: PianoTouch(channel: .number(3), velocity: 90))
    _ = piano.terminalLines(title: "", at: .zero, columns: 150, rows: 20, isColored: false)
    return piano
  }

  private func press(
    _ piano: inout LivePiano, _ action: String, column: Int, row: Int = 8
  ) -> (isChanged: Bool, messages: [Message]) {
    let input: TerminalKey =
      switch action {
      case "press": .press(column: column, row: row)
      case "drag": .drag(column: column, row: row)
      default: .lift(column: column, row: row)
      }
    let isChanged = piano.press(input, at: .zero)
    return (isChanged, piano.takeMessages())
  }

  private func notes(_ messages: [Message]) -> [(isOn: Bool, note: NoteNumber)] {
    messages.compactMap { message in
      switch message {
      case .noteOn(.number(3), let note, 90): (true, note)
      case .noteOff(.number(3), let note, _): (false, note)
      default: nil
      }
    }
  }

  @Test func repeatedPressIsOneNote() {
    var piano = shown()
    let first = press(&piano, "press", column: 70)
    let repeats = (0..<20).flatMap { _ in press(&piano, "drag", column: 70).messages }
    let last = press(&piano, "lift", column: 70)
    #expect(notes(first.messages).map(\.isOn) == [true])
    #expect(first.isChanged)
    #expect(repeats.isEmpty)
    #expect(notes(last.messages).map(\.isOn) == [false])
    #expect(last.isChanged)
    #expect(notes(first.messages).map(\.note) == notes(last.messages).map(\.note))
  }

  @Test func draggingReleasesPreviousKey() {
    var piano = shown()
    let first = notes(press(&piano, "press", column: 70).messages)
    let second = notes(press(&piano, "drag", column: 90).messages)
    #expect(Set(second.map(\.isOn)) == [true, false])
    #expect(second.first { !$0.isOn }?.note == first.first?.note)
    #expect(second.first { $0.isOn }?.note != first.first?.note)
  }

  @Test func pointerBesideKeysPlaysNoNote() {
    var piano = shown()
    #expect(press(&piano, "press", column: 70, row: 19).messages.isEmpty)
    #expect(press(&piano, "lift", column: 70, row: 19).messages.isEmpty)
  }

  @Test(arguments: [(TerminalKey.left, TerminalKey.right), (.right, .left)])
  func arrowAtEndHasNoEffect(
    there: TerminalKey, back: TerminalKey
  ) {
    var piano = shown()
    func lines() -> [String] {
      piano.terminalLines(title: "", at: .zero, columns: 150, rows: 20, isColored: false)
    }
    for _ in 0..<20 { _ = piano.press(there, at: .zero) }
    let end = lines()
    _ = piano.press(back, at: .zero)
    #expect(lines() != end)
  }

  @Test func arrowsMoveKeyboardByOctaves() {
    var piano = shown()
    func labels() -> String? {
      piano.terminalLines(title: "", at: .zero, columns: 60, rows: 20, isColored: false)
        .last { $0.contains("C") }
    }
    let before = labels()
    #expect(before?.contains("C4") == true)
    for _ in 0..<2 { _ = piano.press(.right, at: .zero) }
    #expect(
      labels() == before?.replacing("C5", with: "C7").replacing("C4", with: "C6").replacing("C3", with: "C5"))
  }

  @Test func heldNotesAreReleasedAtEndAndSuspension() {
    var piano = shown()
    _ = press(&piano, "press", column: 70)
    piano.suspend(at: .zero)
    #expect(notes(piano.takeMessages()).map(\.isOn) == [false])
    _ = press(&piano, "press", column: 70)
    piano.end()
    #expect(notes(piano.takeMessages()).map(\.isOn) == [false])
    piano.end()
    #expect(piano.takeMessages().isEmpty)
  }

  @Test func pointerWithoutOutputPlaysNoNote() {
    var piano = LivePiano(ports: [0])
    _ = piano.terminalLines(title: "", at: .zero, columns: 150, rows: 20, isColored: false)
    let (isChanged, messages) = press(&piano, "press", column: 70)
    #expect(!isChanged && messages.isEmpty)
  }
}
