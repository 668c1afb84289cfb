public import Timelines

/// The result of a subject for a recording: everything that is compared with the expectation.
public struct SubjectObservation: Sendable {
  /// The compared parts, by name.
  package var parts: [PartName: any ComparedPart] = [:]

  /// Creates an observation.
  ///
  /// - Parameters:
  ///   - timeline: The timeline, or `nil` if it isn't compared.
  ///   - texts: The compared texts, after volatile parts were replaced.
  public init(timeline: Timeline?, texts: [PartName: String] = [:]) {
    for (name, text) in texts { parts[name] = TextPart(text) }
    parts[.timeline] = timeline.map { TimelinePart($0) }
  }

  /// The timeline, or `nil` if it isn't compared.
  public var timeline: Timeline? { (parts[.timeline] as? TimelinePart)?.timeline }
}
