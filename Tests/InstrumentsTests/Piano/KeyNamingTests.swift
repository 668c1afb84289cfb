import Instruments
import MIDICore
import Testing

@Suite struct KeyNamingTests {
  @Test(
    arguments: [
      (.english, "C4 C#4 D4 D#4 E4 F4 F#4 G4 G#4 A4 A#4 B4"),
      (.german, "C4 Cis4 D4 Dis4 E4 F4 Fis4 G4 Gis4 A4 Ais4 H4"),
      (.italian, "Do4 Do#4 Re4 Re#4 Mi4 Fa4 Fa#4 Sol4 Sol#4 La4 La#4 Si4"),
      (.katakana, "ド4 ド#4 レ4 レ#4 ミ4 ファ4 ファ#4 ソ4 ソ#4 ラ4 ラ#4 シ4"),
      (.japanese, "ハ4 嬰ハ4 ニ4 嬰ニ4 ホ4 ヘ4 嬰ヘ4 ト4 嬰ト4 イ4 嬰イ4 ロ4"),
    ] as [(KeyNaming.System, String)])
  func eachSystemHasItsTwelveNames(system: KeyNaming.System, names: String) {
    let naming = KeyNaming(system)
    #expect((60...71).map { naming.name(of: NoteNumber(masking: $0)) }.joined(separator: " ") == names)
  }

  @Test(
    arguments: [
      (.octave4, 60, "C4"), (.octave3, 60, "C3"), (.octave4, 0, "C-1"), (.octave3, 0, "C-2"),
      (.octave4, 127, "G9"), (.octave3, 127, "G8"), (.octave4, 11, "B-1"), (.octave4, 12, "C0"),
    ] as [(MiddleC, NoteNumber, String)])
  func octaveFollowsTheConvention(middleC: MiddleC, key: NoteNumber, name: String) {
    #expect(KeyNaming(middleC: middleC).name(of: key) == name)
  }

  @Test func keyNamesAreUnique() {
    for system in KeyNaming.System.allCases {
      let names = Set((0...127).map { KeyNaming(system).name(of: NoteNumber(masking: $0)) })
      #expect(names.count == 128)
    }
  }
}
