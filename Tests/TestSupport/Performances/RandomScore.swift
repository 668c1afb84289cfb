/// A random score for two hands in four quarter notes per bar, without unisons.
package struct RandomScore {
  /// A note, whose times are in quarter notes.
  package struct Note: Hashable {
    package var onset: Double
    package var duration: Double
    package var pitch: Int
  }

  /// The notes in order of onset, and then of pitch.
  package private(set) var notes: [Note] = []
  /// The length in quarter notes.
  package let length: Int

  private static let scale = [0, 2, 4, 5, 7, 9, 11]
  private static let beatsPerBar = 4
  private let key: Int
  /// The place of the right hand, in steps of the scale.
  private var place: Int

  /// Creates a score.
  package init(barCount: Int, using generator: inout SeededGenerator) {
    length = barCount * Self.beatsPerBar
    key = .random(in: 0..<12, using: &generator)
    place = .random(in: 35...42, using: &generator)
    for bar in 0..<barCount {
      addRightHand(from: Double(bar * Self.beatsPerBar), using: &generator)
      addLeftHand(from: Double(bar * Self.beatsPerBar), using: &generator)
    }
    var keys: Set<Note> = []
    notes = notes.filter { keys.insert(Note(onset: $0.onset, duration: 0, pitch: $0.pitch)).inserted }
    notes.sort { ($0.onset, $0.pitch) < ($1.onset, $1.pitch) }
  }

  private mutating func add(_ onset: Double, _ duration: Double, _ step: Int) {
    notes.append(Note(onset: onset, duration: duration, pitch: step / 7 * 12 + Self.scale[step % 7] + key))
  }

  private mutating func walk(using generator: inout SeededGenerator) {
    let interval = [-3, -2, -1, -1, 0, 1, 1, 2, 3].randomElement(using: &generator) ?? 0
    place = min(max(place + interval, 35), 49)
  }

  private mutating func addRightHand(from start: Double, using generator: inout SeededGenerator) {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:  // A melody in eighth notes.
      for index in 0..<8 {
        walk(using: &generator)
        add(start + Double(index) / 2, 0.5, place)
      }
    case 1:  // A melody of different lengths, partly in thirds.
      var time = 0.0
      while time < 4 {
        let duration = min([0.25, 0.5, 0.5, 1, 1, 1.5, 2].randomElement(using: &generator) ?? 1, 4 - time)
        walk(using: &generator)
        add(start + time, duration, place)
        if duration >= 1, .random(using: &generator) { add(start + time, duration, place + 2) }
        time += duration
      }
    case 2:  // Scales in sixteenth notes.
      let rises = Bool.random(using: &generator)
      place = rises ? min(place, 37) : max(place, 47)
      for index in 0..<16 {
        add(start + Double(index) / 4, 0.25, place)
        place += (index % 8 < 6) == rises ? 1 : -1
      }
    case 3:  // Repeated chords.
      for index in 0..<8 {
        if index % 4 == 0 { walk(using: &generator) }
        for step in [0, 2, 4] { add(start + Double(index) / 2, 0.4, place + step) }
      }
    case 4:  // Repeated notes in triplets.
      for index in 0..<12 {
        if index % 6 == 0 { walk(using: &generator) }
        add(start + Double(index) / 3, 0.3, place)
      }
    default:  // Long chords.
      for index in 0..<2 {
        walk(using: &generator)
        for step in [0, 2, 4, 7] { add(start + Double(index) * 2, 2, place + step) }
      }
    }
  }

  private mutating func addLeftHand(from start: Double, using generator: inout SeededGenerator) {
    let root = Int.random(in: 21...27, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0:  // An Alberti bass.
      for index in 0..<8 { add(start + Double(index) / 2, 0.5, root + [0, 4, 2, 4][index % 4]) }
    case 1:  // Fifths.
      for index in 0..<2 { for step in [0, 4] { add(start + Double(index * 2), 2, root + step - index) } }
    case 2:  // Octaves.
      for index in 0..<4 {
        for step in [-7, 0] { add(start + Double(index), 1, root + step + [0, 1, 2, 1][index]) }
      }
    case 3:  // Broken chords.
      for index in 0..<8 { add(start + Double(index) / 2, 0.5, root + [0, 2, 4, 6, 7, 6, 4, 2][index]) }
    default: break  // A rest.
    }
  }
}
