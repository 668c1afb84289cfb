internal import MIDICore
internal import MIDIFiles
internal import Reports
internal import Sessions
internal import System
internal import SystemPackage

/// A part of a session that isn't as expected, and its files.
struct PartFailure {
  let part: SessionResult.Part
  let result: SessionResult
  let mode: RecordMode
  /// The bars and beats of the times, or `nil` for seconds.
  let meter: MeterMap?

  /// Accepts the result if the mode does, and returns the failure of the test.
  ///
  /// - Parameter text: The verdict and the differences.
  func failure(text: String) -> ExpectationFailure {
    guard let pending = part.pending, let name = part.name, let subject = part.subject,
      let file = ExpectationFile(subject: subject, part: part.part, in: result.place.folder)
    else { return ExpectationFailure(message: text) }
    let title = "\(result.place.name) (\(name))"
    let verdict = mode == .all ? "\(title): not compared, because the record mode is all" : text
    let folderName = file.folder.lastComponent?.string ?? ""
    var failure = ExpectationFailure(message: ([verdict] + outcome(for: file)).joined(separator: "\n"))
    failure.files = [("\(folderName).\(file.pendingPath.lastComponent?.string ?? name)", pending)]
    if case .different(let comparison) = part.verdict {
      let page = ComparisonPage.bytes(
        of: comparison, title: title, expectedName: "expected", actualName: "actual", view: part.view,
        meter: meter, startsInBars: meter != nil)
      failure.files.append(("\(folderName).\(name).html", page))
    }
    return failure
  }

  /// Returns lines about the file that holds the result, if it was written.
  private func outcome(for file: ExpectationFile) -> [String] {
    if mode == .never {
      let reason = ContinuousIntegration.isOn ? "CI is set" : "the record mode is never"
      return ["No file was written, because \(reason)."]
    }
    // A pending file of an earlier run may be left, which must not be accepted.
    guard result.writeErrors.isEmpty else { return [] }
    guard mode.accepts(isNew: part.verdict.isNew) else {
      return [
        "Pending: \(file.pendingPath)", "To accept it: midirec accept \(file.folder.string.shellWord)",
      ]
    }
    do {
      try file.accept()
      return ["Recorded: \(file.acceptedPath)", "Run the test again to compare with it."]
    } catch {
      return ["Not recorded: \(error)"]
    }
  }
}

extension SessionResult.Verdict {
  fileprivate var isNew: Bool { if case .new = self { true } else { false } }
}
