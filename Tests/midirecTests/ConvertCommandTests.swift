import Foundation
import MIDICore
import TestSupport
import Testing

@Suite struct ConvertCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Samples.file(notesAt: [0, 500, 1000]), to: "in.mid")
  }

  private func convert(_ arguments: String...) async throws -> Program.Result {
    try await Program.run(TestEnvironment.midirec, ["convert"] + arguments, in: folder.path)
  }

  /// Runs a shell command in which `$midirec` is the program.
  private func shell(_ line: String) async throws -> Program.Result {
    try await Program.run("sh", ["-c", "midirec=\(TestEnvironment.midirec); \(line)"], in: folder.path)
  }

  @Test func bytesAreUnchangedWithoutOptions() async throws {
    let result = try await convert(Samples.etude, "-o", "out.mid")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("out.mid: format 0, 1 track, "))
    #expect(result.errors.isEmpty)
    let original = [UInt8](try Data(contentsOf: URL(filePath: Samples.etude)))
    #expect(try folder.bytes("out.mid") == original)
    #expect(try folder.names() == ["in.mid", "out.mid"])
  }

  @Test func messagesInPacketsAreReportedAndFiltered() async throws {
    // Song position and Start before a note, and Stop after it.
    let track = "00 F7 03 F2 10 00  00 F7 01 FA  00 90 3C 5A  60 80 3C 00  00 F7 01 FC  00 FF 2F 00"
    try folder.write(fileWithTrack(track), to: "transport.mid")
    let unfiltered = try await convert("transport.mid", "-o", "same.mid")
    #expect(
      unfiltered.errors
        == "midirec: same.mid has messages in F7 packets (song-position,start,stop), which mido, pretty_midi, and "
        + "libsmf can't open; use --drop song-position,start,stop to leave them out\n")
    let filtered = try await convert("transport.mid", "-o", "notes.mid", "--drop", "song-position,start,stop")
    #expect(filtered.errors.isEmpty)
    #expect(try folder.bytes("notes.mid") == fileWithTrack("00 90 3C 5A  60 80 3C 00  00 FF 2F 00"))
    let verified = try await Program.run(TestEnvironment.midirec, ["verify", "notes.mid"], in: folder.path)
    #expect(verified.output == "notes.mid: 2 events in 1 track; verified with libsmf\n")
    let only = try await convert("transport.mid", "-o", "on.mid", "--only", "note-on")
    #expect(only.errors.isEmpty)
    #expect(try folder.bytes("on.mid") == fileWithTrack("00 90 3C 5A  60 FF 2F 00"))
  }

  /// mido refuses bytes above 7F, also in the packet that continues a message without an end.
  @Test(arguments: ["00 F0 02 01 83  00 90 3C 5A", "00 F0 01 01  00 F7 02 F3 05  00 90 3C 5A"])
  func systemExclusiveWithOtherBytesIsReportedAndFiltered(events: String) async throws {
    try folder.write(fileWithTrack(events + "  00 FF 2F 00"), to: "broken.mid")
    let unfiltered = try await convert("broken.mid", "-o", "same.mid")
    #expect(
      unfiltered.errors.hasSuffix(
        "midirec: same.mid has System Exclusive messages with bytes above 7F, which mido and pretty_midi can't open; "
          + "use --drop sysex to leave them out\n"))
    _ = try await convert("broken.mid", "-o", "notes.mid", "--drop", "sysex")
    #expect(try folder.bytes("notes.mid") == fileWithTrack("00 90 3C 5A  00 FF 2F 00"))
  }

  @Test func dashIsStandardInputAndOutput() async throws {
    let result = try await shell(
      "$midirec convert - -o - --division 1000 < in.mid | $midirec convert - -o out.mid --division 500")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(try folder.bytes("out.mid") == folder.bytes("in.mid"))
  }

  @Test func standardOutputHasOnlyTheFile() async throws {
    let result = try await shell("$midirec convert in.mid -o - > out.mid")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(try folder.bytes("out.mid") == folder.bytes("in.mid"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/script"), "there is no script(1)"))
  func fileIsNotWrittenToTerminal() async throws {
    let result = try await Program.run(
      "script", ["-qec", "\(TestEnvironment.midirec) convert in.mid -o -", "/dev/null"], in: folder.path)
    #expect(result.status == 64)
    #expect(result.output.contains("to a terminal"))
    #expect(!result.output.contains("MThd"))
  }

  @Test func existingFileIsReplacedOnlyWithForce() async throws {
    try folder.write([1, 2, 3], to: "out.mid")
    let refused = try await convert("in.mid", "-o", "out.mid")
    #expect(refused.status == 73)
    #expect(refused.errors.contains("out.mid already exists; use --force to replace it"))
    #expect(refused.errors.contains("--force"))
    #expect(try folder.bytes("out.mid") == [1, 2, 3])

    #expect(try await convert("in.mid", "-o", "out.mid", "--force").status == 0)
    #expect(try folder.bytes("out.mid") == folder.bytes("in.mid"))
    #expect(try folder.names() == ["in.mid", "out.mid"])
  }

  @Test func fileIsConvertedInPlaceOnlyWithForce() async throws {
    let original = try folder.bytes("in.mid")
    #expect(try await convert("in.mid", "-o", "in.mid", "--division", "250").status == 73)
    #expect(try folder.bytes("in.mid") == original)
    #expect(try await convert("in.mid", "-o", "in.mid", "--division", "250", "--force").status == 0)
    #expect(try folder.bytes("in.mid") != original)
  }

  @Test func damageIsReportedAndRepaired() async throws {
    // The last seven bytes, including End of Track, are missing.
    try folder.write(Array(folder.bytes("in.mid").dropLast(7)), to: "cut.mid")
    let result = try await convert("cut.mid", "-o", "out.mid")
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("midirec: cut.mid: byte 18: expected the length of the track"))
    let again = try await convert("out.mid", "-o", "again.mid")
    #expect(again.errors.isEmpty)
    #expect(try folder.bytes("again.mid") == folder.bytes("out.mid"))
  }

  @Test func manyDiagnosticsAreCounted() async throws {
    // Eight note-ons whose second data byte is a status byte.
    let events = Array(repeating: [0x00, 0x90, 0x3C, 0xFF] as [UInt8], count: 8).joined()
    let track = Array(events) + [0x00, 0xFF, 0x2F, 0x00]
    let header: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
    try folder.write(
      header + Array("MTrk".utf8) + [0, 0, 0, UInt8(track.count)] + track, to: "bad.mid")
    let result = try await convert("bad.mid", "-o", "out.mid")
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("midirec: bad.mid: byte ") })
    #expect(lines.last == "midirec: bad.mid: … and 3 violations more; run midirec show to list them")
  }

  @Test func resultIsPrintedAsJSON() async throws {
    let result = try await convert("in.mid", "-o", "out.mid", "--format", "1", "--json")
    #expect(result.status == 0)
    let size = try folder.bytes("out.mid").count
    #expect(
      result.output == """
        {
          "bytes" : \(size),
          "events" : 6,
          "file" : "out.mid",
          "format" : 1,
          "tracks" : 1
        }

        """)
  }

  @Test func runningStatusIsAnOption() async throws {
    for (option, file) in [("always", "a.mid"), ("never", "n.mid"), ("as-read", "r.mid")] {
      #expect(try await convert("in.mid", "-o", file, "--running-status", option).status == 0)
    }
    #expect(try folder.bytes("r.mid") == folder.bytes("in.mid"))
    try folder.write(
      Samples.file([
        (0, .programChange(channel: .number(1), program: 1)),
        (1, .programChange(channel: .number(1), program: 2)),
      ]), to: "two.mid")
    #expect(try await convert("two.mid", "-o", "two-a.mid", "--running-status", "always").status == 0)
    #expect(try folder.bytes("two-a.mid").count == folder.bytes("two.mid").count - 1)
  }

  @Test(arguments: [
    (["in.mid"], "--output"), (["in.mid", "-o", ""], "-o needs"), (["-o", "x.mid"], "file"),
    (["in.mid", "-o", "x.mid", "--format", "3"], "format"),
    (["in.mid", "-o", "x.mid", "--division", "26:40"], "division"),
    (["in.mid", "-o", "x.mid", "--tempo", "0"], "tempo"),
    (["in.mid", "-o", "x.mid", "--tempo", "3.5"], "tempo"),
    (
      ["in.mid", "-o", "x.mid", "--tempo", "120", "--division", "25:40"],
      "--tempo can't be used with a time code division"
    ),
    (["in.mid", "-o", "x.mid", "--from", "2s", "--to", "2s"], "later"),
    (["in.mid", "-o", "x.mid", "--to", "0s"], "later"),
    (["in.mid", "-o", "x.mid", "--from", "99h"], "--from is past the end of in.mid, which lasts "),
    (["in.mid", "-o", "x.mid", "--to", "99h"], "--to is past the end of in.mid, which lasts "),
    (["in.mid", "-o", "x.mid", "--split", "--format", "0"], "--split and --format 0 can't be used together"),
    (["in.mid", "-o", "-", "--json"], "standard output"),
    (["in.mid", "-o", "x.mid", "--running-status", "maybe"], "running-status"),
  ])
  func wrongUsageIsExplained(arguments: [String], word: String) async throws {
    let result = try await Program.run(TestEnvironment.midirec, ["convert"] + arguments, in: folder.path)
    #expect(result.status == 64)
    #expect(result.errors.contains(word))
    #expect(try folder.names() == ["in.mid"])
  }

  @Test func eachErrorHasItsExitCode() async throws {
    #expect(try await convert("missing.mid", "-o", "x.mid").status == 66)
    #expect(try await convert("in.mid", "-o", "missing/x.mid").status == 73)
    let full = try await shell("$midirec convert in.mid -o - > /dev/full")
    #expect(full.status == 74)
    #expect(full.errors == "midirec: can't write standard output: No space left on device\n")
    let nothing = try await shell("$midirec convert - -o x.mid < /dev/null")
    #expect(nothing.status == 65)
    #expect(nothing.errors.hasPrefix("midirec: standard input: byte 0: "))
    #expect(try folder.names() == ["in.mid"])
  }

  @Test func independentPiecesAreNotMerged() async throws {
    let track = Array("MTrk".utf8) + [0, 0, 0, 4, 0, 0xFF, 0x2F, 0]
    try folder.write(Array("MThd".utf8) + [0, 0, 0, 6, 0, 2, 0, 2, 0, 96] + track + track, to: "pieces.mid")
    let result = try await convert("pieces.mid", "-o", "x.mid", "--format", "0")
    #expect(result.status == 65)
    #expect(
      result.errors
        == "midirec: pieces.mid: the file holds 2 independent pieces (format 2), which can't be played together; "
        + "choose one with --piece\n"
    )
  }

  @Test func pieceIsExtractedFromFormat2() async throws {
    let tracks: [[UInt8]] = (1...3).map { Array("MTrk".utf8) + [0, 0, 0, 7, 0, 0xC0, $0, 0, 0xFF, 0x2F, 0] }
    let header = Array("MThd".utf8) + [0, 0, 0, 6, 0, 2, 0, 3, 0, 96]
    try folder.write(header + tracks.joined(), to: "pieces.mid")
    #expect(try await convert("pieces.mid", "-o", "x.mid", "--piece", "2").status == 0)
    #expect(
      try folder.bytes("x.mid") == Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + tracks[1])
    let missing = try await convert("pieces.mid", "-o", "y.mid", "--piece", "4")
    #expect(missing.status == 65)
    #expect(missing.errors == "midirec: pieces.mid: the file has only pieces 1 to 3 (found piece 4)\n")
  }

  @Test func laterTracksAreReadOnRequest() async throws {
    let track = Array("MTrk".utf8) + [0, 0, 0, 4, 0, 0xFF, 0x2F, 0]
    let header = Array("MThd".utf8) + [0, 0, 0, 6, 0, 1, 0, 1, 0, 96]
    try folder.write(header + track + header + track, to: "older.mid")
    #expect(try await convert("older.mid", "-o", "one.mid").status == 0)
    #expect(try folder.bytes("one.mid") == header + track)
    let shown = try await Program.midirec("show", "older.mid", in: folder.path)
    #expect(shown.output.contains("format 1, 1 track,"))
    #expect(shown.output.contains("left out with the tracks from byte 40, which are from another take"))
    let all = try await Program.midirec("show", "older.mid", "--all-tracks", in: folder.path)
    #expect(all.output.contains("format 1, 2 tracks,"))
    #expect(try await convert("older.mid", "-o", "all.mid", "--all-tracks").status == 0)
    #expect(try folder.bytes("all.mid").count == 14 + 12 + 8 + 6 + 12)
  }

  @Test func tempoIsRoundedToMicrosecondsPerQuarterNote() async throws {
    // 60,000,000 / 130 is 461,538.46: 07 0A E2
    #expect(try await convert("in.mid", "-o", "out.mid", "--tempo", "130.00").status == 0)
    let bytes = try folder.bytes("out.mid")
    #expect(bytes[22..<29] == [0x00, 0xFF, 0x51, 0x03, 0x07, 0x0A, 0xE2])
    let same = try await Program.midirec("diff", "in.mid", "out.mid", "--no-align", in: folder.path)
    #expect(same.status == 0)
  }
}
