internal import Timelines

/// How many differences of each kind there are. A note with several changes counts once for each.
struct DifferenceCounts {
  /// The kinds that occur, in their order, each with its number.
  let parts: [(kind: Difference.Kind, count: Int)]

  /// Counts differences.
  init(_ differences: [Difference]) {
    var counts: [Difference.Kind: Int] = [:]
    for kind in differences.lazy.flatMap(\.kinds) { counts[kind, default: 0] += 1 }
    parts = Difference.Kind.allCases.compactMap { kind in counts[kind].map { (kind, $0) } }
  }

  /// For a person: `shifted as a whole, 2 missing, 1 wrong pitch`.
  var text: String { parts.map { $0.kind.text(count: $0.count) }.joined(separator: ", ") }
}

extension Difference.Kind {
  /// How many of the kind there are. What concerns the whole recording is there once.
  fileprivate func text(count: Int) -> String {
    switch self {
    case .shifted: "shifted as a whole"
    case .stretched: "another speed"
    case .velocitiesScaled: "velocities scaled"
    case .orderSwapped: "\(grouped(count)) swapped"
    case .valueOff: "\(counted(count, "value")) off"
    case .changedEvent: "\(counted(count, "event")) changed"
    default: "\(grouped(count)) \(rawValue)"
    }
  }
}
