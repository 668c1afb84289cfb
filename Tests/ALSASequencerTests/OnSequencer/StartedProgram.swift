import Foundation
import MIDICore
import TestSupport
import Testing

@testable import ALSASequencer

/// ProgramUnderTest in one of its modes, and midirec's side of it.
struct StartedProgram {
  private let program: Program
  /// Whether it pauses by itself, so that its pauses don't mean that it is about to answer.
  private let isPolling: Bool
  /// Readable once the program has ended.
  let ended: StopRequest

  /// Starts it; where `link` is given, with the environment that tells it midirec's ports.
  static func start(
    _ mode: String, _ value: Int? = nil,
    toConnectTo ports: (sender: EndpointAddress, receiver: EndpointAddress)? = nil
  ) throws -> StartedProgram {
    let ended = try #require(StopRequest())
    let environment = ports.map { ["MIDIREC_SENDER=\($0.sender)", "MIDIREC_RECEIVER=\($0.receiver)"] } ?? []
    let words =
      environment + [TestEnvironment.builtBesideTests("ProgramUnderTest"), mode]
      + (value.map { ["\($0)"] } ?? [])
    let program = try Program.start(words[0], Array(words.dropFirst()))
    Task.detached {
      _ = await program.result()
      ended.make()
    }
    return StartedProgram(program: program, isPolling: ["polling", "beginning"].contains(mode), ended: ended)
  }

  /// Ends it, and says what it wrote.
  @discardableResult
  func end(_ signal: Int32 = SIGKILL) async -> String {
    for process in processes where process != program.processID { kill(process, signal) }
    program.signal(signal)
    return await program.result().output
  }

  /// Itself, and what it has started.
  var processes: Set<Int32> {
    let number = program.processID
    let children = try? String(contentsOfFile: "/proc/\(number)/task/\(number)/children", encoding: .ascii)
    return Set([number] + (children ?? "").split(separator: " ").compactMap { Int32($0) })
  }

  /// Whether all its threads wait for something to come, and none has run between two looks.
  var isAtRest: Bool {
    guard let first = threads else { return false }
    return first == threads
  }

  /// What the kernel says of each thread; nothing where one isn't asleep, or pauses.
  private var threads: [String]? {
    var texts: [String] = []
    for process in processes.sorted() {
      let folder = "/proc/\(process)/task"
      for thread in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() {
        guard let status = try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8),
          let call = try? String(contentsOfFile: "\(folder)/\(thread)/syscall", encoding: .utf8)
        else { continue }
        if status.contains("State:\tR") || status.contains("State:\tD") { return nil }
        // clock_nanosleep, by which glibc pauses, on x86_64 and elsewhere.
        if !isPolling, call.hasPrefix("230 ") || call.hasPrefix("115 ") { return nil }
        texts.append(status)
      }
    }
    return texts
  }
}
