import MIDICore
import Testing

@Suite struct NoteNumberTests {
  @Test(arguments: MiddleC.allCases)
  func everyNameIsParsedAsItsNote(middleC: MiddleC) {
    for number in UInt8(0)...127 {
      let note = NoteNumber(masking: number)
      #expect(NoteNumber(name: note.name(middleC), middleC) == note)
      #expect(NoteNumber(name: note.name(middleC).lowercased(), middleC) == note)
    }
  }

  @Test(
    arguments: [
      ("C4", 60), ("c4", 60), ("C#3", 49), ("Db3", 49), ("Cb4", 59), ("B#3", 60), ("bb3", 58), ("b3", 59),
      ("C-1", 0), ("G9", 127), ("E#4", 65),
    ] as [(String, NoteNumber)])
  func sharpsAndFlatsAreParsed(name: String, note: NoteNumber) { #expect(NoteNumber(name: name) == note) }

  @Test(arguments: ["", "C", "H4", "4", "C#", "C##4", "G#9", "Cb-1", "C-2", "C10", "C4 ", "C٤", "C+4"])
  func invalidNoteNameIsRejected(text: String) { #expect(NoteNumber(name: text) == nil) }
}
