internal import FoundationEssentials
internal import Sessions

/// The files of artifacts that differ in a report, with their bytes in Base64.
struct ArtifactFilesDocument: Codable {
  var part: ObservedPart
  var expected: Data
  var actual: Data
  var context: Data

  init(_ files: ArtifactFiles) {
    part = files.part
    (expected, actual, context) = (Data(files.expected), Data(files.actual), Data(files.context))
  }

  /// Returns the files and the result of their comparison, or `nil` if they can't be compared or don't differ.
  func compared(by kinds: [any Artifact.Type]) -> (files: ArtifactFiles, difference: any ArtifactDifference)?
  {
    let files = ArtifactFiles(
      part: part, expected: Array(expected), actual: Array(actual), context: Array(context))
    guard let kind = kinds.first(where: { $0.part == part }),
      case .different(let difference)? = try? kind.judgement(of: files)
    else { return nil }
    return (files, difference)
  }
}
