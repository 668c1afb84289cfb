internal import MIDICore
internal import System
internal import SystemPackage

/// The user's browser: the program in the variable `BROWSER`, or else xdg-open.
enum Browser {
  /// Opens a page.
  ///
  /// - Returns: The reason why the browser can't be started, or `nil`.
  static func open(_ page: FilePath) -> String? {
    let variables = ProcessEnvironment.variables
    let browser = variables["BROWSER"].flatMap { $0.isEmpty ? nil : $0 } ?? "xdg-open"
    do {
      let process = try ChildProcess.start(
        [browser, page.string], environment: ProcessEnvironment.entries(of: variables),
        streams: ChildProcess.Streams())
      // A browser can stay for as long as its window, but a failure is quick.
      guard process.hasEnded(within: 2000) else { return nil }
      let end = process.waitForEnd()
      return end == .exit(0) ? nil : "\(browser) ended \(end); open \(page) yourself".printable
    } catch {
      return "can't start \(browser) (\(error)); open \(page) yourself".printable
    }
  }
}
