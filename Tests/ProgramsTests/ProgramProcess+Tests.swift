import Foundation
import MIDICore
import Testing

@testable import Programs
@testable import Waiting

extension ProgramProcess.Launch {
  /// A command with this process's own environment, in a folder of its own.
  init(_ command: String..., variables: [String: String] = [:]) {
    self.init(
      command: command,
      environment: ProcessInfo.processInfo.environment.merging(variables) { _, new in new })
  }

  /// A shell's script.
  static func shell(_ script: String, variables: [String: String] = [:]) -> Self {
    Self("sh", "-c", script, variables: variables)
  }

  /// A program in Python, line by line.
  static func python(_ script: String, variables: [String: String] = [:]) -> Self {
    Self("python3", "-c", script, variables: variables)
  }
}

extension ProgramProcess {
  /// Its whole output so far, as text.
  var outputText: String { String(decoding: output, as: UTF8.self) }
  /// What it wrote to standard error, as text.
  var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Waits until it has written something to standard output; for a minute at most.
  func waitForOutput(_ text: String) throws {
    try wait(for: "\"\(text)\" in standard output") { outputText.contains(text) }
  }

  /// Waits until it has ended or written too much; for a minute at most.
  func waitForEnd() {
    var polled = pollfd(fd: endDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&polled, 1, 60_000) == 1)
  }

  private func wait(for what: String, _ condition: () -> Bool) throws {
    // There is no event to wait for: another thread reads what it writes.
    let hasComeTrue = comesTrue(condition)
    try #require(hasComeTrue, "waited in vain for \(what); \(lastLines())")
  }
}

/// Waits for what no event tells of, for a minute at most.
///
/// - Returns: `true` if it has come true.
func comesTrue(_ condition: () -> Bool) -> Bool {
  let deadline = StopToken.now + .seconds(60)
  while !condition() {
    guard StopToken.now < deadline else { return false }
    poll(nil, 0, 1)
  }
  return true
}

/// The processes that have a marker, or one that begins with it if it ends with a slash.
func processes(carrying marker: some StringProtocol) -> [Int32] {
  (ProcFile.numbers(in: "/proc") ?? []).filter { process in
    let environment = ProcFile.bytes("/proc/\(process)/environ", limit: 1 << 20) ?? []
    return String(decoding: environment, as: UTF8.self).contains(
      "\(RunMarker.name)=\(marker)\(marker.hasSuffix("/") ? "" : "\0")")
  }
}
