import MIDICore
import TestSupport
import Testing

@Suite struct NoteSetTests {
  @Test func notesAreInAscendingOrder() {
    var generator = SeededGenerator(seed: 1)
    var notes = NoteSet()
    var model = Set<NoteNumber>()
    for _ in 0..<5000 {
      let note = NoteNumber(masking: .random(in: 0...127, using: &generator))
      if Bool.random(using: &generator) {
        notes.insert(note)
        model.insert(note)
      } else {
        notes.remove(note)
        model.remove(note)
      }
      #expect(notes.contains(note) == model.contains(note))
      #expect(Array(notes) == model.sorted())
      #expect(notes.count == model.count && notes.isEmpty == model.isEmpty)
    }
  }

  @Test func setHoldsAllNotes() {
    var notes = NoteSet()
    for note in 0...127 { notes.insert(NoteNumber(masking: UInt8(note))) }
    #expect(notes.map(\.rawValue) == Array(0...127))
  }
}
