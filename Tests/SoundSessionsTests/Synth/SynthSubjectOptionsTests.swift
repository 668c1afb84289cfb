import MIDICore
import MIDIRecSynth
import Testing

@testable import MIDIRecSessions
@testable import SoundSessions

@Suite struct SynthSubjectOptionsTests {
  private func option(_ name: String, _ values: String...) -> SubjectOptions {
    SubjectOptions([Session.Option(name: name, values: values, line: 3)])
  }

  private func map(_ name: String, _ pairs: KeyValuePairs<String, String>) -> SubjectOptions {
    let pairs = pairs.enumerated().map { Session.Pair(key: $1.key, value: $1.value, line: 4 + $0) }
    return SubjectOptions([Session.Option(name: name, values: [], pairs: pairs, line: 3)])
  }

  private func error(_ options: SubjectOptions) -> String? {
    do throws(SubjectOptionError) {
      _ = try SynthSubject(options)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func defaultsCompareVoicesAndAudioOfBuiltInFont() throws {
    let options = try SynthSubject(SubjectOptions([]))
    #expect(options.font == nil && options.preset == nil)
    #expect(options.parts == [.timeline, .sound])
    #expect(options.settings == SynthRenderer.Settings())
  }

  @Test func everyOptionIsRead() throws {
    #expect(try SynthSubject(option("font", "fonts/own.sf2")).font == "fonts/own.sf2")
    #expect(try SynthSubject(option("preset", "128:0")).preset == PresetNumber(bank: 128, program: 0))
    #expect(try SynthSubject(option("rate", "44100")).settings.rate == 44_100)
    #expect(try SynthSubject(option("gain", "0.75")).settings.gain == 0.75)
    #expect(try SynthSubject(option("polyphony", "1")).settings.polyphony == 1)
    #expect(try SynthSubject(option("tail", "500ms")).settings.maxTail == .milliseconds(500))
    #expect(try SynthSubject(option("reverb", "off")).settings.reverb == nil)
    #expect(try SynthSubject(option("chorus", "off")).settings.chorus == nil)
    #expect(try SynthSubject(option("compare", "sound")).parts == [.sound])
    #expect(try SynthSubject(option("compare", "sound", "voices")).parts == [.timeline, .sound])
  }

  @Test func unsetEffectValuesHaveDefaults() throws {
    let reverb = try #require(try SynthSubject(map("reverb", ["room": "0.5", "level": "1"])).settings.reverb)
    #expect(reverb.roomSize == 0.5 && reverb.level == 1)
    #expect(reverb.damping == Reverb().damping && reverb.width == Reverb().width)
    let chorus = try #require(
      try SynthSubject(map("chorus", ["voices": "2", "speed": "0.5", "depth": "10", "level": "1.5"]))
        .settings.chorus)
    #expect(chorus.voiceCount == 2 && chorus.speed == 0.5 && chorus.depth == 10 && chorus.level == 1.5)
  }

  @Test(arguments: [
    ("preset", "4", "expected a bank and a program, such as 0:4, found \"4\""),
    ("preset", "0:128", "expected a bank and a program, such as 0:4, found \"0:128\""),
    ("rate", "7999", "expected a number from 8000 to 96000, found \"7999\""),
    ("gain", "11", "expected a number from 0 to 10, found \"11\""),
    ("gain", "nan", "expected a number from 0 to 10, found \"nan\""),
    ("gain", "1e0", "expected a number from 0 to 10, found \"1e0\""),
    ("gain", "0x1", "expected a number from 0 to 10, found \"0x1\""),
    ("polyphony", "0", "expected a number from 1 to 65535, found \"0\""),
    ("tail", "2", "expected a time from 0 to 10min, such as 2s, found \"2\""),
    ("reverb", "on", "expected off, or a map such as {room: 1, level: 0.5}, found \"on\""),
    ("chorus", "0", "expected off, or a map such as {voices: 1, level: 0.5}, found \"0\""),
    ("compare", "timeline", "expected a list of voices and sound, each once, found \"timeline\""),
    (
      "font", "",
      "expected the name of a font in the catalog, or a path from the session's folder, found \"\""
    ),
  ])
  func invalidValueIsReported(name: String, value: String, reason: String) {
    #expect(error(option(name, value)) == "line 3: the option \"\(name)\": \(reason)")
  }

  @Test func invalidEffectIsReportedWithLine() {
    #expect(
      error(map("reverb", ["room": "0.5", "size": "1"]))
        == "line 5: the option \"reverb\": has no \"size\"; it has room, damping, width, level")
    #expect(
      error(map("chorus", ["speed": "6"]))
        == "line 4: the option \"chorus\": speed: expected a number from 0.1 to 5, found \"6\"")
    #expect(
      error(map("chorus", ["speed": "1", "speed": "2"]))
        == "line 5: the option \"chorus\": \"speed\" is duplicated")
  }
}
