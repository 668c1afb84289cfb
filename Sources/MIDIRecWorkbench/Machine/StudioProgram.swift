internal import Glibc
internal import MIDICore
internal import MIDIRecSystem
package import SystemPackage

/// The program midirec-studio, which serves the page of `midirec studio`.
///
/// It is a separate program so that midirec itself, which is built and started often, has no network server.
package enum StudioProgram {
  /// The name of the program.
  package static let name = "midirec-studio"

  /// Replaces this process by the program, which a build puts next to midirec, and a package into `../lib/midirec`.
  ///
  /// - Parameters:
  ///   - port: The TCP port, or 0 for any free one.
  ///   - folder: The absolute path of the folder of takes and sessions.
  ///   - audio: The options of the audio output.
  ///   - opensPage: Whether the program opens the page in the user's browser.
  /// - Returns: The failure, because otherwise it doesn't return.
  package static func run(
    port: Int, folder: FilePath, audio: [String], opensPage: Bool
  ) -> CommandFailure {
    guard let path else {
      return CommandFailure(
        .unavailable,
        "\(name) isn't installed; install midirec's package, or run Scripts/midirec studio in its repository")
    }
    let words = [path.string, "\(port)", folder.string] + audio + (opensPage ? ["--open"] : [])
    let errno = replaceProcess(by: words)
    return CommandFailure(.unavailable, "can't start \(path) (\(Errno(rawValue: errno)))")
  }

  /// The path of the program, or `nil` if it isn't installed.
  private static var path: FilePath? {
    guard let folder = FileSystem.realPath("/proc/self/exe")?.removingLastComponent() else { return nil }
    let installed = folder.removingLastComponent().appending("lib").appending("midirec")
    return [folder, installed].map { $0.appending(name) }.first { FileSystem.exists($0) }
  }

  /// - Returns: The error number.
  private static func replaceProcess(by words: [String]) -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    guard let program = unsafe arguments[0] else { return ENOMEM }
    unsafe execvp(program, &arguments)
    return errno
  }
}
