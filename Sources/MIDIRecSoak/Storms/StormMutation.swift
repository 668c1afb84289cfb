package import MIDICore

/// A change of whole notes and messages of an existing take.
///
/// ``mutated(_:seed:_:)`` takes a take apart into ``TakePieces``, changes some of them, and puts them together again. The
/// start and the end of a note are one piece, so they stay a pair.
package enum StormMutation: CaseIterable, Sendable {
  case drop, double, move, swap, transpose, overlap, faster, slower, channel, insert

  /// Returns a take with one to four mutations.
  ///
  /// If the take has more than twice as many messages as the settings ask for, only a random passage of about that many
  /// remains. What the take leaves held at its end stays held, and the mutated take releases everything else.
  ///
  /// - Parameters:
  ///   - take: The take, whose tracks are sorted by time.
  ///   - seed: The seed of the mutations.
  ///   - settings: The settings of the passage, and of the pieces of storms that are inserted.
  package static func mutated(
    _ take: Recording, seed: UInt64, _ settings: StormSettings = StormSettings()
  ) -> Recording {
    var random = SeededRandom(seed: seed)
    var pieces = TakePieces(of: take)
    pieces.cut(to: settings.messageCount, &random)
    for _ in 0..<random.integer(in: 1...4) { pieces.apply(random.pick(allCases), &random, settings) }
    return pieces.recording
  }
}
