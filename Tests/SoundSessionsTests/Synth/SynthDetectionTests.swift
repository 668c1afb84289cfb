import MIDICore
import Sound
import TestSupport
import Testing

@testable import Sessions
@testable import SoundSessions

/// What a session with the synthesizer says when one thing is otherwise than when its sound was accepted: what, when, on
/// which channel and of which note.
@Suite(.enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"))
struct SynthDetectionTests {
  let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  /// Runs the session, with more that is said of the synthesizer.
  private func run(_ piece: [PlayedNote] = PlayedNote.band, _ options: String = "") throws -> [SessionResult
    .Part]
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

  /// Accepts the piece, then runs it otherwise.
  private func difference(_ piece: [PlayedNote] = PlayedNote.band, _ options: String = "") throws
    -> SoundComparison
  {
    _ = try run()
    try accept()
    guard case .differentArtifact(let found)? = try run(piece, options).last?.verdict,
      let difference = found as? SoundDifference
    else {
      return try #require(nil as SoundComparison?, "the sound is as expected")
    }
    #expect(difference.cause == .samples)
    #expect(!difference.comparison.isWithinBounds)
    return difference.comparison
  }

  /// Changes the one note, and asks that it is found where it was expected.
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

  @Test func aNoteThatIsMissingIsFound() throws {
    #expect(try change { $0.remove(at: PlayedNote.changed) } == .missing)
  }

  @Test func aNoteThatIsSofterByTenIsFound() throws {
    guard case .level(let decibels)? = try change({ $0[PlayedNote.changed].velocity = 85 }) else {
      Issue.record("another change")
      return
    }
    #expect(-4...(-0.5) ~= decibels)
  }

  @Test func aNoteThatIsLateByTwentyMillisecondsIsFound() throws {
    guard case .late(let time)? = try change({ $0[PlayedNote.changed].start += 20 }) else {
      Issue.record("another change")
      return
    }
    // FluidSynth begins notes on blocks of 64 frames.
    #expect((time - .milliseconds(20)).magnitude <= .milliseconds(3), "\(time)")
  }

  /// It is duplicated in the difference, too, though not as the same.
  @Test func aNoteWithAnotherKeyIsNotLate() throws {
    var piece = PlayedNote.band
    piece[PlayedNote.changed].number = NoteNumber(masking: piece[PlayedNote.changed].number.rawValue + 1)
    #expect(try difference(piece).noteChange == .different)
  }

  @Test func aNoteThatNobodyExpectedIsFound() throws {
    let added = PlayedNote(start: 2300, length: 300, channel: 0, number: 90, velocity: 100)
    let comparison = try difference(PlayedNote.band + [added])
    #expect((try #require(comparison.firstAudible) - .milliseconds(2300)).magnitude <= .milliseconds(5))
    #expect(comparison.firstNote?.number == 90)
  }

  @Test func anotherPresetIsFoundWhereTheFirstNoteSounds() throws {
    let comparison = try difference(PlayedNote.band, ", preset: 0:6")
    #expect((try #require(comparison.firstAudible) - .milliseconds(500)).magnitude <= .milliseconds(5))
    #expect((try #require(comparison.firstNote).start - .milliseconds(500)).magnitude <= .milliseconds(3))
  }

  @Test func reverbThatIsOffIsFoundWhereItBegins() throws {
    let comparison = try difference(PlayedNote.band, ", reverb: off")
    // A room answers later.
    #expect(.milliseconds(500)...(.milliseconds(700)) ~= (try #require(comparison.firstAudible)))
    #expect((try #require(comparison.firstNote).start - .milliseconds(500)).magnitude <= .milliseconds(3))
  }

  /// A person who decides is told the same as the run told.
  @Test func ofWhatWaitsItIsSaidAsTheRunSaidIt() throws {
    var piece = PlayedNote.band
    piece.remove(at: PlayedNote.changed)
    let comparison = try difference(piece)
    let changes = PendingChange.all(in: SessionSearch(in: [folder.path]).places).changes
    let sound = try #require(changes.first { $0.file.part == .sound })
    guard case .artifact(let contents) = try sound.contents(.synth),
      case .different(let found)? = contents.judgment, let again = found as? SoundDifference
    else {
      Issue.record("no pending results")
      return
    }
    #expect(again.comparison == comparison)
    #expect(again.comparison.firstNote != nil)
  }
}
