internal import Timelines

/// The parts of an observation, in the form in which they are compared.
struct ObservedContents {
  /// One part.
  enum Content {
    /// A timeline, and its text.
    case timeline(Timeline, [UInt8])
    /// A text.
    case text([UInt8])
    /// An artifact.
    case artifact(any Artifact)

    /// Whether it is the same as another one: the same bytes, of which every run gives the same.
    func isSame(as other: Content) -> Bool {
      switch (self, other) {
      case (.timeline(_, let one), .timeline(_, let another)), (.text(let one), .text(let another)):
        one == another
      case (.artifact(let one), .artifact(let another)): one.isSame(asAny: another)
      default: false
      }
    }
  }

  private var contents: [ArtifactKind: Content] = [:]

  /// Takes an observation.
  init(_ observation: Observation) {
    if let timeline = observation.timeline {
      contents[.timeline] = .timeline(timeline, Array(timeline.text.utf8))
    }
    for text in observation.texts { contents[text.part] = .text(Array(text.text.utf8)) }
    for artifact in observation.artifacts { contents[type(of: artifact).part] = .artifact(artifact) }
  }

  /// A part, if it has it.
  subscript(part: ArtifactKind) -> Content? { contents[part] }

  /// The parts that are other ones in another observation, or that only one of both has; in their order.
  func parts(otherThanIn others: ObservedContents) -> [ArtifactKind] {
    ArtifactKind.allCases.filter { part in
      guard let one = self[part], let other = others[part] else {
        return (self[part] == nil) != (others[part] == nil)
      }
      return !one.isSame(as: other)
    }
  }
}

extension Observation {
  /// Whether there is nothing to compare.
  var isEmpty: Bool { timeline == nil && texts.isEmpty && artifacts.isEmpty }
}
