internal import Glibc
internal import TestSupport

/// Prints random scores and performances for `Scripts/bench follow`. Equal arguments give equal output.
///
/// ```
/// PerformanceMaker SEED COUNT [BARS]    prints COUNT scores of BARS bars (default: 4 to 24)
/// ```
///
/// Times are in microseconds, and notes are numbered from 0 in order of their lines:
///
/// ```
/// piece SEED
/// score ONSET DURATION PITCH VELOCITY
/// performance ONSET DURATION PITCH VELOCITY
/// match SCORE PERFORMANCE
/// ```
@main
struct PerformanceMaker {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
    guard 2...3 ~= arguments.count, let seed = arguments[0], let count = arguments[1] else { exit(64) }
    for seed in seed..<seed + count {
      var generator = SeededGenerator(seed: seed)
      let barCount = arguments.count > 2 ? Int(arguments[2] ?? 1) : Int.random(in: 4...24, using: &generator)
      let score = RandomScore(barCount: barCount, using: &generator)
      let performance = RandomPerformance(of: score, using: &generator)
      print("piece \(seed)")
      for note in score.notes { say("score", note.onset / 2, note.duration / 2, note.pitch, 64) }
      for note in performance.notes {
        say("performance", note.onset, note.duration, note.pitch, note.velocity)
      }
      for (index, note) in performance.notes.enumerated() {
        if case .note(let expected) = note.role { print("match \(expected) \(index)") }
      }
    }
  }

  private static func say(_ part: String, _ onset: Double, _ duration: Double, _ pitch: Int, _ velocity: Int)
  {
    print("\(part) \(Int(onset * 1e6)) \(Int(duration * 1e6)) \(pitch) \(velocity)")
  }
}
