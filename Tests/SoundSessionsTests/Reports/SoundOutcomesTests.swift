import MIDICore
import MIDIRecReports
import MIDIRecSessions
import MIDIRecSound
import SoundSessions
import SystemPackage
import Testing
import Timelines

/// Audio results in reports.
@Suite struct SoundOutcomesTests {
  private static let hash = String(repeating: "0", count: 64)
  private static let otherHash = String(repeating: "f", count: 64)

  private static let catalog = SubjectRegistry([]).adding([], parts: [SoundPart.self])

  /// Returns a file of half a second with quiet noise from a frame on.
  private static func file(
    hiss: Float = 0, from frame: Int = 0, rate: Int = 8000, engine: String = "here", font: String = "A",
    fontHash: String = hash
  ) throws -> [UInt8] {
    let samples = (0..<rate / 2).map { index in
      Float((index * 7) % 64 - 32) / 64 + (index >= frame ? hiss * Float(index % 2 * 2 - 1) : 0)
    }
    let buffer = try #require(AudioBuffer(rate: rate, channels: [samples, samples]))
    return try SoundPart(buffer, engine: engine, fontName: font, fontHash: fontHash).stored(for: "").file
  }

  private static func outcome(_ actual: [UInt8], context: [SoundNote] = []) throws -> SessionOutcome {
    let files = PartFiles(.sound, expected: try file(), actual: actual, context: context)
    let judgment = try #require(files.judgment(catalog), "they are alike")
    var outcome = SessionOutcome(
      session: "synth/a", subject: "synth.sound", verdict: .different(judgment))
    outcome.files = files
    return outcome
  }

  private static var remarked: SessionOutcome {
    var outcome = SessionOutcome(session: "synth/b", subject: "synth.sound", verdict: .passed)
    outcome.remark = "the expected audio is from there; the actual audio is within its bounds"
    return outcome
  }

  @Test func differentFontIsReportedFirst() throws {
    let lines = try Self.outcome(Self.file(font: "B", fontHash: Self.otherHash)).lines()
    #expect(lines.first == "synth/a (synth.sound): different: played with the font \"B\" instead of \"A\"")
  }

  @Test func differentRateIsReported() throws {
    let lines = try Self.outcome(Self.file(rate: 16_000)).lines()
    #expect(lines.first == "synth/a (synth.sound): different: 16,000 Hz instead of 8,000 Hz")
  }

  @Test func measuresAreListed() throws {
    let lines = try Self.outcome(Self.file(hiss: 0.2)).lines()
    #expect(lines.first?.hasPrefix("synth/a (synth.sound): different: 0.") == true, "\(lines)")
    #expect(lines.contains { $0.contains("signal to noise") && $0.contains("RMS") && $0.contains("peak") })
  }

  @Test func differentEnginesAreNamed() throws {
    let lines = try Self.outcome(Self.file(hiss: 0.2, engine: "there")).lines()
    #expect(lines.contains { $0.hasSuffix("here") })
    #expect(lines.contains { $0.hasSuffix("there") })
  }

  @Test func remarkOfPassedSessionIsInAllReports() throws {
    let outcome = Self.remarked
    let remark = try #require(outcome.remark)
    #expect(outcome.lines() == ["synth/b (synth.sound): passed: \(remark)"])
    #expect([outcome].junitReport.contains("<system-out>\(remark)</system-out>"))
    #expect([outcome].junitReport.contains("failures=\"0\""))
    #expect(try JSONText.of(SessionsDocument([outcome])).contains("\"remark\" : \"\(remark)\""))
    let index = try #require([outcome].pages().first)
    #expect(String(decoding: index.bytes, as: UTF8.self).contains(remark))
  }

  @Test func documentHasMeasures() throws {
    let text = try JSONText.of(SessionsDocument([try Self.outcome(Self.file(hiss: 0.2))]))
    #expect(text.contains("\"cause\" : \"samples\""))
    #expect(text.contains("\"verdict\" : \"different\""))
    for key in ["signalToNoise", "rootMeanSquare", "peak", "first", "whole", "isWithinBounds"] {
      #expect(text.contains("\"\(key)\""), "\(key)")
    }
  }

  @Test func documentHasExpectedAndActualFont() throws {
    let text = try JSONText.of(
      SessionsDocument([try Self.outcome(Self.file(font: "B", fontHash: Self.otherHash))]))
    #expect(text.contains("\"actual\" : \"B\""))
    #expect(text.contains("\"expected\" : \"A\""))
  }

  @Test func notesRoundTrip() throws {
    let recording = Recording(tracks: [
      .init(messages: [
        TimedMessage(time: .milliseconds(10), message: .noteOn(channel: .number(10), note: 38, velocity: 1)),
        TimedMessage(time: .milliseconds(90), message: .noteOff(channel: .number(10), note: 38, velocity: 0)),
        TimedMessage(
          time: .milliseconds(100), message: .noteOn(channel: .number(1), note: 127, velocity: 127)),
      ])
    ])
    let outcome = try Self.outcome(
      try Self.file(hiss: 0.2),
      context: SoundPart.context(Comparison.Options(), accepted: { nil }, recording: { recording }))
    let bytes = try RunReport(outcomes: [outcome], sessionCount: 1).bytes()
    let read = try #require(try RunReport(bytes: bytes, Self.catalog).outcomes.first)
    #expect(read.files == outcome.files)
    #expect(read.lines() == outcome.lines())
  }

  @Test func differenceHasPage() throws {
    let files = [try Self.outcome(Self.file(hiss: 0.2))].pages()
    #expect(files.map(\.name) == ["index.html", "synth.a~synth_2esound.html"])
    #expect(String(decoding: files[1].bytes, as: UTF8.self).contains("Signal to noise"))
  }

  /// A part's text, JUnit, JSON, and pages equal the whole run's.
  @Test func partReportHasDataForAllReports() throws {
    let outcomes = [try Self.outcome(Self.file(hiss: 0.2, from: 2000)), Self.remarked]
    let report = RunReport(outcomes: outcomes, sessionCount: 2)
    let read = try RunReport(bytes: report.bytes(), Self.catalog)
    #expect(read.outcomes.text() == outcomes.text())
    #expect(read.outcomes.junitReport == outcomes.junitReport)
    #expect(
      try JSONText.of(SessionsDocument(read.outcomes)) == JSONText.of(SessionsDocument(outcomes)))
    let (pages, again) = (outcomes.pages(), read.outcomes.pages())
    #expect(pages.map(\.name) == again.map(\.name))
    #expect(pages.map(\.bytes) == again.map(\.bytes))
    #expect(read.exitCode == 1)
  }

  @Test func reportWithInvalidAudioIsRejected() throws {
    let report = RunReport(outcomes: [try Self.outcome(Self.file(hiss: 0.2))], sessionCount: 1)
    let text = String(decoding: try report.bytes(), as: UTF8.self)
    let sound = try #require(text.firstMatch(of: /"actual" : "([^"]+)"/)?.output.1)
    let broken = text.replacing(sound, with: "AAAA")
    #expect(throws: SessionError.self) { try RunReport(bytes: Array(broken.utf8), Self.catalog) }
  }
}
