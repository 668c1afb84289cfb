import FuzzTarget
import MIDICore

@testable import MIDIRecPrograms
@testable import MIDIRecReports
@testable import MIDIRecSessions
@testable import SoundSessions

/// The subjects of `midirec test`.
private let catalog = SubjectRegistry.standard.adding(
  [SynthSubject.self, ProgramSubject.self], parts: [SoundPart.self])

/// Checks the requirements for any bytes as a report of `midirec test --report`.
@_silgen_name("check")
public func check(_ bytes: [UInt8]) {
  let report: RunReport
  do throws(SessionError) {
    report = try limitingWork(to: 200_000 + 1_000 * bytes.count) {
      Result { () throws(SessionError) in try RunReport(bytes: bytes, catalog) }
    }.get()
  } catch {
    require(error.description.printable == error.description, "an error that isn't text: \(error)")
    return
  }
  // What is read once stays the same.
  guard let written = try? report.bytes(), let again = try? RunReport(bytes: written, catalog) else {
    fatalError("a report that was read can't be written and read")
  }
  require((try? again.bytes()) == written, "a different report is read")
  guard let whole = try? RunReport(merging: [("a", report)]) else { return }
  let files = limitingWork(to: 1_000_000 + 1_000 * bytes.count) {
    // Every output accepts it.
    _ = whole.outcomes.text()
    _ = whole.outcomes.junitReport
    _ = whole.outcomes.gitHubAnnotations + [whole.outcomes.gitHubSummary]
    _ = try? JSONText.of(SessionsDocument(whole.outcomes))
    return whole.outcomes.pages(invocation: whole.invocation)
  }
  require(Set(files.map(\.name)).count == files.count, "two pages have one name")
}
