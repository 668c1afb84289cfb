import MIDICore
import MIDIFiles
import MIDIRecSystem
import SMFCrossCheck
import SystemPackage
import TestSupport
import Testing

@Suite struct CrossCheckTests {
  private static let note = "00 90 3C 64 "
  private static let end = " 00 FF 2F 00"

  private func verdict(on bytes: [UInt8]) throws -> CrossCheck.Verdict {
    CrossCheck.byMidirec.verdict(on: bytes, readAs: try MIDIFile.decode(bytes).file)
  }

  @Test func libsmfAgreesOnÉtude() throws {
    let bytes = try FileSystem.bytes(of: FilePath(Samples.etude))
    let eventCount = try MIDIFile(decoding: bytes).tracks.map(\.events.count).reduce(0, +)
    #expect(eventCount > 100)
    #expect(try verdict(on: bytes) == .agrees(eventCount: eventCount))
  }

  /// Features at the limits of libsmf.
  @Test(arguments: [
    "", "00 90 3C 64 00 3E 64 00 3C 00", "81 80 80 00 90 3C 64", "80 01 90 3C 64",
    "00 A0 01 02 00 B0 01 02 00 C0 01 00 D0 01 00 E0 01 02 00 80 01 02",
    "00 FF 01 7F " + String(repeating: "41 ", count: 127),
    "00 F0 81 48 " + String(repeating: "01 ", count: 199) + "F7", "00 F0 03 7E 09 01",
    "00 FF 00 02 00 01 00 FF 20 01 04 00 FF 54 05 40 00 00 00 00 00 FF 59 02 FD 01 00 FF 7F 02 41 42",
    "00 FF 51 03 FF FF FF 00 FF 58 04 06 03 18 08",
    String(repeating: "FF FF FF 7F 90 3C 64 ", count: 8),
  ])
  func libsmfAgreesOnSupportedFeatures(events: String) throws {
    let bytes = fileWithTrack(events + Self.end)
    let eventCount = try MIDIFile.decode(bytes).file.tracks[0].events.count
    #expect(try verdict(on: bytes) == .agrees(eventCount: eventCount))
  }

  @Test(arguments: [
    (note + "00 F7 01 FA" + end, "libsmf aborts on F7 packets"),
    (
      note + "00 FF 06 01 41 00 3E 64" + end,
      "libsmf loses running status after meta events and System Exclusive messages"
    ),
    (
      note + "00 F0 02 7E F7 00 3E 64" + end,
      "libsmf loses running status after meta events and System Exclusive messages"
    ),
    (
      "00 FF 01 81 00 " + String(repeating: "41 ", count: 128) + end,
      "libsmf reads only meta events with a length of one byte (at most 127)"
    ),
    (
      "00 FF 01 80 01 41" + end,
      "libsmf reads only meta events with a length of one byte (at most 127)"
    ),
    (
      String(repeating: "FF FF FF 7F 90 3C 64 ", count: 9) + end,
      "libsmf counts ticks only up to 2,147,483,647"
    ),
  ])
  func unsupportedTrackFeatureIsReported(track: String, reason: String) throws {
    #expect(try verdict(on: fileWithTrack(track)) == .noOpinion(reason: reason))
  }

  @Test(arguments: [
    ("00 00 00 06 00 02 00 01 00 60", "", "libsmf reads only formats 0 and 1"),
    ("00 00 00 08 00 00 00 01 00 60 00 00", "", "libsmf reads only headers of 6 bytes"),
    ("00 00 00 06 00 00 00 01 E7 28", "", "libsmf reads only divisions in ticks per quarter note"),
    (
      "00 00 00 06 00 00 00 01 00 60 58 46 49 48 00 00 00 00", "",
      "libsmf reads only files without chunks other than tracks"
    ),
    (
      "00 00 00 06 00 00 00 01 00 60", "58 46 49 48 00 00 00 00",
      "libsmf reads only files without chunks other than tracks"
    ),
  ])
  func unsupportedFileFeatureIsReported(header: String, rest: String, reason: String) throws {
    let track = bytes("4D 54 72 6B 00 00 00 08 00 90 3C 64 00 FF 2F 00")
    #expect(
      try verdict(on: bytes("4D 54 68 64 " + header) + track + bytes(rest)) == .noOpinion(reason: reason))
  }

  @Test(arguments: [
    (
      "00 90 3C 64 60 3C 01 00 FF 2F 00",
      "midirec reads track 1, tick 96: 90 3C 01; libsmf reads track 1, tick 96: 90 3C 00"
    ),
    (
      "00 90 3C 64 61 3C 00 00 FF 2F 00",
      "midirec reads track 1, tick 97: 90 3C 00; libsmf reads track 1, tick 96: 90 3C 00"
    ),
    (
      "00 90 3C 64 60 3C 00 00 3E 64 00 FF 2F 00",
      "midirec reads track 1, tick 96: 90 3E 64; libsmf reads track 1, tick 96: FF 2F 00"
    ),
    (
      "00 90 3C 64 60 3C 00 01 FF 2F 00",
      "midirec reads track 1, tick 97: FF 2F 00; libsmf reads track 1, tick 96: FF 2F 00"
    ),
  ])
  func firstDifferentEventIsReported(otherTrack: String, message: String) throws {
    let asked = fileWithTrack("00 90 3C 64 60 3C 00 00 FF 2F 00")
    let other = try MIDIFile(decoding: fileWithTrack(otherTrack))
    #expect(CrossCheck.byMidirec.verdict(on: asked, readAs: other) == .disagrees(reason: message))
  }

  @Test func headersAreCompared() throws {
    let asked = fileWithTrack("00 FF 2F 00")
    var other = try MIDIFile(decoding: asked)
    other.division = .ticksPerQuarter(480)
    #expect(
      CrossCheck.byMidirec.verdict(on: asked, readAs: other)
        == .disagrees(
          reason: "midirec reads header: 00 00 00 01 01 E0; libsmf reads header: 00 00 00 01 00 60"))
  }

  @Test func fileRejectedByLibsmfIsDisagreement() throws {
    let file = try MIDIFile(decoding: fileWithTrack("00 FF 2F 00"))
    let refused = bytes("4D 54 68 64 00 00 00 06 00 00 00 01 E7 28")
    #expect(
      CrossCheck.byMidirec.uncheckedVerdict(on: refused, readAs: file)
        == .disagrees(reason: "libsmf rejects the file, which midirec reads"))
  }

  @Test func abortYieldsNoOpinion() throws {
    let bytes = fileWithTrack("00 F7 01 FA 00 FF 2F 00")
    let verdict = CrossCheck.byMidirec.uncheckedVerdict(
      on: bytes, readAs: try MIDIFile.decode(bytes).file)
    #expect(verdict == .noOpinion(reason: "libsmf's process ended by signal 6 (Aborted)"))
  }

  /// A file of 34 bytes that would keep libsmf busy for a long time.
  @Test func fileWithMissingTracksIsNotPassedToLibsmf() throws {
    var bytes = fileWithTrack("00 90 3C 64 00 FF 2F 00")
    bytes[9] = 1
    bytes.replaceSubrange(10..<12, with: [0xFF, 0xFF])
    #expect(
      try verdict(on: bytes)
        == .noOpinion(reason: "libsmf reads only the declared number of tracks, and only one in format 0"))
  }

  /// 10,000 events at 128 bytes per event exceed a megabyte.
  @Test func fileThatNeedsTooMuchMemoryIsNotPassedToLibsmf() throws {
    let bytes = try Samples.file(notesAt: (0..<5000).map { $0 * 10 })
    let check = CrossCheck(program: "/bin/false", arguments: [], memoryLimit: 1 << 20)
    #expect(
      check.verdict(on: bytes, readAs: try MIDIFile(decoding: bytes))
        == .noOpinion(reason: "libsmf would need more than 1 MB of memory"))
  }

  @Test func hangingProcessIsKilled() throws {
    let bytes = fileWithTrack("00 FF 2F 00")
    let check = CrossCheck(program: "/bin/sleep", arguments: ["1000"], timeLimit: .milliseconds(200))
    let start = ContinuousClock.now
    #expect(
      check.verdict(on: bytes, readAs: try MIDIFile.decode(bytes).file)
        == .noOpinion(reason: "libsmf took more than 200 ms"))
    #expect(start.duration(to: .now) >= .milliseconds(200))
  }

  /// A child that neither reads nor exits must not block a parent with more input than fits into a pipe.
  @Test func processThatDoesNotReadIsKilled() throws {
    let bytes = fileWithTrack("00 FF 2F 00") + [UInt8](repeating: 0, count: 10_000_000)
    let check = CrossCheck(program: "/bin/sleep", arguments: ["1000"], timeLimit: .seconds(1))
    #expect(
      check.uncheckedVerdict(on: bytes, readAs: try MIDIFile.decode(bytes).file)
        == .noOpinion(reason: "libsmf took more than 1000 ms"))
  }

  /// An event that is longer than the file must be neither awaited nor stored.
  @Test func processWithEndlessOutputIsKilled() throws {
    let bytes = fileWithTrack("00 FF 2F 00")
    let check = CrossCheck(program: "/usr/bin/yes", arguments: [])
    guard case .noOpinion = check.verdict(on: bytes, readAs: try MIDIFile.decode(bytes).file) else {
      Issue.record("an opinion from a program that can't have one")
      return
    }
  }

  @Test func missingProgramYieldsNoOpinion() throws {
    let bytes = fileWithTrack("00 FF 2F 00")
    let check = CrossCheck(program: "/nowhere/midirec", arguments: [])
    #expect(
      check.verdict(on: bytes, readAs: try MIDIFile.decode(bytes).file)
        == .noOpinion(reason: "libsmf's process can't be started: No such file or directory"))
  }
}
