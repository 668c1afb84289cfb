extension WildTake {
  /// The maximum number of takes that are tried to simplify one.
  private static let trialLimit = 2000

  /// Returns the take without the parts that a failure doesn't need.
  ///
  /// - Parameter isFailing: Returns whether the failure occurs with a take.
  package func simplest(failing isFailing: (WildTake) -> Bool) -> WildTake {
    var (best, trials, isBetter) = (self, 0, true)
    while isBetter, trials < Self.trialLimit {
      isBetter = false
      for simpler in best.simpler where trials < Self.trialLimit {
        trials += 1
        guard isFailing(simpler) else { continue }
        (best, isBetter) = (simpler, true)
        break
      }
    }
    return best
  }

  /// The takes that are simpler in one way, from the largest change to the smallest.
  private var simpler: some Sequence<WildTake> {
    let withoutTracks = tracks.indices.lazy.map { index in
      var take = self
      take.tracks.remove(at: index)
      return take
    }
    // All events of a track, then halves, then quarters, down to single events.
    let lengths = sequence(first: tracks.map(\.events.count).max() ?? 0) { $0 > 1 ? ($0 + 1) / 2 : nil }
    let withoutEvents = lengths.lazy.flatMap { length in
      tracks.indices.lazy.flatMap { track in
        stride(from: 0, to: tracks[track].events.count, by: max(length, 1)).lazy.map { first in
          var take = self
          let last = min(first + length, tracks[track].events.count)
          take.tracks[track].events.removeSubrange(first..<last)
          return take
        }
      }
    }
    var others: [WildTake] = []
    func add(_ isSimple: Bool, _ simplify: (inout WildTake) -> Void) {
      guard !isSimple else { return }
      var take = self
      simplify(&take)
      others.append(take)
    }
    add(!isInContainer) { $0.isInContainer = false }
    add(division == 96) { $0.division = 96 }
    add(!tracks.joinedEvents.contains(where: \.omitsStatus)) { take in
      for track in take.tracks.indices {
        for event in take.tracks[track].events.indices {
          take.tracks[track].events[event].omitsStatus = false
        }
      }
    }
    for track in tracks.indices {
      let last = tracks[track].events.last?.tick ?? 0
      add(tracks[track].end == last) { $0.tracks[track].end = last }
    }
    let needed = format == 0 ? 1 : 0
    return [
      AnySequence(withoutTracks.filter { $0.tracks.count >= needed }), AnySequence(withoutEvents),
      AnySequence(others),
    ].lazy.joined()
  }
}

extension [WildTake.Track] {
  fileprivate var joinedEvents: [WildTake.Event] { flatMap(\.events) }
}
