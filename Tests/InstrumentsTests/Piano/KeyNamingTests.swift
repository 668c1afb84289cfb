import Instruments
import MIDICore
import Testing

@Suite struct KeyNamingTests {
  @Test(
    arguments: [
      (.english, "4C 4C# 4D 4D# 4E 4F 4F# 4G 4G# 4A 4A# 4B"),
      (.german, "4C 4Cis 4D 4Dis 4E 4F 4Fis 4G 4Gis 4A 4Ais 4H"),
      (.italian, "4Do 4Do# 4Re 4Re# 4Mi 4Fa 4Fa# 4Sol 4Sol# 4La 4La# 4Si"),
      (.katakana, "4ド 4ド# 4レ 4レ# 4ミ 4ファ 4ファ# 4ソ 4ソ# 4ラ 4ラ# 4シ"),
      (.japanese, "4ハ 4嬰ハ 4ニ 4嬰ニ 4ホ 4ヘ 4嬰ヘ 4ト 4嬰ト 4イ 4嬰イ 4ロ"),
    ] as [(KeyNaming.System, String)])
  func eachSystemHasItsTwelveNames(system: KeyNaming.System, names: String) {
    let naming = KeyNaming(system)
    #expect((60...71).map { naming.name(of: NoteNumber(masking: $0)) }.joined(separator: " ") == names)
  }

  @Test(
    arguments: [
      (.octave4, 60, "4C"), (.octave3, 60, "3C"), (.octave4, 0, "-1C"), (.octave3, 0, "-2C"),
      (.octave4, 127, "9G"), (.octave3, 127, "8G"), (.octave4, 11, "-1B"), (.octave4, 12, "0C"),
    ] as [(MiddleC, NoteNumber, String)])
  func theOctaveStandsFirstAsTheConventionCounts(middleC: MiddleC, key: NoteNumber, name: String) {
    #expect(KeyNaming(middleC: middleC).name(of: key) == name)
  }

  @Test func allKeysOfASystemHaveNamesOfTheirOwn() {
    for system in KeyNaming.System.allCases {
      let names = Set((0...127).map { KeyNaming(system).name(of: NoteNumber(masking: $0)) })
      #expect(names.count == 128)
    }
  }
}
