import MIDICore
import MIDIRecSound
import TestSupport
import Testing

@testable import MIDIRecSessions
@testable import SoundSessions

/// A session with the synthesizer reports a single changed note or setting: its kind, time, channel, and note.
@Suite(.enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"))
struct SynthDetectionTests {
  let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  /// Runs the session with further options of the synthesizer.
  private func run(_ piece: [PlayedNote] = PlayedNote.band, _ options: String = "") throws -> [SessionOutcome]
  {
    try folder.makeSession("a", "subjects: {synth: {rate: 24000\(options)}}")
    try folder.write("take.mid", in: "a", PlayedNote.file(piece))
    var runOptions = SessionRunner.Options()
    runOptions.catalog = .synth
    return SessionRunner(runOptions).run(SessionSearch(in: [folder.path]).places).results.flatMap(\.parts)
  }

  private func accept() throws {
    for change in PendingChange.all(in: SessionSearch(in: [folder.path]).places).changes {
      _ = try change.contents(.synth)
      try change.file.accept()
    }
  }

  /// Accepts the piece, then runs a changed one.
  private func difference(_ piece: [PlayedNote] = PlayedNote.band, _ options: String = "") throws
    -> SoundComparison
  {
    _ = try run()
    try accept()
    let judgment = try #require(
      try run(piece, options).last?.judgment as? SoundJudgment, "the sound is as expected")
    #expect(judgment.cause == .samples)
    let comparison = try #require(judgment.comparison)
    #expect(!comparison.isWithinBounds)
    return comparison
  }

  /// Changes one note, and expects the difference at its expected time.
  private func change(_ make: (inout [PlayedNote]) -> Void) throws -> HeardNoteChange? {
    var piece = PlayedNote.band
    make(&piece)
    let comparison = try difference(piece)
    let (first, note) = (try #require(comparison.firstAudible), try #require(comparison.firstNote))
    let expected = PlayedNote.band[PlayedNote.changed]
    #expect((first - .milliseconds(2250)).magnitude <= .milliseconds(5), "\(first)")
    #expect((note.start - .milliseconds(2250)).magnitude <= .milliseconds(3), "\(note)")
    #expect(note.channel == expected.channel)
    #expect(note.number == expected.number)
    #expect(note.velocity == expected.velocity)
    return comparison.noteChange
  }

  @Test func missingNoteIsFound() throws {
    #expect(try change { $0.remove(at: PlayedNote.changed) } == .missing)
  }

  @Test func noteSofterByTenIsFound() throws {
    guard case .level(let decibels)? = try change({ $0[PlayedNote.changed].velocity = 85 }) else {
      Issue.record("another change")
      return
    }
    #expect(-4...(-0.5) ~= decibels)
  }

  @Test func noteLateByTwentyMillisecondsIsFound() throws {
    guard case .late(let time)? = try change({ $0[PlayedNote.changed].start += 20 }) else {
      Issue.record("another change")
      return
    }
    // FluidSynth starts notes at blocks of 64 frames.
    #expect((time - .milliseconds(20)).magnitude <= .milliseconds(3), "\(time)")
  }

  /// The difference contains the note twice, but with different keys.
  @Test func transposedNoteIsNotReportedAsLate() throws {
    var piece = PlayedNote.band
    piece[PlayedNote.changed].number = NoteNumber(masking: piece[PlayedNote.changed].number.rawValue + 1)
    #expect(try difference(piece).noteChange == .different)
  }

  @Test func unexpectedNoteIsFound() throws {
    let added = PlayedNote(start: 2300, length: 300, channel: .number(1), number: 90, velocity: 100)
    let comparison = try difference(PlayedNote.band + [added])
    #expect((try #require(comparison.firstAudible) - .milliseconds(2300)).magnitude <= .milliseconds(5))
    #expect(comparison.firstNote?.number == 90)
  }

  @Test func differentPresetIsFoundAtFirstNote() throws {
    let comparison = try difference(PlayedNote.band, ", preset: 0:6")
    #expect((try #require(comparison.firstAudible) - .milliseconds(500)).magnitude <= .milliseconds(5))
    #expect((try #require(comparison.firstNote).start - .milliseconds(500)).magnitude <= .milliseconds(3))
  }

  @Test func disabledReverbIsFoundAtItsStart() throws {
    let comparison = try difference(PlayedNote.band, ", reverb: off")
    // Reverberation follows the note.
    #expect(.milliseconds(500)...(.milliseconds(700)) ~= (try #require(comparison.firstAudible)))
    #expect((try #require(comparison.firstNote).start - .milliseconds(500)).magnitude <= .milliseconds(3))
  }

  /// The review reports the same as the run.
  @Test func reviewReportsSameDifferenceAsRun() throws {
    var piece = PlayedNote.band
    piece.remove(at: PlayedNote.changed)
    let comparison = try difference(piece)
    let changes = PendingChange.all(in: SessionSearch(in: [folder.path]).places).changes
    let sound = try #require(changes.first { $0.file.part == .sound })
    let again = try #require(try sound.contents(.synth).judgment as? SoundJudgment)
    #expect(again.comparison == comparison)
    #expect(again.comparison?.firstNote != nil)
  }
}
