import Instruments
import MIDICore
import TestSupport
import Testing
import Timelines

/// The code of the module's articles, which `ArticleCodeTests` compares.
@Suite struct ArticleTests {
  private let outputs: [String]

  init() throws {
    outputs = try Article("Sources/Instruments/Instruments.docc/ShowingHeldNotes.md").blocks()
  }

  private func block(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  @Test func heldNotesAreLitUntilTheyAreReleased() {
    let settings = GridSettings(.model128)
    let layout = GridLayout(settings)
    let lowest = layout.note(of: GridCell(column: 1, row: 0))
    let cells = layout.cells(of: 60, on: .number(1))
    #expect(lowest == 30)
    #expect(Array(cells) == [16, 37, 58, 79])

    var grid = GridTracker(settings)
    grid.apply(.noteOn(channel: .number(1), note: 60, velocity: 100), at: .zero)
    grid.apply(.noteOn(channel: .number(1), note: 64, velocity: 90), at: .milliseconds(10))
    let lines = grid.highlights.map { "\($0.note.name) \($0.color.name) \(Array($0.cells))" }
    #expect(block(lines) == outputs[0])

    var lights = GridLights(settings.model)
    let on = lights.update(grid.highlights).flatMap(\.messages)
    #expect(on.count == 21)
    // Cell 16 is in the second row from the top, and 5 is the instrument's blue.
    #expect(
      on.prefix(3) == [
        .controlChange(channel: .number(1), controller: 20, value: 1),
        .controlChange(channel: .number(1), controller: 21, value: 6),
        .controlChange(channel: .number(1), controller: 22, value: 5),
      ])

    grid.apply(.noteOff(channel: .number(1), note: 60, velocity: 64), at: .milliseconds(500))
    grid.apply(.noteOff(channel: .number(1), note: 64, velocity: 64), at: .milliseconds(500))
    let off = lights.update(grid.highlights).flatMap(\.messages)
    #expect(off.count == 21)
    #expect(off[2] == .controlChange(channel: .number(1), controller: 22, value: 0))
  }

  @Test func pianoDistinguishesPressedAndSustainedKeys() {
    var piano = PianoTracker()
    piano.apply(.noteOn(channel: .number(1), note: 60, velocity: 100), at: .zero)
    piano.apply(.controlChange(channel: .number(1), controller: .sustain, value: 127), at: .milliseconds(100))
    piano.apply(.noteOn(channel: .number(1), note: 64, velocity: 90), at: .milliseconds(200))
    piano.apply(.noteOff(channel: .number(1), note: 60, velocity: 64), at: .milliseconds(300))
    let keys = piano.activeKeys.map { key in
      "\(KeyNaming(.german).name(of: key)) \(piano[key].isSustained ? "held by the pedal" : "pressed")"
    }
    #expect(block(keys) == outputs[1])
  }

  @Test func chordHasTimeline() {
    let settings = GridSettings(.model128)
    let chord = Recording(tracks: [
      Recording.Track(messages: [
        TimedMessage(time: .zero, message: .noteOn(channel: .number(1), note: 60, velocity: 100)),
        TimedMessage(
          time: .milliseconds(500), message: .noteOff(channel: .number(1), note: 60, velocity: 64)),
      ])
    ])
    let picture = Timeline(grid: chord, settings: settings).text
    #expect(picture == outputs[2])
  }
}
