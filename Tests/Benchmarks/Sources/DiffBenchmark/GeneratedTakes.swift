import MIDICore
import Measuring
import Timelines

/// A reproducible pair of an expected and an actual take of any size.
struct GeneratedTakes {
  /// The kind of the takes.
  enum Shape: String {
    /// Music: a hundred notes per second on 88 keys. All deviate slightly. Of each thousand, one is missing, one is
    /// extra, one is late, and one has a different pitch.
    case music
    /// Music on five channels: all notes deviate by up to 2 ms, one of a hundred is missing, and one of a hundred is
    /// extra.
    case performed
    /// Notes on one key, a microsecond apart and equally long, each off by up to 4 ms, so that thousands are within one
    /// tolerance.
    case crowd
    /// Two unrelated takes.
    case strangers
  }

  /// The start in microseconds, late enough that no note starts before 0, which mir_eval rejects.
  private static let start: Int64 = 1_000_000

  let expected: Performance
  let actual: Performance

  init(_ shape: Shape, count: Int) {
    var random = Numbers()
    switch shape {
    case .music:
      let notes = (0..<count).map { Self.note(at: Self.start + Int64($0) * 10_000, &random) }
      expected = Self.performance(notes)
      actual = Self.performance(notes.indices.flatMap { Self.played(notes[$0], index: $0, &random) })
    case .performed:
      let notes = (0..<count).map {
        Self.note(at: Self.start + Int64($0) * 10_000, channel: Int(random.below(5)), &random)
      }
      expected = Self.performance(notes)
      actual = Self.performance(
        notes.indices.flatMap { index -> [Note] in
          var played = notes[index]
          played.move(by: .microseconds(random.below(4001) - 2000))
          switch index % 100 {
          case 30: return []
          case 70: return [played, Self.note(at: played.onset.rawValue / 1000 + 5000, &random)]
          default: return [played]
          }
        })
    case .crowd:
      let notes = (0..<count).map { Self.note(at: Self.start + Int64($0), key: 60, length: 50_000, &random) }
      expected = Self.performance(notes)
      actual = Self.performance(
        notes.map { note in
          var played = note
          played.move(by: .microseconds(random.below(8001) - 4000))
          return played
        })
    case .strangers:
      func take() -> Performance {
        Self.performance(
          (0..<count).map { Self.note(at: Int64($0) * 10_000 + random.below(10_000), &random) })
      }
      expected = take()
      actual = take()
    }
  }

  /// Returns the actual notes for an expected one, usually within the tolerance.
  private static func played(_ note: Note, index: Int, _ random: inout Numbers) -> [Note] {
    var played = note
    played.move(by: .microseconds(random.below(8001) - 4000))
    switch index % 1000 {
    case 100: return []
    case 300: return [played, Self.note(at: note.onset.rawValue / 1000 + 5000, &random)]
    case 500: played.move(by: .milliseconds(20))
    case 700: played.number = NoteNumber(clamping: Int(note.number.rawValue) + 1)
    default: break
    }
    return [played]
  }

  private static func note(
    at microseconds: Int64, channel: Int = 0, key: Int? = nil, length: Int64? = nil, _ random: inout Numbers
  ) -> Note {
    Note(
      channel: Channel(clamping: channel), number: NoteNumber(clamping: key ?? 21 + Int(random.below(88))),
      velocity: 100,
      onset: .microseconds(microseconds),
      offset: .microseconds(microseconds + (length ?? 50_000 + random.below(400_000))))
  }

  private static func performance(_ notes: [Note]) -> Performance {
    Performance(
      Recording(tracks: [
        Recording.Track(
          name: "Keys", messages: notes.messages, end: notes.compactMap(\.offset).max() ?? .zero)
      ]))
  }
}

extension Note {
  /// Shifts the note in time.
  fileprivate mutating func move(by span: Nanoseconds) {
    onset += span
    offset = offset.map { $0 + span }
    silence = offset
  }
}
