import MIDICore
import Testing
import Timelines

/// The assignment of sound ends, which a synthesizer reports, to notes.
@Suite struct SoundEndTests {
  private func notes(_ lines: String...) throws -> [Note] {
    let text = ["midirec timeline 1", "source 1 \"\""] + lines.map { "\($0)" } + ["9.000000 end", ""]
    return Performance(try Timeline(text: Array(text.joined(separator: "\n").utf8))).notes
  }

  private let strike = "1.000000 1 1 note C4 60 sounding velocity 80 voices=2"
  private let released = "2.000000 1 1 note C4 60 released"

  @Test func noteRingsUntilSilent() throws {
    let note = try #require(try notes(strike, released, "2.500000 1 1 note C4 60 silent").first)
    #expect(note.offset == .seconds(2))
    #expect(note.silence == .seconds(2))
    #expect(note.soundEnd == .init(time: .milliseconds(2500)))
    #expect(note.attributes == [.init("voices", "2")])
  }

  @Test func unreportedNoteHasNoSoundEnd() throws {
    #expect(try notes(strike, released).map(\.soundEnd) == [nil])
  }

  @Test func drumEndsWithoutRelease() throws {
    let note = try #require(try notes(strike, "1.300000 1 1 note C4 60 silent").first)
    #expect(note.offset == .milliseconds(1300))
    #expect(note.silence == .milliseconds(1300))
    #expect(note.soundEnd == .init(time: .milliseconds(1300)))
  }

  @Test func stolenNoteEndsWhileKeyIsDown() throws {
    let note = try #require(try notes(strike, "1.300000 1 1 note C4 60 stolen").first)
    #expect(note.offset == .milliseconds(1300))
    #expect(note.soundEnd == .init(time: .milliseconds(1300), isStolen: true))
  }

  @Test func heldNoteMayDecayUnderPedal() throws {
    let note = try #require(
      try notes(strike, "2.000000 1 1 note C4 60 held sustain", "4.000000 1 1 note C4 60 silent").first)
    #expect(note.offset == .seconds(2))
    #expect(note.silence == .seconds(4))
    #expect(note.soundEnd == .init(time: .seconds(4)))
  }

  @Test func oldestSoundOfRestartedKeyEndsFirst() throws {
    let notes = try notes(
      strike, released, "2.100000 1 1 note C4 60 sounding velocity 70 voices=1",
      "2.500000 1 1 note C4 60 silent", "3.000000 1 1 note C4 60 released", "3.400000 1 1 note C4 60 stolen")
    #expect(
      notes.map(\.soundEnd) == [
        .init(time: .milliseconds(2500)), .init(time: .milliseconds(3400), isStolen: true),
      ])
    #expect(notes.map(\.offset) == [.seconds(2), .seconds(3)])
  }

  @Test func restartedHeldNoteKeepsRinging() throws {
    let notes = try notes(
      strike, "2.000000 1 1 note C4 60 held sustain", "3.000000 1 1 note C4 60 sounding velocity 70",
      "3.200000 1 1 note C4 60 silent")
    #expect(notes.map(\.soundEnd) == [.init(time: .milliseconds(3200)), nil])
    #expect(notes.map(\.silence) == [.seconds(3), nil])
  }

  @Test func soundEndWithoutNoteIsIgnored() throws {
    #expect(try notes("1.000000 1 1 note C4 60 silent", "1.000000 1 1 note C4 60 stolen") == [])
  }

  @Test func soundEndsAreNotAnomalies() throws {
    let text = """
      midirec timeline 1
      source 1 ""
      \(strike)
      2.000000 1 1 note C4 60 stolen
      3.000000 1 1 note C4 60 silent
      9.000000 end

      """
    #expect(try Timeline(text: Array(text.utf8)).anomalies.isEmpty)
  }
}
