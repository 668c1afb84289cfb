import EventLanguage
import MIDICore
import Testing

/// The commands of `send`.
@Suite struct SendScriptTests {
  private func bytes(_ program: SendScript) -> String {
    program.messages.map { hexadecimal($0.message.bytes) }.joined(separator: ", ")
  }

  @Test(arguments: [
    ("on 60 100", "90 3C 64"), ("note-on C4 100", "90 3C 64"), ("off 60 64", "80 3C 40"),
    ("pp 60 5", "A0 3C 05"), ("cc 74 64", "B0 4A 40"), ("pc 10", "C0 0A"), ("cp 7", "D0 07"),
    ("pb 8192", "E0 00 40"), ("pb 0", "E0 00 00"), ("pb 16383", "E0 7F 7F"),
    ("ch 2 on 60 100 ch 16 off 60 0", "91 3C 64, 8F 3C 00"), ("channel 2 control-change 1 2", "B1 01 02"),
    ("cc14 1 16383", "B0 01 7F, B0 21 7F"), ("control-change-14 31 128", "B0 1F 01, B0 3F 00"),
    ("rpn 0 256", "B0 65 00, B0 64 00, B0 06 02, B0 26 00, B0 65 7F, B0 64 7F"),
    // The six control changes that turn on a LinnStrument's User Firmware Mode.
    ("nrpn 245 1", "B0 63 01, B0 62 75, B0 06 00, B0 26 01, B0 65 7F, B0 64 7F"),
    ("mpe 1 7", "B0 65 00, B0 64 06, B0 06 07, B0 65 7F, B0 64 7F"),
    ("ch 3 mpe upper 0 cp 1", "BF 65 00, BF 64 06, BF 06 00, BF 65 7F, BF 64 7F, D2 01"),
    ("syx hex F0 43 10 F7", "F0 43 10 F7"), ("syx hex 43 10", "F0 43 10 F7"),
    ("syx dec 67 16", "F0 43 10 F7"),
    ("syx 67 16 on 60 1", "F0 43 10 F7, 90 3C 01"),
    ("hex syx 43 10 5e 10 00 10 00 7f", "F0 43 10 5E 10 00 10 00 7F F7"),
    ("syx hex F0 F7", "F0 F7"), ("syx hex 43 +1ms mc", "F0 43 F7, F8"), ("syx 67 10H", "F0 43 10 F7"),
    // `hex` before bytes applies only to them.
    ("syx hex 10 cc 10 10", "F0 10 F7, B0 0A 0A"),
    ("tc 7 15", "F1 7F"), ("time-code 1 2", "F1 12"), ("spp 300", "F2 2C 02"), ("ss 5", "F3 05"),
    ("tun", "F6"),
    ("mc", "F8"), ("clock", "F8"), ("start", "FA"), ("cont", "FB"), ("continue", "FB"), ("stop", "FC"),
    ("as", "FE"), ("active-sensing", "FE"), ("rst", "FF"), ("reset", "FF"),
    ("raw hex 90 3C 64 3D 64", "90 3C 64, 90 3D 64"), ("raw 144 60 100", "90 3C 64"),
    ("raw hex F0 43 F8 10 F7", "F8, F0 43 10 F7"), ("raw hex CCH 05", "CC 05"),
    ("hex on 3C 64 dec on 60 100", "90 3C 64, 90 3C 64"), ("hex on 60M 64", "90 3C 64"),
    ("on 3CH 64H", "90 3C 64"),
    ("hex on C4 64", "90 3C 64"), ("omc 3 on C3 100", "90 3C 64"),
    ("on C#3 1 on Db3 1", "90 31 01, 90 31 01"),
    ("chord C4 E4 G4", "90 3C 64, 90 40 64, 90 43 64"), ("chord 60 vel 5 on 61 1", "90 3C 05, 90 3D 01"),
    ("chord C4 E4 vel 90 for 500ms", "90 3C 5A, 90 40 5A, 80 3C 40, 80 40 40"),
    ("light 5 0 red", "B0 14 05, B0 15 00, B0 16 01"), ("light 25 7 11", "B0 14 19, B0 15 07, B0 16 0B"),
    ("", ""), ("dec", ""),
  ])
  func wordsAndTheirBytes(words: String, expected: String) throws {
    #expect(bytes(try SendScript.parse(arguments: [words])) == expected)
    let separate = words.split(separator: " ").map(String.init)
    #expect(try SendScript.parse(arguments: separate) == SendScript.parse(text: words))
  }

  @Test func panicReleasesEveryNoteOnEveryChannel() throws {
    let messages = try SendScript.parse(arguments: ["panic"]).messages.map(\.message)
    #expect(messages.count == 16 * (128 + 3))
    for channel in UInt8(0)...15 {
      let channel = Channel(masking: channel)
      for controller: Controller in [.allNotesOff, .allSoundOff, .resetAllControllers] {
        #expect(messages.contains(.controlChange(channel: channel, controller: controller, value: 0)))
      }
    }
    var state = ReleaseTracker()
    for note in UInt8(0)...127 {
      state.apply(.noteOn(channel: .number(10), note: NoteNumber(masking: note), velocity: 1))
    }
    for message in messages { state.apply(message) }
    #expect(state.isSilent)
  }

  @Test func lightsCommandSetsEveryLight() throws {
    let messages = try SendScript.parse(arguments: ["lights off"]).messages.map(\.message)
    #expect(messages.count == 3 * 200)
    #expect(messages.count { $0 == .controlChange(channel: .number(1), controller: 22, value: 7) } == 200)
  }

  @Test(
    arguments: [
      ("mc +100ms mc +1.5s mc", [0, 100, 1600], 1600), ("+2s mc +00:01:30.250 mc", [2000, 92_250], 92_250),
      ("+1.06s mc", [1060], 1060), ("mc +1s", [0], 1000),
      ("08:10:17.056 mc 08:10:18.056 mc", [0, 1000], 1000),
      ("+1s 08:10:17.000 mc +500ms mc 08:10:18.000 mc", [1000, 1500, 2000], 2000),
      ("chord C4 for 500ms mc", [0, 500, 500], 500),
    ] as [(String, [Int64], Int64)])
  func times(words: String, expected: [Int64], duration: Int64) throws {
    let program = try SendScript.parse(arguments: [words])
    #expect(program.messages.map(\.time) == expected.map { .milliseconds($0) })
    #expect(program.duration == .milliseconds(duration))
  }

  @Test func clockCommandSendsTwoBeats() throws {
    let program = try SendScript.parse(arguments: ["clock 120 start"])
    #expect(program.messages.count == 49)
    #expect(program.messages[24].time == .milliseconds(500))
    #expect(program.messages[48] == TimedMessage(time: .seconds(1), message: .start))
    // 7 BPM don't divide a minute evenly; rounding errors don't accumulate.
    #expect(try SendScript.parse(arguments: ["clock 7"]).duration.rawValue == 2 * 60_000_000_000 / 7)
  }

  @Test(arguments: [
    (["+2 mc"], "word 1: expected a time such as +100ms, +1.5s or +00:01:30.000, found \"+2\""),
    (["dance"], "word 1: expected a command (midirec help send lists them), found \"dance\""),
    (
      ["dance\(String(repeating: "\u{301}", count: 100_000))"],
      "word 1: expected a command (midirec help send lists them), found "
        + "\"dance\(String(repeating: "\u{301}", count: 35))\"…"
    ),
    (["on", "60"], "word 3: expected a velocity from 0 to 127 for on, found the end"),
    (["on 60 200"], "word 3: expected a velocity from 0 to 127 for on, found \"200\""),
    (
      ["on", "H4", "1"], "word 2: expected a note from 0 to 127 or its name, such as C4 for on, found \"H4\""
    ),
    (["on", "128", "1"], "word 2: expected a note"), (["on", "-1", "1"], "word 2: expected a note"),
    (["on", "60", "0x10"], "word 3: expected a velocity"), (["on", "60", "1FH"], ""),
    (["on", "60", "FF"], "word 3: expected a velocity"), (["on", "60", "H"], "word 3: expected a velocity"),
    (["ch", "0"], "word 2: expected a channel from 1 to 16 for ch, found \"0\""),
    (["ch", "17"], "word 2: expected a channel"),
    (["cc", "128", "0"], "word 2: expected a controller from 0 to 127"),
    (["cc", "1", "cc"], "word 3: expected a value from 0 to 127"),
    (["cc14", "32", "0"], "word 2: expected a controller from 0 to 31"),
    (["cc14", "1", "16384"], "word 3: expected a value from 0 to 16383"),
    (["pc", "128"], "word 2: expected a program"), (["cp", "128"], "word 2: expected a pressure"),
    (["pb", "16384"], "word 2: expected a bend from 0 to 16383"),
    (["pp", "1"], "word 3: expected a pressure"),
    (["rpn", "16384", "0"], "word 2: expected a parameter"), (["nrpn", "1"], "word 3: expected a value"),
    (["mpe", "3", "1"], "word 2: expected a zone: lower (1), upper (2) for mpe"),
    (["mpe", "1", "16"], "word 3: expected a number of member channels from 0 to 15"),
    (["tc", "8", "0"], "word 2: expected a type from 0 to 7"),
    (["tc", "0", "16"], "word 3: expected a value from 0 to 15"),
    (["spp", "-1"], "word 2: expected a song position"), (["ss", "128"], "word 2: expected a song"),
    (["syx"], "word 2: expected a data byte"), (["syx", "hex"], "word 3: expected a data byte"),
    (["syx hex 43 80"], "word 4: expected a data byte from 0 to 127 (7F) for System Exclusive, found \"80\""),
    (["syx hex F0 F7 43"], "word 4: expected a data byte"), (["syx 256"], "word 2: expected a data byte"),
    (["syx hex 43 x"], "word 4: expected a data byte"),
    (["raw hex 3C"], "word 3: expected a byte that continues a message or begins one"),
    (["raw hex 90 3C"], "word 3: expected a whole message after raw, found \"90\""),
    (["raw hex 90 80 3C 40"], "word 4: expected a byte that continues a message or begins one"),
    (["raw hex 90 F8"], "word 3: expected a whole message"),
    (["raw hex F0 43"], "word 3: expected a whole message"),
    (["raw hex F0 43 90 3C 64"], "word 5: expected a byte that continues"),
    (["raw hex F4"], "word 3: expected a byte that"),
    (["clock 1000"], "word 2: expected a tempo from 1 to 999"), (["clock 0"], "word 2: expected a tempo"),
    (["chord"], "word 2: expected a note"), (["chord C4 vel"], "word 4: expected a velocity"),
    (["chord C4 for"], "word 4: expected a time such as 500ms or 1.5s for chord, found the end"),
    (["light 0 0 red"], "word 2: expected a column from 1 to 25"),
    (["light 1 8 red"], "word 3: expected a row from 0 to 7"),
    (["light 1 1 purple"], "word 4: expected a color: default (0), red (1)"),
    (["lights 12"], "word 2: expected a color"),
    (["omc 6"], "word 2: expected an octave from 3 to 5"),
    (["+soon"], "word 1: expected a time such as +100ms"), (["+"], "word 1: expected a time"),
    (["+-1s"], "word 1: expected a time"),
    (["8:10:17.000"], "word 1: expected a time of the form HH:MM:SS.mmm"),
    (["08:60:00.000"], "word 1: expected a time of the form"),
    (["08:00:01.000 08:00:00.000"], "word 2: expected a time that isn't before the previous one"),
    (["+9000h"], "word 1: expected a total duration of at most one year"),
    (
      ["dev", "x"],
      "word 1: expected a command (midirec help send lists them); use --out to choose the output, found \"dev\""
    ),
    (["on 60 100", "off 60"], "word 6: expected a velocity"), (["# on"], "word 1: expected a command"),
  ])
  func aWrongWordIsNamedWithItsPlaceAndWhatIsExpected(arguments: [String], expected: String) throws {
    guard !expected.isEmpty else {
      #expect(try SendScript.parse(arguments: arguments).messages.count == 1)
      return
    }
    let error = #expect(throws: SendSyntaxError.self) { try SendScript.parse(arguments: arguments) }
    #expect("\(error.map { "\($0)" } ?? "")".hasPrefix(expected), "\(String(describing: error))")
  }

  @Test func errorsInFilesNameLineAndColumn() throws {
    let text = "# a song\non C#4 100   # sharp\n\n  +1s\toff\n  C#4\n64\n#end"
    let program = try SendScript.parse(text: text)
    #expect(bytes(program) == "90 3D 64, 80 3D 40")
    let error = #expect(throws: SendSyntaxError.self) {
      try SendScript.parse(text: "mc\n on 60\n  200 # loud\n")
    }
    #expect(error?.description == "line 3, column 3: expected a velocity from 0 to 127 for on, found \"200\"")
    let atEnd = #expect(throws: SendSyntaxError.self) { try SendScript.parse(text: "mc\non 60\n\n") }
    #expect(atEnd?.place == "line 2, column 6")
  }

  @Test func linesAreCompleteAndKeepSettings() throws {
    var lines = SendScriptStream()
    #expect(bytes(try lines.append("ch 2 hex +1s on 3C 64", at: .zero).script) == "91 3C 64")
    let error = #expect(throws: SendSyntaxError.self) { try lines.append("mc on 3C", at: .zero) }
    #expect(error?.place == "line 2, column 9")
    let next = try lines.append("+1s on 3D 64", at: .zero).script
    #expect(
      next.messages == [
        TimedMessage(time: .seconds(2), message: .noteOn(channel: .number(2), note: 61, velocity: 100))
      ])
  }

  @Test func numberOfMessagesIsLimited() {
    let error = #expect(throws: SendSyntaxError.self) {
      try SendScript.parse(arguments: .init(repeating: "panic", count: 2000))
    }
    #expect(error?.expected == "at most 4000000 messages in all")
  }

  @Test func commandNamesAreUnique() {
    let names = SendCommand.all.flatMap(\.names)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0 == $0.lowercased() })
  }
}
