import MIDICore
import MIDIRecSoak
import Testing

struct StormTests {
  /// The settings of different storms, with a short name.
  struct Variant: CustomTestStringConvertible {
    var testDescription: String
    var settings: StormSettings
  }

  static let variants = [
    Variant(testDescription: "default", settings: StormSettings()),
    Variant(testDescription: "short", settings: StormSettings(messageCount: 10)),
    Variant(testDescription: "long", settings: StormSettings(messageCount: 1000)),
    Variant(testDescription: "illegal", settings: StormSettings(includesIllegal: true)),
    Variant(
      testDescription: "two channels",
      settings: StormSettings(channels: [.number(3), .number(16)])),
    Variant(testDescription: "one channel", settings: StormSettings(channels: [.drums])),
    Variant(
      testDescription: "no controllers, note-offs, and resets",
      settings: StormSettings(excludedKinds: [.controlChange, .noteOff, .systemReset])),
    Variant(
      testDescription: "channels only",
      settings: StormSettings(
        excludedKinds: Set(Message.Kind.allCases.filter { !$0.hasChannel }))),
  ]

  /// Returns the storms of the first seeds, fewer if they are long.
  static func storms(_ settings: StormSettings, messageCount: Int = 30_000) -> [Storm] {
    let count = messageCount / settings.messageCount
    return (0..<UInt64(count)).map { Storm(seed: $0, settings) }
  }

  /// A change of this digest means that seeds in findings and notes of users no longer make the same storms.
  @Test func seedsMakeSameStormsAsEver() {
    let digest = (0..<1000 as Range<UInt64>).reduce(0 as UInt64) { digest, seed in
      digest &* 31 &+ Storm(seed: seed).recording.digest
    }
    #expect(digest == 13_332_392_942_945_709_195)
  }

  @Test func seedsMakeDifferentStorms() {
    let storms = Self.storms(StormSettings())
    #expect(Set(storms.map(\.recording)).count == storms.count)
    #expect(Storm(seed: 7).recording == storms[7].recording)
    #expect(Storm(seed: 7).elements == storms[7].elements)
  }

  @Test(arguments: variants) func stormEndsWithNothingHeld(_ variant: Variant) {
    for storm in Self.storms(variant.settings, messageCount: 200_000) {
      #expect(storm.recording.messages.releasesAfterPanics == [], "seed \(storm.seed)")
    }
  }

  /// Receivers that ignore panics also see a note-off for each note, unless the instrument forgets notes.
  @Test func stormWithoutForgottenNotesReleasesAllNotes() {
    var settings = StormSettings()
    settings.elements.subtract([.forgottenNotes, .panicAtEnd])
    for storm in Self.storms(settings, messageCount: 200_000) {
      var tracker = ReleaseTracker()
      for message in storm.recording.messages { tracker.apply(message) }
      #expect(tracker.isSilent, "seed \(storm.seed)")
    }
  }

  @Test(arguments: variants.filter { !$0.settings.includesIllegal })
  func noteOffHasItsNote(_ variant: Variant) {
    for storm in Self.storms(variant.settings) {
      #expect(storm.recording.strayNoteOffCount == 0, "seed \(storm.seed)")
    }
  }

  @Test(arguments: variants) func stormIsSorted(_ variant: Variant) {
    for storm in Self.storms(variant.settings) {
      #expect(storm.recording.isSorted, "seed \(storm.seed)")
      #expect(storm.recording.messagesInOrder.allSatisfy { $0.time.rawValue % 1000 == 0 })
    }
  }

  @Test(arguments: variants) func stormHasAboutAsManyMessagesAsAskedFor(_ variant: Variant) {
    let storms = Self.storms(variant.settings)
    let counts = storms.map(\.recording.messages.count)
    let mean = counts.reduce(0, +) / counts.count
    let asked = variant.settings.messageCount
    #expect(asked / 2...asked * 2 ~= mean)
    #expect(counts.allSatisfy { $0 > 0 && $0 < asked + 100 })
  }

  @Test(arguments: variants) func stormHasAllowedMessagesOnly(_ variant: Variant) {
    for storm in Self.storms(variant.settings) {
      #expect(storm.recording.channels.isSubset(of: variant.settings.channels), "seed \(storm.seed)")
      let kinds = Set(storm.recording.messages.map(\.kind)).intersection(variant.settings.excludedKinds)
      #expect(kinds.subtracting([.noteOn]) == [], "seed \(storm.seed)")
    }
  }

  @Test func excludingEverythingLeavesNothing() {
    let storm = Storm(seed: 1, StormSettings(excludedKinds: Set(Message.Kind.allCases)))
    #expect(storm.recording.messages == [])
    #expect(storm.elements == [])
  }
}
