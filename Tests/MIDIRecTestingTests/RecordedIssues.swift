import Testing

/// An issue that a test recorded.
struct RecordedIssue {
  /// Its message.
  let text: String
  /// Its line in the source.
  let line: Int?
  /// Whether the test passes nevertheless.
  let isWarning: Bool
  /// The lines of its message.
  var lines: [String] { text.split(separator: "\n").map(String.init) }
}

/// Returns the issues that a function records. They don't fail the test.
func recordedIssues(_ body: () async -> Void) async -> [RecordedIssue] {
  let found = Found()
  await withKnownIssue(isIntermittent: true) {
    await body()
  } matching: { issue in
    found.issues.append(
      RecordedIssue(
        text: issue.comments.map(\.rawValue).joined(), line: issue.sourceLocation?.line,
        isWarning: issue.severity == .warning))
    return true
  }
  return found.issues
}

/// The list that `matching:` fills.
private final class Found: @unchecked Sendable {
  // One task uses it: issues are recorded in the task of the test.
  var issues: [RecordedIssue] = []
}
