import Foundation
import MIDICore
import SystemPackage
import Testing

@testable import MIDIRecPrograms
@testable import MIDIRecSystem

extension ProgramProcess.Launch {
  /// Creates a launch of a command with this process's environment, in a temporary folder.
  init(_ command: String..., variables: [String: String] = [:]) {
    self.init(
      command: command,
      environment: ProcessInfo.processInfo.environment.merging(variables) { _, new in new })
  }

  /// Creates a launch of a shell script.
  static func shell(_ script: String, variables: [String: String] = [:]) -> Self {
    Self("sh", "-c", script, variables: variables)
  }

  /// Creates a launch of a Python program with line-buffered output.
  static func python(_ script: String, variables: [String: String] = [:]) -> Self {
    Self("python3", "-c", script, variables: variables)
  }
}

extension ProgramProcess {
  /// The standard output so far, as text.
  var outputText: String { String(decoding: streams.output.bytes, as: UTF8.self) }
  /// The standard error so far, as text.
  var errorText: String { String(decoding: streams.errors.bytes, as: UTF8.self) }

  /// Waits at most a minute until the program has written a text to standard output.
  func waitForOutput(_ text: String) throws {
    try wait(for: "\"\(text)\" in standard output") { outputText.contains(text) }
  }

  /// Waits at most a minute until the program has ended or exceeded its output limit.
  func waitForEnd() {
    var polled = pollfd(fd: endDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&polled, 1, 60_000) == 1)
  }

  private func wait(for what: String, _ condition: () -> Bool) throws {
    // There is no event to wait for, because a different thread reads the output.
    let hasComeTrue = comesTrue(condition)
    try #require(hasComeTrue, "waited in vain for \(what); \(lastLines())")
  }
}

/// Waits at most a minute for a condition without an event.
///
/// - Returns: `true` if the condition became true.
func comesTrue(_ condition: () -> Bool) -> Bool {
  let deadline = StopToken.now + .seconds(60)
  while !condition() {
    guard StopToken.now < deadline else { return false }
    poll(nil, 0, 1)
  }
  return true
}

/// Returns the processes that have a marker, or a marker with this prefix if it ends with a slash.
func processes(carrying marker: some StringProtocol) -> [Int32] {
  ProcessEntry.all.filter { process in
    let environment = FileSystem.text(of: FilePath("/proc/\(process)/environ")) ?? ""
    return environment.contains(
      "\(ProgramRemains.variable)=\(marker)\(marker.hasSuffix("/") ? "" : "\0")")
  }
}
