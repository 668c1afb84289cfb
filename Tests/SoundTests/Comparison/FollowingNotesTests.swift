import MIDICore
import Sound
import Testing

/// Whether it is the first note alone that is otherwise, or what all notes of its channel are played with.
struct FollowingNotesTests {
  /// Eight notes of channel 1 that begin after the first one is long over.
  private static let following = (0..<8).map { 3000 + 250 * $0 }

  private static func note(at milliseconds: Int, channel: Channel = 0, isEndless: Bool = false) -> SoundNote {
    SoundNote(
      start: .milliseconds(Int64(milliseconds)),
      end: isEndless ? nil : .milliseconds(Int64(milliseconds + 200)), channel: channel, number: 60,
      velocity: 100)
  }

  /// Compares a piece with one in which notes that begin at some times are missing.
  private func comparison(
    without missing: [Int], following: [Int] = following, channel: Channel = 0, isEndless: Bool = false
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

  @Test func oneNoteAloneIsWhatBecameOfIt() throws {
    let comparison = try comparison(without: [500])
    #expect(comparison.noteChange == .missing)
    let following = try #require(comparison.following)
    #expect(following.count == 8 && following.differingCount == 0 && !following.mostlyDiffer)
  }

  @Test(arguments: [(4, false), (5, true), (8, true)])
  func whereMostAreOtherwiseItIsNotTheNote(differingCount: Int, isOtherwise: Bool) throws {
    let comparison = try comparison(without: [500] + Self.following.prefix(differingCount))
    #expect(comparison.noteChange == (isOtherwise ? .different : .missing))
    let following = try #require(comparison.following)
    #expect(following.count == 8 && following.differingCount == differingCount)
    #expect(following.mostlyDiffer == isOtherwise)
  }

  @Test func ofTwoNotesNothingIsConcluded() throws {
    let two = [3000, 4000]
    let comparison = try comparison(without: [500] + two, following: two)
    #expect(comparison.noteChange == .missing)
    #expect(comparison.following?.differingCount == 2)
  }

  @Test func ofThreeNotesItIs() throws {
    let three = [3000, 3500, 4000]
    let comparison = try comparison(without: [500] + three, following: three)
    #expect(comparison.noteChange == .different)
    #expect(comparison.following?.mostlyDiffer == true)
  }

  @Test func onlyNotesOfItsChannelCount() throws {
    let comparison = try comparison(without: [500] + Self.following, channel: 1)
    #expect(comparison.noteChange == .missing)
    #expect(comparison.following?.count == 0)
  }

  /// What begins in the two seconds after the first one's end can sound otherwise for its echo.
  @Test func whatBeginsInItsEchoDoesNotCount() throws {
    let comparison = try comparison(without: [500], following: [600, 2699, 2700, 2701])
    #expect(comparison.following?.count == 2)
  }

  @Test func nothingFollowsANoteWithoutEnd() throws {
    let comparison = try comparison(without: [500] + Self.following, isEndless: true)
    #expect(comparison.following?.count == 0)
  }

  @Test func equalSoundsHaveNone() throws {
    #expect(try comparison(without: []).following == nil)
  }
}
