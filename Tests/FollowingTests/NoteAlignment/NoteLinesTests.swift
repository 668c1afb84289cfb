import MIDICore
import Testing
import Timelines

@testable import Following

@Suite struct NoteLinesTests {
  private static func note(_ source: Int, _ channel: UInt8) -> Note {
    Note(
      source: source, channel: Channel(masking: channel), number: NoteNumber(masking: 60),
      velocity: UInt7(masking: 64), onset: .zero, offset: nil)
  }

  @Test func linesAreInOrderOfSourcesAndChannels() {
    let lines = NoteLines([(2, 0), (0, 15), (2, 0), (0, 3), (2, 1)].map(Self.note))
    #expect(lines.lines.map(\.source) == [0, 0, 2, 2])
    #expect(lines.lines.map(\.channel.rawValue) == [3, 15, 0, 1])
    #expect(lines.lineOfNote == [2, 1, 2, 0, 3])
  }

  @Test func takeWithoutNotesHasNoLines() {
    #expect(NoteLines([]).lines.isEmpty && NoteLines([]).lineOfNote.isEmpty)
  }
}
