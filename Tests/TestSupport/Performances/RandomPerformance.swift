/// A random performance of a score by a musician, with the truth about each note.
///
/// The tempo breathes and jumps by factors up to four, and there are pauses. The notes of a chord don't start together,
/// some chords are rolled, and the hands are apart. There are trills, grace notes, and mistakes.
///
/// No mistake is undecidable. Extra and wrong notes have pitches that the score doesn't have nearby. A note that the
/// score repeats is missing only where the tempo is steady, because only the times identify the missing note.
package struct RandomPerformance {
  /// A played note.
  package struct Note {
    /// The onset in seconds.
    package var onset: Double
    /// The duration in seconds.
    package var duration: Double
    package var pitch: Int
    package var velocity: Int
    package var role: Role
  }

  /// The relation of a played note to the score, whose notes are given as indices.
  package enum Role: Hashable {
    case note(Int)
    case wrongPitch(Int)
    /// A note of a trill, or a grace note.
    case ornament(Int)
    case extra
  }

  private enum Mistake: CaseIterable {
    case missing, wrongPitch
  }

  /// The notes in order of their onsets.
  package private(set) var notes: [Note] = []
  /// The missing notes of the score, in order.
  package private(set) var missing: [Int] = []

  /// The number of sudden changes of tempo, by a factor from two to four.
  package private(set) var tempoJumpCount = 0

  private let score: RandomScore
  /// The time of each beat in seconds.
  private var beats: [Double] = [0]
  /// The length of each beat in seconds, without the pause after it.
  private var lengths: [Double] = []
  /// The beats at which the tempo jumps or pauses, or isn't known yet.
  private var unsteadyBeats: Set<Int> = [0]
  private var onsets: [Double] = []
  private var mistakes: [Int: Mistake] = [:]

  /// Plays a score.
  ///
  /// - Parameter mistakeRate: The most mistakes of each kind per note.
  package init(of score: RandomScore, mistakeRate: Double = 0.025, using generator: inout SeededGenerator) {
    self.score = score
    makeTempo(using: &generator)
    onsets = score.notes.map { time(of: $0.onset) }
    let most = max(1, Int(Double(score.notes.count) * mistakeRate))
    for _ in 0..<Int.random(in: 0...most, using: &generator) {
      let note = Int.random(in: score.notes.indices, using: &generator)
      let mistake = Mistake.allCases.randomElement(using: &generator)
      if !isUndecidable(note) { mistakes[note] = mistake }
    }
    play(using: &generator)
    for _ in 0..<Int.random(in: 0...max(1, most / 2), using: &generator) { addExtra(using: &generator) }
    notes.sort { ($0.onset, $0.pitch) < ($1.onset, $1.pitch) }
    let first = notes.first?.onset ?? 0
    for index in notes.indices { notes[index].onset += 0.5 - first }
  }

  private mutating func makeTempo(using generator: inout SeededGenerator) {
    var beatLength = Double.random(in: 0.35...0.9, using: &generator)
    var rubato = 1.0
    for beat in 0..<score.length {
      rubato = min(max(rubato * .random(in: 0.93...1.075, using: &generator), 0.75), 1.35)
      if beat > 4, .random(in: 0...1, using: &generator) < 0.03 {
        let factor: Double = [0.25, 1 / 3, 0.5, 2, 3, 4].randomElement(using: &generator) ?? 1
        if 0.2...2.5 ~= beatLength * factor {
          beatLength *= factor
          unsteadyBeats.insert(beat)
          tempoJumpCount += 1
        }
      }
      lengths.append(beatLength * rubato)
      var pause = 0.0
      if .random(in: 0...1, using: &generator) < 0.01 {
        pause = .random(in: 0.5...3, using: &generator)
        unsteadyBeats.formUnion([beat, beat + 1])
      }
      beats.append(beats[beat] + lengths[beat] + pause)
    }
  }

  /// Returns the time of a position in quarter notes.
  private func time(of position: Double) -> Double {
    let beat = min(Int(position), score.length - 1)
    return beats[beat] + (position - Double(beat)) * lengths[beat]
  }

  /// Returns whether a missing note could as well be an equal note nearby, because the tempo isn't steady.
  private func isUndecidable(_ index: Int) -> Bool {
    let note = score.notes[index]
    let hasTwin = score.notes.contains {
      $0.pitch == note.pitch && $0.onset != note.onset && abs($0.onset - note.onset) <= 2
    }
    let beat = Int(note.onset)
    return hasTwin && (beat - 4...beat + 4).contains { unsteadyBeats.contains($0) }
  }

  /// Returns whether the score doesn't have a pitch near a time and a position.
  private func isFree(_ pitch: Int, _ time: Double, _ position: Double) -> Bool {
    !score.notes.indices.contains {
      score.notes[$0].pitch == pitch
        && (abs(onsets[$0] - time) < 1.5 || abs(score.notes[$0].onset - position) <= 2)
    }
  }

  private mutating func play(using generator: inout SeededGenerator) {
    let jitter = Double.random(in: 0.002...0.012, using: &generator)
    let lag = Double.random(in: -0.02...0.02, using: &generator)
    var start = 0
    while start < score.notes.count {
      let end = score.notes[start...].firstIndex { $0.onset > score.notes[start].onset } ?? score.notes.count
      let room = end < score.notes.count ? onsets[end] - onsets[start] : 1
      let isRolled = end - start >= 3 && .random(in: 0...1, using: &generator) < 0.1
      let roll =
        isRolled ? min(.random(in: 0.02...0.06, using: &generator), room * 0.5 / Double(end - start)) : 0
      for index in start..<end {
        var deviation = 0.0
        for _ in 0..<12 { deviation += .random(in: -0.5...0.5, using: &generator) }
        var onset = onsets[index] + deviation * min(jitter, room * 0.08) + roll * Double(index - start)
        if score.notes[index].pitch < 60 { onset += lag * min(1, room / 0.2) }
        play(index, at: onset, isHighest: index + 1 == end, room, using: &generator)
      }
      start = end
    }
  }

  private mutating func play(
    _ index: Int, at onset: Double, isHighest: Bool, _ room: Double, using generator: inout SeededGenerator
  ) {
    let note = score.notes[index]
    switch mistakes[index] {
    case .missing: return missing.append(index)
    case .wrongPitch:
      let intervals = [-2, -1, 1, 2].shuffled(using: &generator)
      if let interval = intervals.first(where: { isFree(note.pitch + $0, onset, note.onset) }) {
        return add(onset, 0.2, note.pitch + interval, .wrongPitch(index), using: &generator)
      }
    case nil: break
    }
    let duration = time(of: min(note.onset + note.duration, Double(score.length))) - onset
    add(onset, max(duration, 0.05), note.pitch, .note(index), using: &generator)
    guard isHighest else { return }
    let interval = [1, 2].randomElement(using: &generator) ?? 1
    if duration > 0.7, .random(in: 0...1, using: &generator) < 0.1, hasRoom(index, interval, onset, duration)
    {
      var (time, count) = (onset, 1)
      while time < onset + duration * 0.8 {
        time += .random(in: 0.06...0.11, using: &generator)
        add(time, 0.06, note.pitch + (count % 2 == 1 ? interval : 0), .ornament(index), using: &generator)
        count += 1
      }
    } else if index > 0, room > 0.25, onset - onsets[index - 1] > 0.25,
      isFree(note.pitch + interval, onset, note.onset),
      .random(in: 0...1, using: &generator) < 0.03
    {
      let time = onset - .random(in: 0.05...0.09, using: &generator)
      add(time, 0.06, note.pitch + interval, .ornament(index), using: &generator)
    }
  }

  /// Returns whether a trill has no other notes of its pitches nearby.
  private func hasRoom(_ index: Int, _ interval: Int, _ onset: Double, _ duration: Double) -> Bool {
    let pitches = score.notes[index].pitch...score.notes[index].pitch + interval
    let position = score.notes[index].onset
    return !score.notes.indices.contains { other in
      other != index && pitches.contains(score.notes[other].pitch)
        && (onset - 1...onset + duration + 1 ~= onsets[other]
          || position - 2...position + score.notes[index].duration + 2 ~= score.notes[other].onset)
    }
  }

  private mutating func addExtra(using generator: inout SeededGenerator) {
    let near = Int.random(in: score.notes.indices, using: &generator)
    let time = onsets[near] + .random(in: -0.05...0.2, using: &generator)
    let pitch = score.notes[near].pitch + .random(in: -6...6, using: &generator)
    guard isFree(pitch, time, score.notes[near].onset) else { return }
    add(time, 0.1, pitch, .extra, using: &generator)
  }

  private mutating func add(
    _ onset: Double, _ duration: Double, _ pitch: Int, _ role: Role, using generator: inout SeededGenerator
  ) {
    notes.append(
      Note(
        onset: onset, duration: duration, pitch: pitch, velocity: .random(in: 40...90, using: &generator),
        role: role))
  }
}
