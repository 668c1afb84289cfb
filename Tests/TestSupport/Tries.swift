public import MIDICore

/// Measures how far something is off in time, until it is near enough, at most five times. Times depend on how busy the
/// machine is, so that they get another try; nothing else does: what else `measure` expects, it expects each time.
///
/// - Returns: What was measured, the last in the end.
public func tries(
  until bound: Nanoseconds, measure: (_ attempt: Int) async throws -> Nanoseconds
) async rethrows -> [Nanoseconds] {
  var deviations: [Nanoseconds] = []
  for attempt in 1...5 {
    let deviation = try await measure(attempt)
    deviations.append(deviation)
    if deviation <= bound { break }
  }
  return deviations
}
