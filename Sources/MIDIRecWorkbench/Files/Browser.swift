internal import MIDICore
internal import MIDIRecSystem

/// The user's browser: the program in the variable `BROWSER`, or else xdg-open.
package enum Browser {
  /// Opens a page.
  ///
  /// - Parameter page: The path of a file, or an address.
  /// - Returns: The reason why the browser can't be started, or `nil`.
  package static func open(_ page: String) -> String? {
    let variables = ProcessEnvironment.variables
    let browser = variables["BROWSER"].flatMap { $0.isEmpty ? nil : $0 } ?? "xdg-open"
    do {
      let process = try ChildProcess.start(
        [browser, page], environment: ProcessEnvironment.entries(of: variables))
      // A browser can stay for as long as its window, but a failure is quick.
      guard process.hasEnded(within: 2000) else { return nil }
      let end = process.waitForEnd()
      return end == .exit(0) ? nil : "\(browser) ended \(end); open \(page) yourself".printable
    } catch {
      return "can't start \(browser) (\(error)); open \(page) yourself".printable
    }
  }
}
