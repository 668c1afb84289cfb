import Foundation
import MIDIRecSessions
import MIDIRecSound
import SoundSessions
import SystemPackage
import TestSupport
import Testing

/// Audio results of a subject: comparison, pending files, and reports.
@Suite struct SoundVerdictTests {
  let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private static let catalog = SubjectRegistry([]).adding([ScriptedSubject.self], parts: [SoundPart.self])
  private static let hash = String(repeating: "0", count: 64)
  private static let otherHash = String(repeating: "f", count: 64)

  /// A one-second audible tone.
  private static func tone(rate: Int = 8000, shift: Float = 0, from frame: Int = 0) -> [Float] {
    (0..<rate).map { index in
      Float((index * 7) % 64 - 32) / 64 + (index >= frame ? shift * Float(index % 2 * 2 - 1) : 0)
    }
  }

  private static func sound(
    _ samples: [Float] = tone(), rate: Int = 8000, engine: String = "here", font: String = "A",
    fontHash: String = hash
  ) throws -> SoundPart {
    let buffer = try #require(AudioBuffer(rate: rate, channels: [samples, samples]))
    return SoundPart(buffer, engine: engine, fontName: font, fontHash: fontHash)
  }

  private func run(
    repeatCount: Int = 1, writesPending: Bool = true, _ sounds: SoundPart...
  ) throws -> SessionRunner.Report {
    let key = ScriptedSubject.add { run, _, _ in
      var observation = SubjectObservation(timeline: nil)
      observation.parts[.sound] = sounds[(run - 1) % sounds.count]
      return observation
    }
    try folder.makeSession("a", "subjects: {scripted: {key: \(key), parts: [sound]}}")
    try folder.write("take.mid", in: "a", Samples.file(notesAt: [0, 500]))
    var options = SessionRunner.Options()
    options.catalog = Self.catalog
    options.repeatCount = repeatCount
    options.writesPending = writesPending
    options.keepsFiles = true
    return SessionRunner(options).run(SessionSearch(in: [folder.path]).places)
  }

  private func part(_ report: SessionRunner.Report) throws -> SessionOutcome {
    try #require(report.results.first?.parts.first)
  }

  private func difference(_ report: SessionRunner.Report) throws -> SoundJudgment {
    let part = try part(report)
    #expect(part.status == .different)
    return try #require(part.judgment as? SoundJudgment)
  }

  private func expect(_ sound: SoundPart) throws {
    try folder.write("scripted.sound.expected.flac", in: "a", sound.stored(for: "").file)
  }

  private var sounds: [String] { get throws { try folder.tree().filter { $0.hasSuffix(".flac") } } }

  private static let accepted = "a/scripted.sound.expected.flac"
  private static let pending = "a/scripted.sound.pending.flac"

  @Test func newAudioIsPendingAndAccepted() throws {
    let sound = try Self.sound()
    let part = try part(try run(sound))
    #expect(part.subject == "scripted.sound")
    guard case .new = part.verdict else {
      Issue.record("\(part.verdict)")
      return
    }
    #expect(try sounds == [Self.pending])
    let change = try #require(PendingChange.all(in: SessionSearch(in: [folder.path]).places).changes.first)
    #expect(change.file.part == .sound)
    try change.file.accept()
    #expect(try sounds == [Self.accepted])
    #expect(try run(sound).results.allSatisfy(\.isPassed))
    #expect(try sounds == [Self.accepted])
  }

  @Test func noFileIsWrittenInCI() throws {
    _ = try run(writesPending: false, Self.sound())
    #expect(try sounds == [])
  }

  @Test func anyDifferentSampleOfSameEngineIsDifference() throws {
    try expect(try Self.sound())
    var samples = Self.tone()
    samples[4000] += 1 / 8_388_608
    let difference = try difference(try run(Self.sound(samples)))
    #expect(difference.cause == .samples)
    #expect(difference.comparison?.isWithinBounds == true)
    #expect(try #require(difference.comparison).firstAudible == nil)
    #expect(try sounds == [Self.accepted, Self.pending])
  }

  /// The difference is below the resolution of 24 bits, so only the hash shows it.
  @Test func differenceBelowFileResolutionIsReported() throws {
    try expect(try Self.sound())
    var samples = Self.tone()
    samples[4000] += 1 / 134_217_728
    #expect(samples != Self.tone())
    #expect(try difference(try run(Self.sound(samples))).cause == .samples)
  }

  @Test func passingAudioDeletesPendingFile() throws {
    try expect(try Self.sound())
    _ = try run(Self.sound(Self.tone(shift: 0.1)))
    #expect(try sounds == [Self.accepted, Self.pending])
    #expect(try run(Self.sound()).results.allSatisfy(\.isPassed))
    #expect(try sounds == [Self.accepted])
  }

  @Test func differentEnginePassesWithRemark() throws {
    try expect(try Self.sound())
    let part = try part(try run(Self.sound(Self.tone(shift: 1e-5), engine: "there")))
    #expect(part.status == .passed)
    #expect(part.remark == "the expected audio is from here; the actual audio is within its bounds")
    #expect(try sounds == [Self.accepted])
  }

  @Test func differentEngineBeyondBoundsIsDifference() throws {
    try expect(try Self.sound())
    let part = try part(try run(Self.sound(Self.tone(shift: 0.02), engine: "there")))
    let difference = try #require(part.judgment as? SoundJudgment)
    #expect(difference.cause == .bounds(expectedEngine: "here", actualEngine: "there"))
    #expect(difference.comparison?.isWithinBounds == false)
    #expect(part.remark == nil)
  }

  @Test func differentFontIsReportedFirst() throws {
    try expect(try Self.sound())
    let other = try Self.sound(
      Self.tone(rate: 16_000), rate: 16_000, engine: "there", font: "B", fontHash: Self.otherHash)
    #expect(try difference(try run(other)).cause == .font(expected: "A", actual: "B"))
  }

  @Test func differentFontIsDifferenceWithEqualSamples() throws {
    try expect(try Self.sound())
    let difference = try difference(try run(Self.sound(fontHash: Self.otherHash)))
    #expect(difference.cause == .font(expected: "A", actual: "A"))
  }

  @Test func renamedFontIsEqual() throws {
    try expect(try Self.sound())
    #expect(try run(Self.sound(font: "B")).results.allSatisfy(\.isPassed))
  }

  @Test func differentRateIsReported() throws {
    try expect(try Self.sound())
    let other = try Self.sound(Self.tone(rate: 16_000), rate: 16_000)
    #expect(try difference(try run(other)).cause == .rate(expected: 8000, actual: 16_000))
  }

  @Test func equalSamplesAtDifferentRateDiffer() throws {
    try expect(try Self.sound())
    #expect(
      try difference(try run(Self.sound(rate: 16_000))).cause == .rate(expected: 8000, actual: 16_000))
  }

  @Test func varyingRateIsUnstable() throws {
    guard
      case .unstable(run: 2, _) = try part(try run(repeatCount: 2, Self.sound(), Self.sound(rate: 16_000)))
        .verdict
    else {
      Issue.record("stable")
      return
    }
  }

  /// An audio file without midirec's label.
  private func expectWithoutALabel() throws {
    let buffer = try Self.sound().buffer
    try folder.write(
      "scripted.sound.expected.flac", in: "a", AudioFileWriter.bytes(of: buffer, format: .flac))
  }

  @Test func unlabeledExpectationIsComparedWithinBounds() throws {
    try expectWithoutALabel()
    let part = try part(try run(Self.sound()))
    #expect(part.status == .passed)
    #expect(
      part.remark
        == "the expected audio is from an unknown engine; the actual audio is within its bounds")
  }

  @Test func unlabeledExpectationBeyondBoundsIsDifference() throws {
    try expectWithoutALabel()
    #expect(
      try difference(try run(Self.sound(Self.tone(shift: 0.02)))).cause
        == .bounds(expectedEngine: nil, actualEngine: "here"))
  }

  @Test func expectedNotesAreStored() throws {
    try expect(try Self.sound())
    let files = try #require(try part(try run(Self.sound(Self.tone(shift: 0.02)))).files)
    let notes = try JSONDecoder().decode([HeardNote].self, from: files.context)
    #expect(notes.map(\.start) == [0, 500_000_000])
  }

  @Test func invalidExpectationIsFileError() throws {
    try folder.write("scripted.sound.expected.flac", in: "a", Array("fLaC, not quite".utf8))
    let error = try #require(try part(try run(Self.sound())).error)
    #expect(error.kind == .badData)
    #expect(error.path.lastComponent == "scripted.sound.expected.flac")
  }

  /// FLAC has at most eight channels.
  @Test(arguments: [false, true]) func unstorableAudioIsSystemError(isExpected: Bool) throws {
    if isExpected { try expect(try Self.sound()) }
    let buffer = try #require(
      AudioBuffer(rate: 8000, channels: [[Float]](repeating: Self.tone(), count: 9)))
    let sound = SoundPart(buffer, engine: "here", fontName: "A", fontHash: Self.hash)
    let error = try #require(try part(try run(sound)).error)
    #expect(error.kind == .inputOutput)
    #expect(error.path.lastComponent == "session.yaml")
    #expect(error.reason.hasPrefix("the sound can't be stored: "))
  }

  @Test func varyingAudioIsUnstable() throws {
    let report = try run(repeatCount: 3, Self.sound(), Self.sound(), Self.sound(Self.tone(shift: 1e-6)))
    guard case .unstable(let run, _) = try part(report).verdict else {
      Issue.record("\(try part(report).verdict)")
      return
    }
    #expect(run == 3)
    #expect(try sounds == ["a/scripted.sound.unstable.flac"])
  }

  @Test func differenceIsReproducibleFromFiles() throws {
    try expect(try Self.sound())
    let report = try run(Self.sound(Self.tone(shift: 0.02, from: 4000)))
    let files = try #require(try part(report).files)
    let again = try #require(files.judgment(Self.catalog) as? SoundJudgment)
    #expect(again == (try difference(report)))
  }

  // MARK: Pending audio

  private func contents() throws -> PendingChange.Contents {
    let change = try #require(PendingChange.all(in: SessionSearch(in: [folder.path]).places).changes.first)
    return try change.contents(Self.catalog)
  }

  @Test func pendingAudioReportsItsDifference() throws {
    try expect(try Self.sound())
    _ = try run(Self.sound(Self.tone(shift: 0.02)))
    #expect((try contents().judgment as? SoundJudgment)?.cause == .samples)
  }

  @Test func newAudioHasNoComparison() throws {
    _ = try run(Self.sound())
    let contents = try contents()
    #expect(contents.judgment == nil)
    #expect(contents.pending.summary == "lasts 1 s")
  }

  @Test func invalidExpectationCanBeReplaced() throws {
    try folder.write("scripted.sound.expected.flac", in: "a", Array("fLaC, not quite".utf8))
    try folder.makeSession("a", "subjects: {scripted: {key: 0, parts: [sound]}}")
    try folder.write("scripted.sound.pending.flac", in: "a", try Self.sound().stored(for: "").file)
    #expect(try contents().judgment == nil)
  }

  @Test func invalidPendingAudioIsNotAccepted() throws {
    _ = try run(Self.sound())
    try folder.write("scripted.sound.pending.flac", in: "a", [1, 2, 3])
    #expect(try #require(throws: SessionError.self) { _ = try contents() }.kind == .badData)
  }

  @Test(arguments: ["scripted.sound.pending.txt", "scripted.output.pending.flac", "scripted.pending.flac"])
  func fileWithOtherExtensionIsIgnored(name: String) throws {
    try folder.makeSession("a")
    try folder.write(name, in: "a", [1])
    #expect(PendingChange.all(in: SessionSearch(in: [folder.path]).places).changes.isEmpty)
  }
}

/// A note in the context of an audio comparison.
private struct HeardNote: Decodable {
  var start: Int64
}
