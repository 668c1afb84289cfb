import MIDICore
import MIDIRecSound
import MIDIRecSynth
import TestSupport
import Testing

/// Pedals hold the right notes, and note-offs end notes. Known defects of other synthesizers must not occur.
@Suite(.enabled(if: TimGM6mb.isThere, "timgm6mb-soundfont is not installed"))
struct PedalTests {
  /// An organ, whose notes don't decay and end soon after their release.
  private static let organ = TimGM6mb.choice(program: 16)

  /// Returns the transitions of notes as text: `100 C4 held`.
  private func events(_ messages: [(milliseconds: Int64, message: Message)]) throws -> [String] {
    var settings = SynthRenderer.Settings.dry
    settings.maxTail = .milliseconds(1)
    let changes = try SynthRenderer(Self.organ, settings: settings).voiceChanges(in: Recording(messages))
    return changes.compactMap { change in
      let milliseconds = change.time.rawValue / 1_000_000
      return switch change.kind {
      case .started: "\(milliseconds) \(change.note) started"
      case .held: "\(milliseconds) \(change.note) held"
      case .released: "\(milliseconds) \(change.note) released"
      case .stolen: "\(milliseconds) \(change.note) stolen"
      case .ended: nil
      }
    }
  }

  /// Returns whether messages have the same audio in every sample.
  private func areAlike(
    _ messages: [(milliseconds: Int64, message: Message)], _ others: [(milliseconds: Int64, message: Message)]
  ) throws -> Bool {
    try SynthRenderer.drySound(Recording(messages), Self.organ)
      == SynthRenderer.drySound(Recording(others), Self.organ)
  }

  @Test func velocity0EndsNote() throws {
    let ended = Recording([(0, .on(60)), (200, .on(60, 0)), (600, .on(72, 0))])
    let letGo = Recording([(0, .on(60)), (200, .off(60)), (600, .off(72))])
    let sound = try SynthRenderer.drySound(ended, Self.organ)
    #expect(try sound == SynthRenderer.drySound(letGo, Self.organ))
    // It is silent soon after, and no note starts at 1 s.
    #expect(try #require(sound.frames(30_000..<sound.frameCount)).peak == 0)
    #expect(try events([(0, .on(60)), (200, .on(60, 0))]) == ["0 C4 started", "200 C4 released"])
  }

  @Test func sustainReleasesOnlyReleasedKeys() throws {
    #expect(
      try events([
        (0, .on(60)), (0, .on(64)), (100, .control(64, 127)), (200, .off(60)), (300, .control(64, 0)),
        (400, .off(64)),
      ]) == [
        "0 C4 started", "0 E4 started", "200 C4 held", "300 C4 released", "400 E4 released",
      ])
    // It sounds as if each key were released with its note.
    let pedal: [(Int64, Message)] = [
      (0, .on(60)), (0, .on(64)), (100, .control(64, 127)), (200, .off(60)), (300, .control(64, 0)),
      (400, .off(64)),
    ]
    #expect(try areAlike(pedal, [(0, .on(60)), (0, .on(64)), (300, .off(60)), (400, .off(64))]))
    #expect(try !areAlike(pedal, [(0, .on(60)), (0, .on(64)), (300, .off(60)), (300, .off(64))]))
  }

  @Test func releasedNoteIsNotHeldByNextPedal() throws {
    #expect(
      try events([
        (0, .on(60)), (100, .control(64, 127)), (200, .off(60)), (300, .control(64, 0)),
        (304, .control(64, 127)),
      ]) == ["0 C4 started", "200 C4 held", "300 C4 released"])
    #expect(
      try areAlike(
        [
          (0, .on(60)), (100, .control(64, 127)), (200, .off(60)), (300, .control(64, 0)),
          (304, .control(64, 127)),
        ],
        [(0, .on(60)), (300, .off(60)), (304, .off(60))]))
  }

  @Test func sustainHoldsNotesStartedWhileDown() throws {
    #expect(
      try events([
        (0, .control(64, 127)), (100, .on(60)), (200, .off(60)), (300, .on(62)), (400, .control(64, 0)),
        (500, .off(62)),
      ]) == [
        "100 C4 started", "200 C4 held", "300 D4 started", "400 C4 released", "500 D4 released",
      ])
  }

  @Test(arguments: [(63, false), (64, true)] as [(UInt7, Bool)])
  func sustainIsDownFrom64(value: UInt7, isDown: Bool) throws {
    let events = try events([(0, .control(64, value)), (0, .on(60)), (100, .off(60))])
    #expect(events.last == (isDown ? "100 C4 held" : "100 C4 released"))
  }

  @Test func sostenutoHoldsOnlyKeysThatWereDown() throws {
    #expect(
      try events([
        (0, .on(60)), (100, .control(66, 127)), (200, .on(64)), (300, .off(60)), (300, .off(64)),
        (400, .control(66, 0)),
      ]) == [
        "0 C4 started", "200 E4 started", "300 C4 held", "300 E4 released", "400 C4 released",
      ])
    #expect(
      try areAlike(
        [
          (0, .on(60)), (100, .control(66, 127)), (200, .on(64)), (300, .off(60)), (300, .off(64)),
          (400, .control(66, 0)),
        ], [(0, .on(60)), (200, .on(64)), (300, .off(64)), (400, .off(60))]))
  }

  /// A pedal that sends its whole way.
  @Test func sostenutoCapturesOnlyAt64() throws {
    let pedal: [(Int64, Message)] = [
      (0, .on(60)), (100, .control(66, 70)), (150, .control(66, 100)), (200, .on(64)),
      (250, .control(66, 127)),
      (300, .off(60)), (350, .off(64)), (500, .control(66, 64)), (700, .control(66, 63)),
      (800, .on(67)), (820, .control(66, 90)), (850, .off(67)), (900, .control(66, 0)),
    ]
    #expect(
      try events(pedal) == [
        "0 C4 started", "200 E4 started", "300 C4 held", "350 E4 released", "700 C4 released",
        "800 G4 started",
        "850 G4 held", "900 G4 released",
      ])
    let once: [(Int64, Message)] = [
      (0, .on(60)), (200, .on(64)), (350, .off(64)), (700, .off(60)), (800, .on(67)), (900, .off(67)),
    ]
    #expect(try areAlike(pedal, once))
  }

  @Test(arguments: [65, 67, 68, 69] as [Controller])
  func otherPedalsHoldNoNotes(pedal: Controller) throws {
    let events = try events([(0, .control(pedal, 127)), (0, .on(60)), (100, .off(60))])
    #expect(events == ["0 C4 started", "100 C4 released"])
    #expect(
      try areAlike(
        [(0, .control(pedal, 127)), (0, .on(60)), (100, .off(60))], [(0, .on(60)), (100, .off(60))]))
  }

  @Test func allNotesOffRespectsPedal() throws {
    #expect(
      try events([
        (0, .control(64, 127)), (0, .on(60)), (100, .control(.allNotesOff, 0)), (200, .control(64, 0)),
      ]) == ["0 C4 started", "100 C4 held", "200 C4 released"])
  }

  @Test func controllerResetReleasesPedals() throws {
    #expect(
      try events([
        (0, .control(64, 127)), (0, .on(60)), (100, .off(60)), (200, .control(.resetAllControllers, 0)),
      ]) == ["0 C4 started", "100 C4 held", "200 C4 released"])
  }

  @Test func allSoundOffSilencesAtOnce() throws {
    let sound = try SynthRenderer.drySound(
      Recording([(0, .on(60)), (100, .control(.allSoundOff, 0)), (200, .off(60))]), Self.organ)
    let after = 100 * 48 + 64..<200 * 48
    #expect(try #require(sound.frames(after)).peak == 0)
  }

  /// The checks above detect the defects: each defect in the recording changes the result.
  @Test func defectsAreDetected() throws {
    // Releasing the pedal releases all notes, as if both keys were released.
    let correct = try events([
      (0, .on(60)), (0, .on(64)), (100, .control(64, 127)), (200, .off(60)), (300, .control(64, 0)),
      (400, .off(64)),
    ])
    let defective = try events([
      (0, .on(60)), (0, .on(64)), (100, .control(64, 127)), (200, .off(60)), (300, .control(64, 0)),
      (300, .off(64)),
    ])
    #expect(correct != defective)
    // Velocity 0 starts a note, as if it had velocity 1.
    let wrong = Recording([(0, .on(60)), (200, .on(60, 1)), (600, .on(72, 1))])
    let sound = try SynthRenderer.drySound(wrong, Self.organ)
    #expect(try #require(sound.frames(30_000..<sound.frameCount)).peak > 0)
  }
}
