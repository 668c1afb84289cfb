import Foundation
import MIDICore
import TestSupport
import Testing

@testable import MIDIRecWorkbench

/// Debian's small General MIDI font, midirec's default.
private enum GeneralMIDIFont {
  static let path = "/usr/share/sounds/sf2/TimGM6mb.sf2"
  static let isThere = FileManager.default.fileExists(atPath: path)
}

@Suite(.enabled(if: GeneralMIDIFont.isThere, "timgm6mb-soundfont is not installed"))
struct RenderCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      Samples.file([
        (0, .programChange(channel: .number(2), program: 40)),
        // No sound goes to the chorus unless it is requested.
        (0, .controlChange(channel: .number(1), controller: 93, value: 100)),
        (0, .noteOn(channel: .number(1), note: 60, velocity: 100)),
        (250, .noteOff(channel: .number(1), note: 60, velocity: 64)),
        (250, .noteOn(channel: .number(2), note: 67, velocity: 90)),
        (500, .noteOff(channel: .number(2), note: 67, velocity: 64)),
      ]), to: "in.mid")
  }

  /// Runs the command with a separate catalog.
  private func render(_ arguments: String...) async throws -> Program.Result {
    try await render(arguments)
  }

  private func render(_ arguments: [String]) async throws -> Program.Result {
    try await Program.run(
      "env", ["XDG_DATA_HOME=\(folder.path("data"))", TestEnvironment.midirec, "render"] + arguments,
      in: folder.path)
  }

  private func shell(_ line: String) async throws -> Program.Result {
    try await Program.run(
      "sh",
      ["-c", "export XDG_DATA_HOME=\(folder.path("data")); midirec=\(TestEnvironment.midirec); \(line)"],
      in: folder.path)
  }

  @Test func builtInFontNeedsNoHomeFolder() async throws {
    let result = try await Program.run(
      "env", ["-u", "HOME", "-u", "XDG_DATA_HOME", TestEnvironment.midirec, "render", "in.mid"],
      in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasSuffix("; \(GeneralMIDIFont.path)\n"))
  }

  @Test func summaryDescribesTheFile() async throws {
    let result = try await render("in.mid")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output.hasPrefix("in.wav: 0:0"))
    #expect(result.output.contains(", 48000 Hz, float, gain 1, loudest -"))
    #expect(result.output.hasSuffix("; \(GeneralMIDIFont.path)\n"))
    #expect(try folder.bytes("in.wav").prefix(4) == Array("RIFF".utf8)[...])
  }

  /// The second note is never released.
  @Test func voicesAreATimelineWithHangingNotes() async throws {
    try folder.write(
      Samples.file([
        (0, .noteOn(channel: .number(1), note: 60, velocity: 100)),
        (0, .noteOn(channel: .number(1), note: 72, velocity: 90)),
        (250, .noteOn(channel: .number(1), note: 60, velocity: 0)),
      ]), to: "stuck.mid")
    let result = try await render("stuck.mid", "--preset", "0:19", "--tail", "1s", "--voices", "-")
    #expect(result.status == 0, "\(result.errors)")
    let cut = "notes were still sounding 1 s after the end, and were cut off; use a longer --tail"
    #expect(result.errors == "midirec: stuck.wav: \(cut)\n")
    let lines = result.output.split(separator: "\n").map { line in
      // The times depend on the synthesizer's blocks, and the number of voices on the font.
      line.split(separator: " ").dropFirst().filter { !$0.hasPrefix("voices=") }.joined(separator: " ")
    }
    #expect(
      lines == [
        "timeline 1", "1 \"synth\"", "1 1 note C4 60 sounding velocity 100",
        "1 1 note C5 72 sounding velocity 90", "1 1 note C4 60 released", "1 1 note C4 60 silent",
        "1 1 note C5 72 hanging", "end",
      ])
    let options = ["stuck.mid", "--preset", "0:19", "--tail", "1s", "-o"]
    let again = try await render(options + ["again.wav", "--voices", "voices.txt"])
    #expect(again.output.hasPrefix("again.wav: 0:0"))
    #expect(try folder.bytes("voices.txt") == Array(result.output.utf8))
    let refused = try await render(options + ["third.wav", "--voices", "voices.txt"])
    #expect(refused.status == 73)
    // Without a timeline of voices, the audio is the same.
    #expect(try await render(options + ["third.wav"]).status == 0)
    #expect(try folder.bytes("third.wav") == folder.bytes("stuck.wav"))
  }

  /// On one core and on two, in a different folder, locale, and time zone, and on a busy machine.
  @Test func bytesAreEqualEverywhere() async throws {
    let commands = [
      "cd / && taskset -c 0 env LC_ALL=C TZ=UTC $midirec render $here/in.mid -o $here/0.wav",
      "mkdir -p other && cd other && LC_ALL=de_DE.UTF-8 LANG=tr_TR.UTF-8 TZ=Asia/Tokyo $midirec render ../in.mid -o ../1.wav",
      "taskset -c 0,1 env TZ=America/Caracas $midirec render in.mid -o 2.wav",
      "$midirec render - -o - < in.mid > 3.wav",
      """
      for i in 1 2 3; do $midirec render in.mid -o load$i.wav >/dev/null & done
      $midirec render in.mid -o 4.wav; wait
      """,
    ]
    for command in commands {
      let result = try await shell("here=$PWD; \(command)")
      #expect(result.status == 0, "\(command): \(result.errors)")
    }
    let first = try folder.bytes("0.wav")
    #expect(first.count > 48_000 * 8 / 2)
    for name in ["1", "2", "3", "4", "load1", "load2", "load3"] {
      #expect(try folder.bytes("\(name).wav") == first, "\(name)")
    }
  }

  @Test(
    arguments: [
      ("out.flac", [], "fLaC", "flac"), ("out.wav", ["--encoding", "s16"], "RIFF", "s16"),
      ("out.wav", ["--encoding", "s24", "--rate", "44100"], "RIFF", "s24"),
      ("out", ["--encoding", "flac"], "fLaC", "flac"),
    ] as [(String, [String], String, String)])
  func formatsAreOptions(name: String, options: [String], start: String, format: String) async throws {
    let result = try await Program.run(
      TestEnvironment.midirec,
      ["render", "in.mid", "-o", name, "--font", GeneralMIDIFont.path, "--json"] + options, in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try folder.bytes(name).prefix(4) == Array(start.utf8)[...])
    let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    #expect(document?["format"] as? String == format)
    #expect(document?["rate"] as? Int == (options.contains("44100") ? 44_100 : 48_000))
    #expect((document?["engine"] as? String)?.hasPrefix("FluidSynth ") == true)
  }

  @Test func optionsChangeTheAudio() async throws {
    _ = try await render("in.mid", "-o", "plain.wav")
    for (number, options) in [
      ["--reverb", "off"], ["--chorus", "off"], ["--gain", "0.3"], ["--preset", "0:19"], ["--tail", "10ms"],
      ["--timing", "fluidsynth"],
    ].enumerated() {
      let result = try await Program.run(
        TestEnvironment.midirec,
        ["render", "in.mid", "-o", "\(number).wav", "--font", GeneralMIDIFont.path] + options,
        in: folder.path)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try folder.bytes("\(number).wav") != folder.bytes("plain.wav"), "\(options)")
    }
  }

  @Test func defaultNameHasTheFormat() async throws {
    #expect(try await render("in.mid", "--encoding", "flac").output.hasPrefix("in.flac: "))
    #expect(try folder.bytes("in.flac").prefix(4) == Array("fLaC".utf8)[...])
  }

  /// At an unusual sample rate.
  @Test(.enabled(if: TestEnvironment.hasProgram("fluidsynth"), "fluidsynth is not installed"))
  func fluidSynthTimingEqualsFluidSynthProgram() async throws {
    try folder.write([], to: "none.conf")
    let lines = [
      "$midirec render in.mid -o ours.wav --gain 0.2 --timing fluidsynth --rate 44100",
      "fluidsynth -ni -q -f none.conf -F theirs.wav -T wav -O float -r 44100 \(GeneralMIDIFont.path) in.mid",
    ]
    for line in lines {
      let result = try await shell(line)
      #expect(result.status == 0, "\(result.errors)")
    }
    func samples(_ name: String) throws -> ArraySlice<UInt8> {
      let bytes = try folder.bytes(name)
      return bytes[try #require(bytes.firstRange(of: Array("data".utf8))).upperBound...].dropFirst(4)
    }
    let (ours, theirs) = (try samples("ours.wav"), try samples("theirs.wav"))
    let count = min(ours.count, theirs.count)
    #expect(count > 44_100 * 8 / 2)
    let isSame = ours.prefix(count) == theirs.prefix(count)
    #expect(isSame)
  }

  @Test func stemsAreSeparateFiles() async throws {
    let result = try await render("in.mid", "-o", "song.wav", "--stems", "channel")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.split(separator: "\n").count == 2)
    #expect(
      try folder.names().filter { $0.hasSuffix(".wav") } == ["song-channel-1.wav", "song-channel-2.wav"])
  }

  @Test func existingStemPreventsRendering() async throws {
    try folder.write([1, 2, 3], to: "song-channel-2.wav")
    let refused = try await render("in.mid", "-o", "song.wav", "--stems", "channel")
    #expect(refused.status == 73)
    #expect(refused.errors.hasPrefix("midirec: song-channel-2.wav already exists; "))
    #expect(try folder.names() == ["in.mid", "song-channel-2.wav"])
    #expect(try await render("in.mid", "-o", "song.wav", "--stems", "channel", "--force").status == 0)
  }

  @Test func jsonListsStems() async throws {
    let result = try await render("in.mid", "-o", "song.wav", "--stems", "channel", "--json")
    let list = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
    #expect(list?.map { $0["file"] as? String } == ["song-channel-1.wav", "song-channel-2.wav"])
  }

  @Test func recordingWithoutNotesIsSilent() async throws {
    try folder.write(Samples.file([]), to: "empty.mid")
    let result = try await render("empty.mid")
    #expect(
      result.output == "empty.wav: 0:00.1, 48000 Hz, float, gain 1, silent; \(GeneralMIDIFont.path)\n")
    #expect(try await render("empty.mid", "--stems", "track").status == 65)
  }

  @Test func clippingIsReported() async throws {
    let loud = try await render("in.mid", "--gain", "10", "--encoding", "s16")
    #expect(loud.status == 0)
    #expect(loud.errors.hasPrefix("midirec: in.wav: the audio is clipped, because it is too loud"))
    let float = try await render("in.mid", "--gain", "10", "-o", "float.wav")
    #expect(float.errors.isEmpty)
  }

  /// Interrupts a recording of twenty hours: silence takes little space in FLAC, and as much time as music.
  @Test func interruptLeavesNoFile() async throws {
    try folder.write(
      Samples.file([(72_000_000, .noteOn(channel: .number(1), note: 60, velocity: 1))]), to: "long.mid")
    // Including hidden files.
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
    let program = try Program.start(
      TestEnvironment.midirec,
      ["render", "long.mid", "-o", "long.flac", "--rate", "96000", "--font", GeneralMIDIFont.path],
      in: folder.path)
    let deadline = ContinuousClock.now + .seconds(60)
    while try !program.hasUnnamedFile(in: folder.path) {
      try #require(ContinuousClock.now < deadline, "no file was begun: \(program.text(on: .errors))")
      try await Task.sleep(for: .milliseconds(10))
    }
    let result = await program.interrupt()
    #expect(result.status == 130)
    #expect(result.errors == "midirec: interrupted; long.flac was not written\n")
    #expect(try names() == ["in.mid", "long.mid"])
  }

  @Test func fullDiskIsReported() async throws {
    for line in ["$midirec render in.mid -o /dev/full", "$midirec render in.mid -o - > /dev/full"] {
      let result = try await shell(line)
      #expect(result.status == 74)
      #expect(result.errors.contains("No space left on device"), "\(result.errors)")
    }
  }

  /// The progress is shown on a terminal only.
  @Test func progressIsShownOnTerminal() async throws {
    let result = try await Program.run(
      "env",
      [
        "XDG_DATA_HOME=\(folder.path("data"))", "TERM=xterm", "script", "-qec",
        "\(TestEnvironment.midirec) render in.mid", "/dev/null",
      ], in: folder.path)
    #expect(result.status == 0)
    #expect(result.output.contains(" times real time"))
    #expect(result.output.contains("in.wav: 0:0"))
  }

  @Test func audioIsNotWrittenToTerminal() async throws {
    let result = try await Program.run(
      "env",
      ["TERM=xterm", "script", "-qec", "\(TestEnvironment.midirec) render in.mid -o -", "/dev/null"],
      in: folder.path)
    #expect(result.status == 64)
    #expect(result.output.contains("Can't write audio to a terminal"))
    #expect(result.output.contains("midirec render [<options>]"))
  }

  @Test func existingFileIsReplacedOnlyWithForce() async throws {
    try folder.write([1, 2, 3], to: "out.wav")
    let refused = try await render("in.mid", "-o", "out.wav")
    #expect(refused.status == 73)
    #expect(try folder.bytes("out.wav") == [1, 2, 3])
    #expect(try await render("in.mid", "-o", "out.wav", "--force").status == 0)
    #expect(try folder.bytes("out.wav").count > 1000)
  }

  /// midirec prints one line, and the libraries print none.
  @Test(
    arguments: [
      (["in.mid", "--font", "./none.sf2"], 66), (["in.mid", "--font", "./in.mid"], 65),
      (["in.mid", "--font", "./cut.sf2"], 65), (["in.mid", "--preset", "77:77"], 66), (["none.mid"], 66),
      (["in.mid", "-o", "none/out.wav"], 73),
    ] as [([String], Int32)])
  func failuresArePrintedInOneLine(arguments: [String], status: Int32) async throws {
    let font = [UInt8](try Data(contentsOf: URL(filePath: GeneralMIDIFont.path)))
    try folder.write(Array(font.prefix(font.count / 2)), to: "cut.sf2")
    let result = try await Program.run(
      "env", ["XDG_DATA_HOME=\(folder.path("data"))", TestEnvironment.midirec, "render"] + arguments,
      in: folder.path)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.hasPrefix("midirec: "))
    #expect(result.errors.filter { $0 == "\n" }.count == 1, "\(result.errors)")
    #expect(try !folder.names().contains { $0.hasSuffix(".wav") })
  }

  @Test func uncreatableFileIsReportedWithRemedy() async throws {
    let noFolder = try await render("in.mid", "-o", "none/out.wav")
    #expect(noFolder.errors == "midirec: none/out.wav: No such file or directory; create its folder first\n")
    let ofFolder = try await render("in.mid", "-o", folder.path)
    #expect(ofFolder.status == 73)
    #expect(ofFolder.errors == "midirec: \(folder.path): Is a directory; specify a file\n")
  }

  /// The message about an interrupt names it alike.
  @Test func standardOutputIsNamedInFull() {
    #expect(RenderTarget("-", format: nil).label == "standard output")
    #expect(RenderTarget("out.wav", format: nil).label == "out.wav")
  }

  @Test func nameOfDifferentFormatIsRejected() async throws {
    let refused = try await render("in.mid", "-o", "out.OGG")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("midirec writes WAV and FLAC, not .ogg. "), "\(refused.errors)")
    #expect(refused.errors.contains("or specify --encoding"), "\(refused.errors)")
    #expect(try await render("in.mid", "-o", "out.OGG", "--encoding", "flac").status == 0)
  }

  @Test(arguments: [
    ["in.mid", "--rate", "100"], ["in.mid", "--gain", "11"], ["-"], ["in.mid", "-o", "-", "--json"],
    ["in.mid", "-o", "-", "--stems", "track"], ["in.mid", "--tail", "-1s"],
    ["in.mid", "-o", "out.ogg"], ["in.mid", "-o", "in.mid", "--force"], ["in.mid", "-o", "folder/"],
    ["in.mid", "-o", ""], ["in.mid", "-o", "out.flac", "--encoding", "s24"],
    ["in.mid", "-o", "out.wav", "--encoding", "flac"],
    ["in.mid", "--voices", "-", "--json"], ["in.mid", "--voices", "v.txt", "--stems", "track"],
  ])
  func wrongUsageIsExplained(arguments: [String]) async throws {
    let result = try await Program.run(TestEnvironment.midirec, ["render"] + arguments, in: folder.path)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(try folder.names() == ["in.mid"])
  }
}
