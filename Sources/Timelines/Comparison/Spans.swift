internal import MIDICore

/// Spans of time that may overlap one another.
struct Spans {
  private let starts: [Nanoseconds]
  /// The latest end among the spans up to each one.
  private let ends: [Nanoseconds]

  /// Sorts spans.
  init(_ spans: [ClosedRange<Nanoseconds>]) {
    let sorted = spans.sorted { $0.lowerBound < $1.lowerBound }
    var ends: [Nanoseconds] = []
    for span in sorted { ends.append(max(ends.last ?? span.upperBound, span.upperBound)) }
    starts = sorted.map(\.lowerBound)
    self.ends = ends
  }

  /// Whether one of them overlaps a span, or touches it.
  ///
  /// - Complexity: O(log *n*)
  func overlap(_ span: ClosedRange<Nanoseconds>) -> Bool {
    let count = starts.partitioned { $0 > span.upperBound }
    return count > 0 && ends[count - 1] >= span.lowerBound
  }
}

extension Array {
  /// The first index from which on all elements are so; none before it may be.
  func partitioned(_ isSo: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isSo(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Note {
  /// When it sounds: until its silence or its end, whichever is later; to the end where there is none.
  var sounding: ClosedRange<Nanoseconds> {
    onset...max(onset, max(silence ?? .longest, offset ?? .longest))
  }
}
