import Following
import Foundation
import MIDICore
import MIDIFiles
import TestSupport
import Testing
import Timelines

/// Random transcriptions, evaluated by midirec and by mir_eval.
@Suite(.enabled(if: TestEnvironment.hasPeers, "MIDIREC_PEER_PYTHON names no Python: see Scripts/test"))
struct MirEvalAgreementTests {
  @Test func metricsOfRandomTranscriptionsEqualMirEval() async throws {
    let cases = (0..<200).map { randomCase(seed: $0) }
    let scores = try await TranscriptionCase.mirEvalScores(of: cases)
    for (seed, (pair, score)) in zip(cases, scores).enumerated() {
      #expect(score.disagreements(with: pair.metrics) == [], "seed \(seed)")
    }
  }

  @Test func metricsOfWholeTakeChangesAreThoseOfTheUnalteredTakes() async throws {
    let expected = WholeTakeChange.take
    let comparisons = WholeTakeChange.all.map { change in
      Comparison(expected: Performance(expected), actual: Performance(change.applied(expected)))
    }
    let cases = comparisons.map {
      TranscriptionCase(expected: $0.given.transcription, actual: $0.actual.transcription)
    }
    let scores = try await TranscriptionCase.mirEvalScores(of: cases)
    for ((change, comparison), score) in zip(zip(WholeTakeChange.all, comparisons), scores) {
      let isReportedOnce = comparison.differences.contains {
        if case .take = $0 { true } else { false }
      }
      #expect(isReportedOnce, "\(change.name)")
      #expect(score.disagreements(with: comparison.metrics) == [], "\(change.name)")
    }
  }

  @Test func metricsOfWildTakesEqualMirEval() async throws {
    let comparisons = WildTake.seeds.prefix(Self.wildTakeCount).compactMap { seed in
      wildComparison(seed: seed).map { (seed, $0) }
    }
    let cases = comparisons.map {
      TranscriptionCase(expected: $0.1.given.transcription, actual: $0.1.actual.transcription)
    }
    let scores = try await TranscriptionCase.mirEvalScores(of: cases)
    for ((seed, comparison), score) in zip(comparisons, scores) {
      #expect(score.disagreements(with: comparison.metrics) == [], "MIDIREC_SEED=\(seed)")
    }
  }

  /// The number of wild takes, because mir_eval takes milliseconds for each.
  private static let wildTakeCount = TestEnvironment.isFull ? 20_000 : 1000

  /// Returns the comparison of a wild take with itself after changes.
  ///
  /// It is `nil` for a take of several pieces, or with notes without length, which mir_eval rejects.
  private func wildComparison(seed: UInt64) -> Comparison? {
    guard let recording = try? MIDIFile.decode(WildTake(seed: seed).bytes).file.recording() else {
      return nil
    }
    var generator = SeededGenerator(seed: seed)
    let semitones = [0, 0, 1, -12].randomElement(using: &generator) ?? 0
    let losses = [0, 0, 10, 50].randomElement(using: &generator) ?? 0
    let reach = [0, 0, 30, 80].randomElement(using: &generator) ?? 0
    var changed = recording.transposed(by: semitones).recording
    for track in changed.tracks.indices {
      changed.tracks[track].messages = changed.tracks[track].messages.filter { _ in
        Int.random(in: 0..<100, using: &generator) >= losses
      }.map { timed in
        let shift = Nanoseconds.milliseconds(Int64.random(in: 0...Int64(reach), using: &generator))
        return TimedMessage(time: timed.time + shift, message: timed.message)
      }.sorted { $0.time < $1.time }
    }
    let comparison = Comparison(expected: Performance(recording), actual: Performance(changed))
    let notes = comparison.given.transcription + comparison.actual.transcription
    return notes.allSatisfy { $0.offset > $0.onset } ? comparison : nil
  }

  /// Returns up to 80 notes in up to 4 seconds, in any order.
  ///
  /// The notes have few pitches on a grid of 5 ms, so that many are equal, many distances equal the tolerance, and many
  /// maximum pairings exist.
  private func randomCase(seed: UInt64) -> TranscriptionCase {
    var generator = SeededGenerator(seed: seed)
    let slots = Int.random(in: 4...800, using: &generator)
    let pitches = Int.random(in: 1...6, using: &generator)
    func notes() -> [[Double]] {
      (0..<Int.random(in: 0...80, using: &generator)).map { _ in
        let onset = Int.random(in: 0..<slots, using: &generator)
        let length = Int.random(in: 1...120, using: &generator)
        // Not 50 cents, because logarithms are rounded differently on other systems.
        let detuning = [-51, -49, -25, 0, 0, 25, 49, 51].randomElement(using: &generator) ?? 0
        let cents = Double(Int.random(in: 0..<pitches, using: &generator) * 100 + detuning)
        return [Double(onset) / 200, Double(onset + length) / 200, 220 * exp2(cents / 1200)]
      }
    }
    let expected = notes()
    // Every second case is a performance of the same notes: each deviates slightly, some are missing, and the order
    // differs.
    guard seed % 2 == 0 else { return TranscriptionCase(expected: expected, actual: notes()) }
    let actual = expected.filter { _ in Int.random(in: 0..<5, using: &generator) > 0 }.map { note in
      let shift = Double(Int.random(in: -12...12, using: &generator)) / 200
      let onset = max(0, note[0] + shift)
      return [onset, max(onset + 0.005, note[1] + shift * 2), note[2]]
    }
    return TranscriptionCase(expected: expected, actual: actual.shuffled(using: &generator))
  }
}

/// A change of a whole take.
private struct WholeTakeChange: Sendable {
  let name: String
  let applied: @Sendable (Recording) -> Recording

  /// Twenty notes of a left hand, and forty of a right hand, with different rhythms.
  static let take: Recording = {
    var generator = SeededGenerator(seed: 3)
    return Recording(
      tracks: [("left", 20, 500, UInt8(40)...59), ("right", 40, 250, UInt8(60)...84)].map {
        name, count, beat, range in
        var track = Recording.Track(name: name)
        for index in 0..<count {
          let onset = Nanoseconds.milliseconds(Int64(index * beat))
          let number = NoteNumber(masking: UInt8.random(in: range, using: &generator))
          let velocity = UInt7(masking: UInt8.random(in: 30...90, using: &generator))
          let end = onset + .milliseconds(Int64(beat * 4 / 5))
          track.messages.append(
            TimedMessage(time: onset, message: .noteOn(channel: .number(1), note: number, velocity: velocity))
          )
          track.messages.append(
            TimedMessage(time: end, message: .noteOff(channel: .number(1), note: number, velocity: 64)))
        }
        return track
      })
  }()

  static let all = [
    WholeTakeChange(name: "a semitone higher") { $0.notes { (0, $1 + 1, $2) } },
    WholeTakeChange(name: "right hand an octave lower") { $0.notes { (0, $0 == 1 ? $1 - 12 : $1, $2) } },
    WholeTakeChange(name: "other channel") { $0.notes { (4, $1, $2) } },
    WholeTakeChange(name: "higher on another channel") { $0.notes { (9, $1 + 3, $2) } },
    WholeTakeChange(name: "louder") { $0.notes { (0, $1, $2 + 20) } },
    WholeTakeChange(name: "slower") { $0.times { $0 + Nanoseconds(rawValue: $0.rawValue / 8) } },
    WholeTakeChange(name: "slower and higher") {
      $0.times { $0 + Nanoseconds(rawValue: $0.rawValue / 8) }.notes { (0, $1 + 2, $2) }
    },
    WholeTakeChange(name: "only the left hand") { Recording(tracks: [$0.tracks[0]]) },
    WholeTakeChange(name: "only the right hand") { Recording(tracks: [$0.tracks[1]]) },
    WholeTakeChange(name: "left hand twice") { take in
      var copy = take.tracks[0]
      copy.name = "copy"
      return Recording(tracks: take.tracks + [copy])
    },
  ]
}

extension Recording {
  /// Returns the recording with changed channels, numbers, and velocities of its notes.
  fileprivate func notes(
    _ change: (_ track: Int, _ number: UInt8, _ velocity: UInt8) -> (channel: UInt8, UInt8, UInt8)
  ) -> Recording {
    var recording = self
    for track in tracks.indices {
      for index in tracks[track].messages.indices {
        switch tracks[track].messages[index].message {
        case .noteOn(_, let note, let velocity):
          let (channel, number, loudness) = change(track, note.rawValue, velocity.rawValue)
          recording.tracks[track].messages[index].message = .noteOn(
            channel: Channel(masking: channel), note: NoteNumber(masking: number),
            velocity: UInt7(masking: loudness))
        case .noteOff(_, let note, let velocity):
          let (channel, number, _) = change(track, note.rawValue, 0)
          recording.tracks[track].messages[index].message = .noteOff(
            channel: Channel(masking: channel), note: NoteNumber(masking: number), velocity: velocity)
        default: break
        }
      }
    }
    return recording
  }

  /// Returns the recording with changed times.
  fileprivate func times(_ change: (Nanoseconds) -> Nanoseconds) -> Recording {
    var recording = self
    for track in tracks.indices {
      for index in tracks[track].messages.indices {
        recording.tracks[track].messages[index].time = change(tracks[track].messages[index].time)
      }
    }
    return recording
  }
}
