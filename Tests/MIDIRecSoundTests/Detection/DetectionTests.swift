import MIDICore
import MIDIRecSound
import SystemPackage
import TestSupport
import Testing

/// The font of Debian's package timgm6mb-soundfont.
private enum GeneralMIDIFont {
  static let path = "/usr/share/sounds/sf2/TimGM6mb.sf2"
  static var isThere: Bool { (try? FileDescriptor.open(FilePath(path), .readOnly).close()) != nil }
}

/// Detection in real audio: a piece rendered by the `fluidsynth` program with one change. `Scripts/bench sound` does
/// the same with five minutes of music.
@Suite(
  .enabled(
    if: TestEnvironment.hasProgram("fluidsynth") && GeneralMIDIFont.isThere,
    "fluidsynth or timgm6mb-soundfont is not installed"))
struct DetectionTests {
  /// A change.
  enum Change: String, CaseIterable {
    case missing, softer, late, preset, reverb
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func render(_ piece: [PlayedNote], program: UInt7 = 0, reverb: Bool = true, to name: String)
    async throws
    -> AudioBuffer
  {
    try folder.write(PlayedNote.file(piece, program: program), to: "\(name).mid")
    let result = try await Program.run(
      "fluidsynth",
      [
        "-ni", "-F", "\(name).wav", "-O", "float", "-r", "24000", "-R", reverb ? "1" : "0",
        GeneralMIDIFont.path, "\(name).mid",
      ],
      in: folder.path)
    try #require(result.status == 0, "\(result.errors)")
    return try AudioFile(reading: FilePath(folder.path("\(name).wav"))).buffer
  }

  @Test(arguments: Change.allCases) func changeIsFound(_ change: Change) async throws {
    var piece = PlayedNote.band
    switch change {
    case .missing: piece.remove(at: PlayedNote.changed)
    case .softer: piece[PlayedNote.changed].velocity = 85
    case .late: piece[PlayedNote.changed].start += 20
    case .preset, .reverb: break
    }
    let expected = try await render(PlayedNote.band, to: "expected")
    let actual = try await render(
      piece, program: change == .preset ? 6 : 0, reverb: change != .reverb, to: "actual")
    let notes = PlayedNote.band.map {
      SoundNote(
        start: .milliseconds($0.start), end: .milliseconds($0.start + $0.length), channel: $0.channel,
        number: $0.number, velocity: $0.velocity)
    }
    let comparison = SoundComparison(expected: expected, actual: actual, notes: notes)
    #expect(!comparison.isWithinBounds)
    let (first, note) = (try #require(comparison.firstAudible), try #require(comparison.firstNote))
    switch change {
    case .missing, .softer, .late:
      #expect(note == notes[PlayedNote.changed])
      #expect((first - .milliseconds(2250)).magnitude <= .milliseconds(5), "\(first)")
    case .preset:
      #expect(note.start == .milliseconds(500) && note.channel == .number(1))
      #expect((first - .milliseconds(500)).magnitude <= .milliseconds(5), "\(first)")
    case .reverb:
      // Reverberation follows the note.
      #expect(note.start == .milliseconds(500))
      #expect(.milliseconds(500)...(.milliseconds(700)) ~= first, "\(first)")
    }
    switch (change, comparison.noteChange) {
    case (.missing, .missing?): break
    case (.late, .late(let time)?):
      // FluidSynth starts notes at blocks of 64 frames, so 20 ms are seven or eight blocks at this rate.
      #expect([448, 512].map { AudioBuffer.time(ofFrame: $0, rate: 24_000) }.contains(time), "\(time)")
    case (.softer, .level(let decibels)?): #expect(-4...(-0.5) ~= decibels)
    case (.preset, let found), (.reverb, let found): #expect(found != nil)
    case (_, let found): Issue.record("\(change): \(String(describing: found))")
    }
  }
}
