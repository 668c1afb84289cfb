import Foundation
import MIDICore
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecPrograms
@testable import MIDIRecSessions

/// Programs leave no descriptors, processes, or folders.
@Suite struct ProgramRemainsTests {
  @Test func runsLeaveNoDescriptorChildOrFolder() async {
    // In a child process, because other tests open files.
    await #expect(processExitsWith: .success) {
      try await onOwnThread {
        // The first run starts the reaper and its pipe.
        try Self.startAndEnd()
        let before = Self.descriptorCount
        for _ in 0..<100 { try Self.startAndEnd() }
        #expect(Self.descriptorCount == before)
        // Only the reaper.
        #expect(ProcessEntry.all.count { ProcessEntry($0)?.parent == getpid() } == 1)
        #expect(access(ProgramRemains.root.string, F_OK) == -1)
      }
    }
  }

  private static var descriptorCount: Int { (try? FileSystem.names(in: "/proc/self/fd").count) ?? 0 }

  /// Runs a program with every kind of resource, and one that can't be started.
  private static func startAndEnd() throws {
    var launch = ProgramProcess.Launch.shell("echo text; echo text >&2; sleep 1000 & cat")
    launch.keepsInputOpen = true
    try ProgramProcess.run(launch) { process in
      try process.waitForOutput("text")
      #expect(process.end(.terminate, within: .seconds(60)).killed == [])
    }
    #expect(throws: SubjectFailure.self) { try ProgramProcess.run(.init("no-such-program")) { _ in } }
  }

  /// A program that is hard to find and to end: three processes in separate sessions.
  private static let program = """
    trap '' TERM
    touch a-file
    setsid sleep 1000 &
    (setsid sh -c 'sleep 1001; true' &)
    echo ready
    sleep 1002
    """

  @Test(arguments: [SIGKILL, SIGTERM]) func killedMidirecLeavesNoProcessOrFolder(number: Int32) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("marker")
    await #expect(processExitsWith: .signal(number)) { [path = path as String, number = number as Int32] in
      try await onOwnThread {
        try ProgramProcess.run(.shell(Self.program)) { process in
          try process.waitForOutput("ready")
          while process.processes().count < 5 {}
          try Data("\(ProgramRemains.processName) \(ProgramRemains.root)".utf8).write(to: URL(filePath: path))
          signal(number, SIG_DFL)
          kill(getpid(), number)
          while true { pause() }
        }
      }
    }
    let words = String(decoding: try folder.bytes("marker"), as: UTF8.self).split(separator: " ")
    try #require(words.count == 2)
    // The reaper isn't a child of this process, and its end isn't announced.
    #expect(comesTrue { access(String(words[1]), F_OK) == -1 })
    #expect(processes(carrying: words[0] + "/") == [])
  }
}
