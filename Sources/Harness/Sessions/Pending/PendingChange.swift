internal import MIDIFiles
internal import SystemPackage
public import Timelines

/// Something else than is expected, which waits for a person to accept or reject it.
public struct PendingChange: Sendable {
  /// The session.
  public let session: SessionSearch.Place
  /// The two files.
  public let file: ExpectationFile

  /// What waits in sessions, in their order, and in each in the order of the subjects' names.
  ///
  /// - Returns: Also where it couldn't be looked.
  public static func all(in places: [SessionSearch.Place]) -> (
    changes: [PendingChange], errors: [SessionError]
  ) {
    var changes: [PendingChange] = []
    var errors: [SessionError] = []
    for place in places {
      do {
        changes += try ExpectationFile.pending(in: place.folder).map {
          PendingChange(session: place, file: $0)
        }
      } catch {
        errors.append(SessionError(error.path, error.errno))
      }
    }
    return (changes, errors)
  }

  /// What waits, and what is expected so far.
  public struct Contents: Sendable {
    /// What is expected; nothing where nobody has accepted anything, or what was accepted can't be read.
    public let expected: Timeline?
    /// What waits.
    public let pending: Timeline
    /// What differs, where something is expected.
    public let comparison: Comparison?
  }

  /// Reads both files.
  ///
  /// - Parameters:
  ///   - catalogue: The subjects that sessions can name.
  ///   - options: What counts as a difference where the session doesn't say.
  /// - Throws: Where what waits is no timeline, or is for a subject that the session doesn't have: then it must not be
  ///   accepted. So it must not where the session can't be read.
  public func contents(
    _ catalogue: SubjectCatalogue = .standard, options: Comparison.Options = Comparison.Options()
  ) throws(SessionError) -> Contents {
    let session = try Session(reading: session.folder, subjects: catalogue.forms)
    guard session.subjects.contains(where: { $0.name == file.subject }) else {
      throw SessionError(
        .badData, file.pendingPath,
        "is for the subject \(file.subject.quoted), which the session doesn't have")
    }
    guard let text = try file.pendingBytes() else {
      throw SessionError(file.pendingPath, .noSuchFileOrDirectory)
    }
    let pending = try Timeline(text: text, of: file.pendingPath)
    // A broken expectation is one more reason to put something else in its place.
    guard let acceptedText = try file.acceptedBytes(), let expected = try? Timeline(text: acceptedText) else {
      return Contents(expected: nil, pending: pending, comparison: nil)
    }
    let comparison = Comparison(
      expected: Performance(expected), actual: Performance(pending),
      options: session.comparisonOptions(options))
    return Contents(expected: expected, pending: pending, comparison: comparison)
  }
}
