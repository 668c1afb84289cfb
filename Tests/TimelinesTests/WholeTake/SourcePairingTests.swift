import MIDICore
import TestSupport
import Testing
import Timelines

/// Takes whose sources belong together by their content.
@Suite struct SourcePairingTests {
  private typealias Notes = [(Int64, Message)]

  /// Returns random notes on a channel.
  private static func part(_ seed: UInt64, count: Int = 20, _ range: ClosedRange<UInt8>) -> Notes {
    var generator = SeededGenerator(seed: seed)
    var time: Int64 = 0
    return (0..<count).flatMap { _ in
      time += Int64.random(in: 120...400, using: &generator)
      return Compared.note(
        NoteNumber(masking: .random(in: range, using: &generator)), time, time + 100,
        channel: Channel(masking: UInt8(seed)))
    }
  }

  private static let left = part(1, 36...59)
  private static let right = part(2, count: 40, 60...84)
  private static let drums = part(3, count: 3, 30...40)

  private func transposed(_ notes: Notes, by semitones: UInt8) -> Notes {
    notes.map { time, message in
      switch message {
      case .noteOn(let channel, let note, let velocity):
        (time, Played.on(NoteNumber(masking: note.rawValue + semitones), velocity, channel: channel))
      case .noteOff(let channel, let note, let velocity):
        (time, Played.off(NoteNumber(masking: note.rawValue + semitones), velocity, channel: channel))
      default: (time, message)
      }
    }
  }

  private func kinds(_ expected: Performance, _ actual: Performance) -> [[Difference.Kind]] {
    Comparison(expected: expected, actual: actual).kinds
  }

  @Test(arguments: ["left", "right", "drums", "setup", "", "Piece"])
  func tracksEqualTheirMergedTrackOfAnyName(name: String) {
    let setup: Notes = [(0, .systemReset), (0, Played.control(7, 90, channel: .number(6)))]
    let tracks = Compared.performance([
      ("setup", setup), ("left", Self.left), ("right", Self.right), ("drums", Self.drums),
    ])
    let merged = Compared.performance([(name, setup + Self.left + Self.right + Self.drums)])
    #expect(kinds(tracks, merged).isEmpty)
    #expect(kinds(merged, tracks).isEmpty)
  }

  @Test func changedNoteOfAMergedTrackIsFound() {
    let tracks = Compared.performance([("left", Self.left), ("right", Self.right)])
    var notes = Self.left + Self.right
    notes[0].1 = Played.on(99, channel: .number(2))
    notes[1].1 = Played.off(99, channel: .number(2))
    #expect(kinds(tracks, Compared.performance([("left", notes)])) == [[.wrongPitch]])
  }

  @Test func transpositionOfAMergedTrackIsReportedOnce() {
    let tracks = Compared.performance([("left", Self.left), ("right", Self.right)])
    let merged = Compared.performance([("right", transposed(Self.left + Self.right, by: 3))])
    #expect(kinds(tracks, merged) == [[.transposed]])
  }

  @Test func exchangedSourcesAreReported() {
    let expected = Compared.performance([("left", Self.left), ("right", Self.right), ("drums", Self.drums)])
    func differences(_ names: [String]) -> [Difference] {
      let parts = [Self.left, Self.right, Self.drums]
      return Comparison(expected: expected, actual: Compared.performance(Array(zip(names, parts))))
        .differences
    }
    #expect(
      differences(["right", "left", "drums"]) == [
        .take(.sourceExchanged(0, with: "right")), .take(.sourceExchanged(1, with: "left")),
      ])
    #expect(
      differences(["right", "drums", "left"]) == [
        .take(.sourceExchanged(0, with: "right")), .take(.sourceExchanged(1, with: "drums")),
        .take(.sourceExchanged(2, with: "left")),
      ])
    for names in [["A", "B", "C"], ["", "", ""], ["drums", "B", "C"], ["left", "left", "right"]] {
      #expect(differences(names) == [])
    }
  }

  @Test func velocityDecidesBetweenEqualKeys() {
    let soft: Notes = Self.left.map { time, message in
      if case .noteOn(let channel, let note, _) = message {
        (time, Played.on(note, 30, channel: channel))
      } else {
        (time, message)
      }
    }
    func take(_ parts: [Notes]) -> Performance {
      Performance(
        Recording(
          tracks: parts.enumerated().map { port, notes in
            Recording.Track(
              name: "", port: port,
              messages: notes.map { TimedMessage(time: .milliseconds($0), message: $1) })
          }))
    }
    #expect(kinds(take([Self.left, soft]), take([soft, Self.left])).isEmpty)
  }

  @Test func nameDecidesBetweenEqualContent() {
    let expected = Compared.performance([("left", Self.left), ("right", Self.right)])
    for tracks in [["copy", "left"], ["left", "copy"]] {
      let actual = Compared.performance(tracks.map { ($0, Self.left) } + [("right", Self.right)])
      let comparison = Comparison(expected: expected, actual: actual)
      #expect(comparison.differences == [.take(.sourceDoubled(0, copy: "copy"))])
    }
  }

  @Test func missingSourceIsReportedOnceAndAnUnrelatedOneNotPaired() {
    let expected = Compared.performance([("left", Self.left), ("right", Self.right)])
    let comparison = Comparison(expected: expected, actual: Compared.performance([("left", Self.left)]))
    #expect(comparison.differences == [.take(.sourceMissing(1))])
    let other = Compared.performance([("left", Self.left), ("right", Self.part(9, 60...84))])
    #expect(!kinds(expected, other).isEmpty)
  }

  @Test func noteOfAnotherSourceIsADifference() {
    let expected = Compared.performance([("left", Self.left), ("right", Self.right)])
    let actual = Compared.performance([
      ("left", Array(Self.left.dropFirst(2))), ("right", Array(Self.left.prefix(2)) + Self.right),
    ])
    #expect(kinds(expected, actual) == [[.missing], [.extra]])
  }
}
