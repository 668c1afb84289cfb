/// A statement about a subject that holds for each recording.
///
/// The first eight are expected of each subject that isn't told otherwise. The others are declared: they hold for some
/// subjects only.
package enum Invariant: String, CaseIterable, Codable, Hashable, Sendable {
  /// It doesn't crash, exit, or hang.
  case alive
  /// It sends only events that MIDI defines.
  case defined
  /// Once the recording has ended all notes and pedals, the subject ends all of its own.
  case released
  /// Once "all notes off", "all sound off", or a system reset has ended the notes of the recording, the subject ends all of
  /// its own.
  case silenced
  /// It sends a note-off for each note-on, on the same channel.
  case paired
  /// The number of its messages is bounded by the number of the recording's.
  case bounded
  /// The same recording gives the same bytes twice.
  case repeatable
  /// Its memory doesn't grow with each message.
  case lean
  /// A recording that is transposed gives replies that are transposed.
  case transposes
  /// Its notes have the channels or velocities of the recording's notes.
  case keeps
  /// Messages of some kinds change nothing.
  case ignores
  /// The replies on a channel depend only on that channel.
  case commutes
  /// A condition that a Swift test defines.
  case satisfies

  /// The invariants that hold for a subject unless its session switches them off.
  package static let standard: Set<Invariant> = [
    .alive, .defined, .released, .silenced, .paired, .bounded, .repeatable, .lean,
  ]
  /// The invariants that the reaction to one run of a recording decides.
  package static let ofOneRun: [Invariant] = [
    .alive, .defined, .released, .silenced, .paired, .bounded, .keeps,
  ]
}
