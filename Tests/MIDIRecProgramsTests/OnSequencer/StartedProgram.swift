import ALSASequencer
import Foundation
import MIDIRecSystem
import TestSupport
import Testing

@testable import MIDIRecPrograms

/// ProgramUnderTest in one of its modes, and midirec's side of the connection.
struct StartedProgram {
  private let program: Program
  /// A token that is readable when the program has ended.
  let ended: StopToken

  /// Starts the program, with midirec's ports in its environment if `link` is given.
  static func start(
    _ mode: String, _ value: Int? = nil,
    toConnectTo ports: (sender: EndpointAddress, receiver: EndpointAddress)? = nil
  ) throws -> StartedProgram {
    let ended = try #require(StopToken())
    let environment = ports.map { ["MIDIREC_SENDER=\($0.sender)", "MIDIREC_RECEIVER=\($0.receiver)"] } ?? []
    let words =
      environment + [TestEnvironment.builtBesideTests("ProgramUnderTest"), mode]
      + (value.map { ["\($0)"] } ?? [])
    let program = try Program.start(words[0], Array(words.dropFirst()))
    // A thread, because the test blocks the only thread of tasks on a machine with one processor.
    let number = program.processID
    Thread.detachNewThread {
      var information = siginfo_t()
      while waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      ended.requestStop()
    }
    return StartedProgram(program: program, ended: ended)
  }

  /// Ends the program, and returns its output.
  @discardableResult
  func end(_ signal: Int32 = SIGKILL) async -> String {
    for process in processes where process != program.processID { kill(process, signal) }
    program.signal(signal)
    return await program.result().output
  }

  /// The processes of the program and of its children.
  var processes: Set<Int32> {
    let number = program.processID
    let children = try? String(contentsOfFile: "/proc/\(number)/task/\(number)/children", encoding: .ascii)
    return Set([number] + (children ?? "").split(separator: " ").compactMap { Int32($0) })
  }
}
