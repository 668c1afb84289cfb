import MIDICore
import Sound
import TestSupport
import Testing

@testable import Harness

/// What a session with the synthesizer says when one thing is otherwise than when its sound was accepted: what, when, on
/// which channel and of which note.
@Suite(.enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"))
struct SynthDetectionTests {
  private struct Played {
    var start: Int64
    var length: Int64
    var channel: Channel
    var key: UInt8
    var velocity: UInt7
  }

  /// Four bars of a bass, a chord and a melody; the melody's note at 2,250 ms is the one that is changed.
  private static let piece: [Played] = (0..<4).flatMap { bar -> [Played] in
    let start = Int64(500 + 1000 * bar)
    let root: UInt8 = [36, 41, 38, 43][bar]
    let chord = [24, 28, 31].map {
      Played(start: start, length: 900, channel: 1, key: root + $0, velocity: 80)
    }
    let melody = [36, 43, 40, 45].enumerated().map { index, step in
      Played(start: start + Int64(250 * index), length: 220, channel: 0, key: root + step, velocity: 95)
    }
    return [Played(start: start, length: 950, channel: 2, key: root, velocity: 90)] + chord + melody
  }
  private static let changed = piece.firstIndex { $0.start == 2250 && $0.channel == 0 } ?? 0

  let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  /// Runs the session, with more that is said of the synthesizer.
  private func run(_ piece: [Played] = piece, _ options: String = "") throws -> [SessionResult.Part] {
    try folder.makeSession("a", "subjects: {synth: {rate: 24000\(options)}}")
    var messages: [(milliseconds: Int64, message: Message)] = [
      (0, .programChange(channel: 1, program: 48)), (0, .programChange(channel: 2, program: 33)),
    ]
    for note in piece {
      let number = NoteNumber(masking: note.key)
      messages.append((note.start, .noteOn(channel: note.channel, note: number, velocity: note.velocity)))
      messages.append(
        (note.start + note.length, .noteOff(channel: note.channel, note: number, velocity: 64)))
    }
    try folder.write(
      "take.mid", in: "a", Samples.file(messages.sorted { $0.milliseconds < $1.milliseconds }))
    return SessionRunner().run(SessionSearch(in: [folder.path]).places).results.flatMap(\.parts)
  }

  private func accept() throws {
    for change in PendingChange.all(in: SessionSearch(in: [folder.path]).places).changes {
      _ = try change.contents()
      try change.file.accept()
    }
  }

  /// Accepts the piece, then runs it otherwise.
  private func difference(_ piece: [Played] = piece, _ options: String = "") throws -> SoundComparison {
    _ = try run()
    try accept()
    guard case .differentSound(let difference)? = try run(piece, options).last?.verdict else {
      return try #require(nil as SoundComparison?, "the sound is as expected")
    }
    #expect(difference.cause == .samples)
    #expect(!difference.comparison.isWithinBounds)
    return difference.comparison
  }

  /// Changes the one note, and asks that it is found where it was expected.
  private func change(_ make: (inout [Played]) -> Void) throws -> NoteChange? {
    var piece = Self.piece
    make(&piece)
    let comparison = try difference(piece)
    let (first, note) = (try #require(comparison.firstAudible), try #require(comparison.firstNote))
    let expected = Self.piece[Self.changed]
    #expect((first - .milliseconds(2250)).magnitude <= .milliseconds(5), "\(first)")
    #expect((note.start - .milliseconds(2250)).magnitude <= .milliseconds(3), "\(note)")
    #expect(note.channel == expected.channel)
    #expect(note.number.rawValue == expected.key)
    #expect(note.velocity == expected.velocity)
    return comparison.noteChange
  }

  @Test func aNoteThatIsMissingIsFound() throws {
    #expect(try change { $0.remove(at: Self.changed) } == .missing)
  }

  @Test func aNoteThatIsSofterByTenIsFound() throws {
    guard case .level(let decibels)? = try change({ $0[Self.changed].velocity = 85 }) else {
      Issue.record("another change")
      return
    }
    #expect(-4...(-0.5) ~= decibels)
  }

  @Test func aNoteThatIsLateByTwentyMillisecondsIsFound() throws {
    guard case .late(let time)? = try change({ $0[Self.changed].start += 20 }) else {
      Issue.record("another change")
      return
    }
    // FluidSynth begins notes on blocks of 64 frames.
    #expect((time - .milliseconds(20)).magnitude <= .milliseconds(3), "\(time)")
  }

  @Test func aNoteThatNobodyExpectedIsFound() throws {
    let added = Played(start: 2300, length: 300, channel: 0, key: 90, velocity: 100)
    let comparison = try difference(Self.piece + [added])
    #expect((try #require(comparison.firstAudible) - .milliseconds(2300)).magnitude <= .milliseconds(5))
    #expect(comparison.firstNote?.number == 90)
  }

  @Test func anotherPresetIsFoundWhereTheFirstNoteSounds() throws {
    let comparison = try difference(Self.piece, ", preset: 0:6")
    #expect((try #require(comparison.firstAudible) - .milliseconds(500)).magnitude <= .milliseconds(5))
    #expect((try #require(comparison.firstNote).start - .milliseconds(500)).magnitude <= .milliseconds(3))
  }

  @Test func reverbThatIsOffIsFoundWhereItBegins() throws {
    let comparison = try difference(Self.piece, ", reverb: off")
    // A room answers later.
    #expect(.milliseconds(500)...(.milliseconds(700)) ~= (try #require(comparison.firstAudible)))
    #expect((try #require(comparison.firstNote).start - .milliseconds(500)).magnitude <= .milliseconds(3))
  }

  /// A person who decides is told the same as the run told.
  @Test func ofWhatWaitsItIsSaidAsTheRunSaidIt() throws {
    var piece = Self.piece
    piece.remove(at: Self.changed)
    let comparison = try difference(piece)
    let changes = PendingChange.all(in: SessionSearch(in: [folder.path]).places).changes
    let sound = try #require(changes.first { $0.file.part == .sound })
    guard case .sound(let contents) = try sound.contents(), case .different(let again)? = contents.judgement
    else {
      Issue.record("nothing waits")
      return
    }
    #expect(again.comparison == comparison)
    #expect(again.comparison.firstNote != nil)
  }
}
