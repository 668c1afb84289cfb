import MIDICore
import MIDIRecSound
import MIDIRecSynth
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecSessions
@testable import MIDIRecSystem
@testable import SoundSessions

/// The subject `synth` with the built-in font.
@Suite(.enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"))
struct SynthSubjectTests {
  let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private static let notes: [(Int64, Message)] = [
    (0, .noteOn(channel: .number(1), note: 60, velocity: 100)),
    (300, .noteOff(channel: .number(1), note: 60, velocity: 64)),
  ]

  private func run(
    _ options: String = "rate: 8000, reverb: off, chorus: off", _ messages: [(Int64, Message)] = Self.notes,
    _ change: (inout SessionRunner.Options) -> Void = { _ in }
  ) throws -> [SessionOutcome] {
    try folder.makeSession("a", "subjects: {synth: {\(options)}}")
    try folder.write("take.mid", in: "a", Samples.file(messages.map { ($0, $1) }))
    var runOptions = SessionRunner.Options()
    runOptions.catalog = .synth
    change(&runOptions)
    return SessionRunner(runOptions).run(SessionSearch(in: [folder.path]).places).results.flatMap(\.parts)
  }

  private func accept() throws {
    for change in PendingChange.all(in: SessionSearch(in: [folder.path]).places).changes {
      _ = try change.contents(.synth)
      try change.file.accept()
    }
  }

  private var voices: String {
    get throws { String(decoding: try folder.folder.bytes("a/synth.pending.txt"), as: UTF8.self) }
  }

  @Test func voicesAndAudioArePendingAndAccepted() throws {
    let parts = try run()
    #expect(parts.map(\.subject) == ["synth", "synth.sound"])
    #expect(try voices.contains("0.000000 1 1 note C4 60 sounding velocity 100 voices="))
    #expect(try voices.contains(" note C4 60 released\n"))
    #expect(try voices.contains(" note C4 60 silent\n"))
    let file = try AudioFile(reading: folder.path.appending("a/synth.sound.pending.flac"))
    let label = try #require(file.comment.flatMap { SoundLabel($0) })
    #expect(label.engine == SynthRenderer.engine)
    #expect(label.fontHash.utf8.count == 64)
    #expect(!label.fontName.isEmpty)
    #expect(file.buffer.rate == 8000)
    #expect(file.buffer.frameCount % SynthRenderer.blockLength == 0)
    #expect(file.buffer.channels[0].contains { abs($0) > 0.001 })
    try accept()
    #expect(try run().allSatisfy { $0.status == .passed })
  }

  @Test func runsAreIdentical() throws {
    _ = try run()
    try accept()
    #expect(try run { $0.repeatCount = 5 }.allSatisfy { $0.status == .passed })
  }

  @Test(arguments: [
    ("another velocity", [notes[0].0: Message.noteOn(channel: .number(1), note: 60, velocity: 110)]),
    ("another key", [notes[0].0: Message.noteOn(channel: .number(1), note: 61, velocity: 100)]),
  ])
  func additionalNoteIsInVoicesAndAudio(name: String, changes: [Int64: Message]) throws {
    _ = try run()
    try accept()
    let parts = try run(
      "rate: 8000, reverb: off, chorus: off", Self.notes.map { ($0.0, changes[$0.0] ?? $0.1) })
    #expect(parts.map(\.status) == [.different, .different])
    let sound = try #require(parts.last?.judgment as? SoundJudgment)
    #expect(sound.cause == .samples)
    #expect(sound.comparison?.isWithinBounds == false)
  }

  @Test func reverbChangesAudioButNotVoices() throws {
    _ = try run()
    try accept()
    let parts = try run("rate: 8000, chorus: off")
    #expect(parts.map(\.status) == [.passed, .different])
  }

  @Test(arguments: [("voices", ["synth"]), ("sound", ["synth.sound"])])
  func comparedPartsCanBeSelected(part: String, names: [String]) throws {
    #expect(try run("rate: 8000, compare: \(part)").map(\.subject) == names)
  }

  @Test func lowPolyphonyStealsNotes() throws {
    let messages = (0..<6).map { index in
      (
        Int64(index) * 100,
        Message.noteOn(channel: .number(1), note: NoteNumber(masking: UInt8(50 + index)), velocity: 90)
      )
    }
    _ = try run("rate: 8000, polyphony: 2, tail: 100ms", messages)
    #expect(try voices.contains(" stolen\n"))
    #expect(try voices.contains(" hanging\n"))
  }

  @Test func fontPathIsRelativeToSession() throws {
    try folder.link("font.sf2", to: "\(SoundFontFile.builtIn)")
    #expect(
      try run("font: ../font.sf2, rate: 8000").allSatisfy {
        if case .new = $0.verdict { true } else { false }
      })
  }

  @Test func uppercaseExtensionIsFontPath() throws {
    try folder.makeFolder("a")
    try folder.link("a/FONT.SF2", to: "\(SoundFontFile.builtIn)")
    #expect(
      try run("font: FONT.SF2, rate: 8000").allSatisfy {
        if case .new = $0.verdict { true } else { false }
      })
  }

  @Test func presetOfFontFileIsPlayed() throws {
    try folder.link("font.sf2", to: "\(SoundFontFile.builtIn)")
    _ = try run("font: ../font.sf2, rate: 8000, preset: 0:19")
    try accept()
    #expect(try run("rate: 8000, preset: 0:19").allSatisfy { $0.status == .passed })
    #expect(try run("font: ../font.sf2, rate: 8000").last.map { $0.status != .passed } == true)
  }

  @Test(arguments: [
    ("font: none.sf2", SessionError.Kind.unavailable), ("font: take.mid.sf2", .unavailable),
    ("font: ./take.mid", .badData), ("preset: 99:99", .unavailable),
  ])
  func missingFontOrPresetIsReported(options: String, kind: SessionError.Kind) throws {
    let error = try #require(try run(options).first?.error)
    #expect(error.kind == kind, "\(error)")
  }

  @Test func stoppedRunEnds() throws {
    let stop = try #require(StopToken())
    stop.requestStop()
    let subject = try SynthSubject(SubjectOptions([]))
    let recording = try Samples.recording(Samples.etude)
    let failure = #expect(throws: SubjectFailure.self) {
      _ = try subject.observation(of: recording, in: SubjectContext(folder: folder.path, stop: stop))
    }
    #expect(failure?.kind == .stopped)
  }
}
