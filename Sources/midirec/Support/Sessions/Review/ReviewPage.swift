internal import FileIO
internal import MIDICore
internal import Processes
internal import Reports
internal import Sessions
internal import SystemPackage

/// The HTML page of a pending result, which a browser shows.
struct ReviewPage {
  private let outcome: SessionOutcome

  /// Creates the page of a change.
  init(_ change: PendingChange, _ contents: PendingChange.Contents) {
    var outcome = SessionOutcome(change, contents, view: change.view(.midirec))
    outcome.meter = change.session.meter
    self.outcome = outcome
  }

  /// Writes the page to a temporary folder, and opens it in the browser of the variable `BROWSER`, or else with
  /// xdg-open.
  ///
  /// - Returns: A message for the user.
  func open() -> String {
    guard let bytes = SessionsPage.page(of: outcome) else { return "this result has no page" }
    var path = FilePath.temporary(for: "review")
    path.extension = "html"
    do {
      try FileSystem.write(bytes, to: path, replacing: false)
    } catch {
      return "\(error)".printable
    }
    let variables = ProcessEnvironment.variables
    let browser = variables["BROWSER"].flatMap { $0.isEmpty ? nil : $0 } ?? "xdg-open"
    do {
      _ = try ChildProcess.start(
        [browser, path.string], environment: ProcessEnvironment.entries(of: variables),
        streams: ChildProcess.Streams())
      return "opened \(path)".printable
    } catch {
      return "can't start \(browser) (\(error)); open \(path) yourself".printable
    }
  }
}
