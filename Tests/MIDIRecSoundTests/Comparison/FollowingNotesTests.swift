import MIDICore
import MIDIRecSound
import Testing

/// The distinction between a single changed note and a change of all notes on its channel.
struct FollowingNotesTests {
  /// Eight notes of channel 1 that start long after the end of the first note.
  private static let following = (0..<8).map { 3000 + 250 * $0 }

  private static func note(at milliseconds: Int, channel: Channel = .number(1), isEndless: Bool = false)
    -> SoundNote
  {
    SoundNote(
      start: .milliseconds(Int64(milliseconds)),
      end: isEndless ? nil : .milliseconds(Int64(milliseconds + 200)), channel: channel, number: 60,
      velocity: 100)
  }

  /// Compares a piece with one without the notes at some times.
  private func comparison(
    without missing: [Int], following: [Int] = following, channel: Channel = .number(1),
    isEndless: Bool = false
  ) throws -> SoundComparison {
    let times = [500] + following
    func sound(_ times: [Int]) throws -> AudioBuffer {
      var samples = [Float](repeating: 0, count: 6 * Tones.rate)
      for time in times { Tones.add(key: 60, at: time, lastingMilliseconds: 200, to: &samples) }
      return try Tones.buffer(samples)
    }
    let notes =
      [Self.note(at: 500, isEndless: isEndless)] + following.map { Self.note(at: $0, channel: channel) }
    return SoundComparison(
      expected: try sound(times), actual: try sound(times.filter { !missing.contains($0) }), notes: notes)
  }

  @Test func singleNoteHasOwnChange() throws {
    let comparison = try comparison(without: [500])
    #expect(comparison.noteChange == .missing)
    let following = try #require(comparison.following)
    #expect(following.count == 8 && following.differingCount == 0 && !following.mostlyDiffer)
  }

  @Test(arguments: [(4, false), (5, true), (8, true)])
  func mostlyDifferentNotesOverrideNoteChange(differingCount: Int, isOtherwise: Bool) throws {
    let comparison = try comparison(without: [500] + Self.following.prefix(differingCount))
    #expect(comparison.noteChange == (isOtherwise ? .different : .missing))
    let following = try #require(comparison.following)
    #expect(following.count == 8 && following.differingCount == differingCount)
    #expect(following.mostlyDiffer == isOtherwise)
  }

  @Test func twoNotesAreTooFew() throws {
    let two = [3000, 4000]
    let comparison = try comparison(without: [500] + two, following: two)
    #expect(comparison.noteChange == .missing)
    #expect(comparison.following?.differingCount == 2)
  }

  @Test func threeNotesAreEnough() throws {
    let three = [3000, 3500, 4000]
    let comparison = try comparison(without: [500] + three, following: three)
    #expect(comparison.noteChange == .different)
    #expect(comparison.following?.mostlyDiffer == true)
  }

  @Test func onlyNotesOfChannelCount() throws {
    let comparison = try comparison(without: [500] + Self.following, channel: .number(2))
    #expect(comparison.noteChange == .missing)
    #expect(comparison.following?.count == 0)
  }

  /// Notes within two seconds after the first one's end can differ because of its decay.
  @Test func notesDuringDecayDoNotCount() throws {
    let comparison = try comparison(without: [500], following: [600, 2699, 2700, 2701])
    #expect(comparison.following?.count == 2)
  }

  @Test func noteWithoutEndHasNoFollowingNotes() throws {
    let comparison = try comparison(without: [500] + Self.following, isEndless: true)
    #expect(comparison.following?.count == 0)
  }

  @Test func equalAudioHasNoFollowingNotes() throws {
    #expect(try comparison(without: []).following == nil)
  }
}
