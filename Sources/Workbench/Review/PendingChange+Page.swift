internal import MIDICore
internal import Sessions
internal import System
internal import SystemPackage

extension PendingChange {
  /// Writes the page of this change to `$XDG_STATE_HOME/midirec/review.html` (`~/.local/state` by default), and opens it
  /// in a browser.
  ///
  /// The next page replaces it: a browser may need the file for longer than the review lasts.
  ///
  /// - Returns: A message for the user.
  func openPage(_ contents: Contents) -> String {
    let style = PartStyle(view: view(.midirec), meter: session.meter)
    guard let bytes = contents.page(self, style) else { return "this result has no page" }
    guard let folder = ProcessEnvironment.stateFolder?.appending("midirec") else {
      return "the page needs a home folder; set HOME or XDG_STATE_HOME"
    }
    let path = folder.appending("review.html")
    do {
      try FileSystem.makeFolders(folder)
      try FileSystem.write(bytes, to: path, replacing: true, .document)
    } catch {
      return "\(error)".printable
    }
    return path.openInBrowser() ?? "opened \(path)".printable
  }
}
