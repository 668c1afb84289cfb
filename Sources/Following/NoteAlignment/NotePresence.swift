internal import MIDICore
internal import Timelines

/// The number of expected notes that are played, by part and pitch.
struct NotePresence {
  private typealias Line = NoteAlignment.Line

  /// The number of notes of each pitch that the passages reach, and the number of played ones among them.
  private var counts: [Line: (all: [Float], played: [Float])] = [:]

  /// The farthest pitch that says something about another pitch, in semitones.
  private static let reach = 6
  /// The number of notes of the whole take that count as notes of a pitch.
  private static let prior: Float = 2

  /// Counts the notes that passages reach.
  init(_ notes: [Note], _ passages: [NoteAlignment.Passage]) {
    let (isPlayed, isReached) = (passages.isPlayed(of: notes.count), passages.isReached(of: notes.count))
    for (index, note) in notes.enumerated() where isReached[index] {
      let none = [Float](repeating: 0, count: 128)
      counts[note.line, default: (none, none)].all[Int(note.number.rawValue)] += 1
      if isPlayed[index] { counts[note.line]?.played[Int(note.number.rawValue)] += 1 }
    }
  }

  /// Returns the probability that each note is played.
  func probabilities(of notes: [Note]) -> [Float] {
    let (all, played) = counts.values.reduce((Float(0), Float(0))) {
      ($0.0 + $1.all.reduce(0, +), $0.1 + $1.played.reduce(0, +))
    }
    let mean = all > 0 ? played / all : 1
    let rates = counts.mapValues { counts in
      (0..<128).map { pitch in
        var (all, played) = (Self.prior, Self.prior * mean)
        for other in max(0, pitch - Self.reach)...min(127, pitch + Self.reach) {
          let weight = 1 - Float(abs(other - pitch)) / Float(Self.reach + 1)
          all += weight * counts.all[other]
          played += weight * counts.played[other]
        }
        return played / all
      }
    }
    return notes.map { rates[$0.line]?[Int($0.number.rawValue)] ?? mean }
  }
}

extension [NoteAlignment.Passage] {
  /// Returns whether each expected note is played.
  ///
  /// - Parameter count: The number of expected notes.
  func isPlayed(of count: Int) -> [Bool] {
    var isPlayed = [Bool](repeating: false, count: count)
    for match in lazy.flatMap(\.matches) { isPlayed[match.expected] = true }
    return isPlayed
  }

  /// Returns whether each expected note, or a note in unison with it, is played.
  func isPlayedInUnison(of notes: [Note]) -> [Bool] {
    var isPlayed = isPlayed(of: notes.count)
    var start = 0
    while start < notes.count {
      let end = notes[start...].firstIndex { $0.onset != notes[start].onset } ?? notes.count
      if end - start > 1 {
        var played = PitchSet()
        for note in start..<end where isPlayed[note] { played.insert(notes[note].number) }
        for note in start..<end where played.contains(notes[note].number) { isPlayed[note] = true }
      }
      start = end
    }
    return isPlayed
  }

  /// Returns whether each expected note is in a passage.
  ///
  /// - Parameter count: The number of expected notes.
  func isReached(of count: Int) -> [Bool] {
    var isReached = [Bool](repeating: false, count: count)
    for passage in self { for note in passage.expected { isReached[note] = true } }
    return isReached
  }

  /// The number of matches in all passages.
  var matchCount: Int { reduce(0) { $0 + $1.matches.count } }
}

extension Note {
  /// The source and the channel.
  var line: NoteAlignment.Line { .init(source: source, channel: channel) }
}
