internal import Timelines

/// The parts of an observation in the form for comparison.
struct ObservedContents {
  /// A part.
  enum Content {
    /// A timeline, and its text.
    case timeline(Timeline, [UInt8])
    /// A text.
    case text([UInt8])
    /// An artifact.
    case artifact(any Artifact)

    /// Whether a timeline has changes of channels, or `nil` for other parts.
    var hasChannelMessages: Bool? {
      guard case .timeline(let timeline, _) = self else { return nil }
      return timeline.hasChannelMessages
    }

    /// Returns whether a part equals a different one in every byte that must be reproducible.
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
  private var remarks: [ArtifactKind: String] = [:]

  /// Creates the parts of an observation.
  init(_ observation: Observation) {
    if let timeline = observation.timeline {
      contents[.timeline] = .timeline(timeline, Array(timeline.text.utf8))
    }
    if let take = observation.take {
      contents[.file] = .timeline(take.timeline, Array(take.timeline.text.utf8))
      remarks[.file] = take.remark
    }
    for text in observation.texts { contents[text.part] = .text(Array(text.text.utf8)) }
    for artifact in observation.artifacts { contents[type(of: artifact).part] = .artifact(artifact) }
  }

  /// The part, or `nil` if the observation doesn't have it.
  subscript(part: ArtifactKind) -> Content? { contents[part] }

  /// Returns a remark on a part, as a sentence without a period, or `nil`.
  func remark(on part: ArtifactKind) -> String? { remarks[part] }

  /// Returns the parts that differ or that only one observation has, in order.
  func parts(otherThanIn others: ObservedContents) -> [ArtifactKind] {
    ArtifactKind.allCases.filter { part in
      guard let one = self[part], let other = others[part] else {
        return (self[part] == nil) != (others[part] == nil)
      }
      return !one.isSame(as: other)
    }
  }
}

extension Timeline {
  /// Whether there is a note, a controller, or any other change of a channel.
  var hasChannelMessages: Bool { entries.contains { $0.channel != nil } }
}

extension Observation {
  /// Whether there is no part to compare.
  var isEmpty: Bool { timeline == nil && texts.isEmpty && take == nil && artifacts.isEmpty }
}
