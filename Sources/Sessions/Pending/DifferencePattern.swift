package import Timelines

/// The kinds and amounts of a pending result's differences, without their notes and times. Results with equal patterns
/// differ in the same way.
package enum DifferencePattern: Hashable, Sendable {
  /// No result is accepted yet.
  case new
  /// Differences of timelines.
  case timeline(TimelinePattern)
  /// The different lines of a text.
  case text(Set<String>)
  /// The finding about an artifact.
  case artifact(String)

  /// Creates the pattern of a comparison.
  package init(_ comparison: Comparison) { self = .timeline(TimelinePattern(comparison)) }

  /// Creates the pattern of a text's differences.
  package init(_ comparison: TextComparison) {
    self = .text(Set(comparison.changes.map { "\($0.kind.rawValue) \($0.text)" }))
  }

  /// Creates the pattern of an artifact's differences.
  package init(_ difference: any ArtifactDifference) { self = .artifact(difference.finding) }
}

/// The kinds and amounts of the differences of two timelines.
package struct TimelinePattern: Hashable, Sendable {
  private var takeChanges: Set<TakeChange> = []
  private var noteChanges: Set<NoteChange> = []
  private var hasSwaps = false
  private var quantities: Set<ValueCurve.Quantity> = []
  private var events: Set<Timeline.Change> = []

  /// Collects the differences of a comparison.
  init(_ comparison: Comparison) {
    for difference in comparison.differences {
      switch difference {
      case .take(let change): takeChanges.insert(change)
      case .note(let note): noteChanges.formUnion(note.changes)
      case .swapped: hasSwaps = true
      case .value(let value): quantities.insert(value.quantity)
      case .event(let event): events.formUnion([event.expected, event.actual].compactMap { $0?.change })
      }
    }
  }
}

extension PendingChange.Contents {
  /// The pattern of the differences, or `nil` if nothing differs.
  package var pattern: DifferencePattern? {
    switch self {
    case .timeline(let timelines):
      guard let comparison = timelines.comparison else { return .new }
      return comparison.differences.isEmpty ? nil : DifferencePattern(comparison)
    case .text(let texts):
      guard let comparison = texts.comparison else { return .new }
      return DifferencePattern(comparison)
    case .artifact(let artifact):
      switch artifact.judgment {
      case nil: return .new
      case .different(let difference)?: return DifferencePattern(difference)
      case .same?, .alike?: return nil
      }
    }
  }
}
