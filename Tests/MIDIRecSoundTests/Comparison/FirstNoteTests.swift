import MIDICore
import MIDIRecSound
import Testing

/// The note of a difference and its change, with notes of known partials.
@Suite struct FirstNoteTests {
  /// A chord of C4, E4, and G4 at 500 ms with a bass C2, and a second chord at 1 s.
  private static let keys: [(key: Int, at: Int)] = [
    (36, 500), (60, 500), (64, 500), (67, 500), (60, 1000), (65, 1000), (72, 1000),
  ]
  private static let notes = keys.map { Tones.note(key: UInt8($0.key), at: Int64($0.at)) }

  private func sound(
    _ change: (_ index: Int) -> (loudness: Float, delay: Int) = { _ in (0.1, 0) }
  ) throws -> AudioBuffer {
    var samples = [Float](repeating: 0, count: 1600 * 16)
    for (index, note) in Self.keys.enumerated() {
      let (loudness, delay) = change(index)
      Tones.add(key: note.key, at: note.at + delay, loudness: loudness, to: &samples)
    }
    return try Tones.buffer(samples)
  }

  private func compare(_ actual: AudioBuffer) throws -> SoundComparison {
    SoundComparison(expected: try sound(), actual: actual, notes: Self.notes)
  }

  @Test(arguments: keys.indices) func missingNoteIsFound(_ index: Int) throws {
    let comparison = try compare(try sound { ($0 == index ? 0 : 0.1, 0) })
    #expect(comparison.firstNote == Self.notes[index])
    #expect(comparison.noteChange == .missing)
    let first = try #require(comparison.firstAudible)
    #expect((first - Self.notes[index].start).magnitude <= .milliseconds(4), "\(first)")
  }

  @Test(arguments: keys.indices) func softerNoteIsMeasured(_ index: Int) throws {
    let comparison = try compare(try sound { ($0 == index ? 0.08 : 0.1, 0) })
    #expect(comparison.firstNote == Self.notes[index])
    guard case .level(let decibels)? = comparison.noteChange else {
      Issue.record("\(String(describing: comparison.noteChange))")
      return
    }
    // 0.8 is -1.94 dB.
    #expect(abs(decibels + 1.94) < 1, "\(decibels)")
  }

  @Test func louderNoteIsMeasured() throws {
    let comparison = try compare(try sound { ($0 == 5 ? 0.15 : 0.1, 0) })
    #expect(comparison.firstNote == Self.notes[5])
    guard case .level(let decibels)? = comparison.noteChange else {
      Issue.record("\(String(describing: comparison.noteChange))")
      return
    }
    // 1.5 is 3.52 dB.
    #expect(abs(decibels - 3.52) < 1, "\(decibels)")
  }

  /// A note that is at least 8 dB softer.
  @Test func veryFaintNoteIsMissing() throws {
    let comparison = try compare(try sound { ($0 == 5 ? 0.025 : 0.1, 0) })
    #expect(comparison.firstNote == Self.notes[5])
    #expect(comparison.noteChange == .missing)
  }

  @Test(arguments: keys.indices) func lateNoteIsMeasured(_ index: Int) throws {
    let comparison = try compare(try sound { (0.1, $0 == index ? 20 : 0) })
    #expect(comparison.firstNote == Self.notes[index])
    #expect(comparison.noteChange == .late(.milliseconds(20)))
  }

  @Test func noteLateByNearly100MillisecondsIsNotMissing() throws {
    let comparison = try compare(try sound { (0.1, $0 == 5 ? 96 : 0) })
    #expect(comparison.firstNote == Self.notes[5])
    #expect(comparison.noteChange == .late(.milliseconds(96)))
  }

  @Test func earlyNoteIsMeasured() throws {
    let comparison = try compare(try sound { (0.1, $0 == 4 ? -20 : 0) })
    #expect(comparison.firstNote == Self.notes[4])
    #expect(comparison.noteChange == .late(.milliseconds(-20)))
  }

  @Test func soundWithoutNoteIsNotAssigned() throws {
    var samples = try sound().channels[0]
    let added = Tones.sine(5000, loudness: 0.05, from: 750, frameCount: samples.count)
    for index in samples.indices { samples[index] += added[index] }
    let comparison = try compare(try Tones.buffer(samples))
    #expect(comparison.firstAudible != nil)
    #expect(comparison.firstNote == nil && comparison.noteChange == nil)
  }

  @Test func noiseBelongsToDrum() throws {
    let drum = Tones.note(key: 38, at: 750, channel: .number(10))
    var samples = try sound().channels[0]
    let noise = Noise.stereo(frameCount: 800, seed: 4)[0]
    for (index, value) in noise.enumerated() { samples[12_000 + index] += 0.1 * value }
    let comparison = SoundComparison(
      expected: try Tones.buffer(samples), actual: try sound(), notes: Self.notes + [drum])
    #expect(comparison.firstNote == drum)
    #expect(comparison.noteChange == .missing)
  }

  /// Pairs of notes without partials, or with the same partials, which only their sound elsewhere distinguishes.
  private static let pairs = [
    [Tones.note(key: 36, at: 256, channel: .number(10)), Tones.note(key: 38, at: 512, channel: .number(10))],
    [Tones.note(key: 60, at: 256), Tones.note(key: 60, at: 512, channel: .number(2))],
  ]

  @Test(arguments: [0, 1], [0, 1])
  func simultaneousNotesAreDistinguishedBySimilarity(_ pair: Int, _ missing: Int) throws {
    let alone = Self.pairs[pair]
    let together = alone.map { Tones.note(key: $0.number.rawValue, at: 768, channel: $0.channel) }
    func sound(of notes: [SoundNote]) throws -> AudioBuffer {
      var samples = [Float](repeating: 0, count: 20_480)
      for note in notes {
        let start = Int(note.start.rawValue / 1_000_000)
        if note.channel == .number(1) {
          Tones.add(key: Int(note.number.rawValue), at: start, to: &samples)
        } else if note.channel == .number(2) {
          let sine = Tones.sine(261.63, loudness: 0.1, frameCount: 3200)
          for (index, value) in sine.enumerated() { samples[start * 16 + index] += value }
        } else {
          let noise = Noise.stereo(frameCount: 1600, seed: UInt64(note.number.rawValue))[0]
          for (index, value) in noise.enumerated() { samples[start * 16 + index] += 0.1 * value }
        }
      }
      return try Tones.buffer(samples)
    }
    let notes = alone + together
    let comparison = SoundComparison(
      expected: try sound(of: notes), actual: try sound(of: notes.filter { $0 != together[missing] }),
      notes: notes)
    #expect(comparison.firstNote == together[missing])
  }

  @Test func noteWithoutPartialsIsFoundByStart() throws {
    let hit = Tones.note(key: 70, at: 752)
    var samples = try sound().channels[0]
    for (index, value) in Noise.stereo(frameCount: 1600, seed: 5)[0].enumerated() {
      samples[752 * 16 + index] += 0.1 * value
    }
    let comparison = SoundComparison(
      expected: try Tones.buffer(samples), actual: try sound(), notes: Self.notes + [hit])
    #expect(comparison.firstNote == hit)
  }

  @Test func laterDifferenceIsNotMissingOrSofter() throws {
    var samples = try sound().channels[0]
    for index in 9600..<samples.count where index < 16_000 { samples[index] *= 0.5 }
    let comparison = try compare(try Tones.buffer(samples))
    #expect(comparison.firstNote?.start == .milliseconds(500))
    #expect(comparison.noteChange == .different)
  }

  /// Returns the note of a sine at C4 that starts in silence, among given notes.
  private func noteOfASine(at milliseconds: Int, among notes: [SoundNote]) throws -> SoundNote? {
    let silence = [Float](repeating: 0, count: 24_000)
    let sine = Tones.sine(261.63, loudness: 0.1, from: milliseconds, frameCount: silence.count)
    return SoundComparison(
      expected: try Tones.buffer(silence), actual: try Tones.buffer(sine), notes: notes
    ).firstNote
  }

  /// The note is released at 656 ms and can be audible for another half second.
  @Test(arguments: [(1100, true), (1200, false)])
  func longReleasedNoteIsNotAffected(_ milliseconds: Int, _ isHeard: Bool) throws {
    let note = Tones.note(key: 60, at: 256)
    #expect(try noteOfASine(at: milliseconds, among: [note]) == (isHeard ? note : nil))
  }

  @Test func noteWithoutEndSoundsToEnd() throws {
    let endless = SoundNote(start: .zero, end: nil, channel: .number(1), number: 60, velocity: 100)
    #expect(try noteOfASine(at: 1100, among: [endless]) == endless)
  }

  /// For example, a note that isn't released, while another note of the key continues to sound.
  @Test func releasedNoteIsLikelierThanSoundingNote() throws {
    let endless = SoundNote(start: .zero, end: nil, channel: .number(2), number: 60, velocity: 100)
    let letGo = Tones.note(key: 60, at: 368)
    #expect(try noteOfASine(at: 768, among: [endless, letGo]) == letGo)
  }

  @Test func differentTimbreIsNotShift() throws {
    var (expected, actual) = ([Float](repeating: 0, count: 16_000), [Float](repeating: 0, count: 16_000))
    Tones.add(key: 60, at: 256, to: &expected)
    let sine = Tones.sine(550, loudness: 0.08, from: 256, frameCount: 16_000)
    for index in sine.indices { actual[index] += sine[index] }
    let comparison = SoundComparison(
      expected: try Tones.buffer(expected), actual: try Tones.buffer(actual),
      notes: [Tones.note(key: 60, at: 256)])
    #expect(comparison.noteChange == .different)
  }
}
