internal import MIDICore
internal import Reports
internal import Sessions
internal import System
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

  /// Writes the page to `$XDG_STATE_HOME/midirec/review.html` (`~/.local/state` by default), and opens it in a browser.
  ///
  /// The next page replaces it: a browser may need the file for longer than the review lasts.
  ///
  /// - Returns: A message for the user.
  func open() -> String {
    guard let bytes = SessionsPage.page(of: outcome) else { return "this result has no page" }
    guard let folder = UserFolder.state.path?.appending("midirec") else {
      return "the page needs a home folder; set HOME or XDG_STATE_HOME"
    }
    let path = folder.appending("review.html")
    do {
      try FileSystem.makeFolders(folder)
      try FileSystem.write(bytes, to: path, replacing: true, .document)
    } catch {
      return "\(error)".printable
    }
    return Browser.open(path) ?? "opened \(path)".printable
  }
}
