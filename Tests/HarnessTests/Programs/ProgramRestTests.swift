import ALSASequencer
import Glibc
import MIDICore
import SystemPackage
import TestSupport
import Testing

@testable import Harness

/// When a program counts as at rest.
@Suite struct ProgramRestTests {
  @Test func oneThatWaitsForInputIsAtRest() async throws {
    var launch = ProgramProcess.Launch("cat")
    launch.keepsInputOpen = true
    try await onOwnThread { [launch] in
      try ProgramProcess.run(launch) { try $0.waitForRest() }
    }
  }

  @Test func oneThatIsBusyNeverIs() async throws {
    try await onOwnThread {
      try ProgramProcess.run(.shell("echo ready; while :; do :; done")) { process in
        try process.waitForOutput("ready")
        for _ in 0..<1_000 { #expect(!process.isAtRest()) }
      }
    }
  }

  @Test func oneWhoseOtherThreadIsBusyNeverIs() async throws {
    let script = """
      import threading, time
      def work():
          while True: pass
      threading.Thread(target=work, daemon=True).start()
      print("ready", flush=True)
      threading.Event().wait()
      """
    try await onOwnThread {
      try ProgramProcess.run(.python(script)) { process in
        try process.waitForOutput("ready")
        for _ in 0..<1_000 { #expect(!process.isAtRest()) }
      }
    }
  }

  @Test func oneWhoseChildIsBusyNeverIs() async throws {
    try await onOwnThread {
      try ProgramProcess.run(.shell("setsid sh -c 'echo ready; while :; do :; done' & wait")) { process in
        try process.waitForOutput("ready")
        for _ in 0..<1_000 { #expect(!process.isAtRest()) }
      }
    }
  }

  @Test func aPauseBegunBeforeTheRhythmWasNotedDoesNotCount() async throws {
    try await onOwnThread {
      try ProgramProcess.run(.init("sleep", "1000")) { process in
        try process.waitForRest()
        process.noteRhythm()
        for _ in 0..<1_000 { #expect(process.isAtRest()) }
      }
    }
  }

  @Test(arguments: [
    "time.sleep(1000)", "select.select([], [], [], 1000)", "select.poll().poll(1000000)",
  ])
  func aPauseBegunAfterTheRhythmWasNotedIsNoRest(pause: String) async throws {
    var launch = ProgramProcess.Launch.python(
      "import time, select, sys; sys.stdin.readline(); print('pausing', flush=True); \(pause)")
    launch.keepsInputOpen = true
    try await onOwnThread { [launch] in
      try ProgramProcess.run(launch) { process in
        try process.waitForRest()
        process.noteRhythm()
        #expect(process.isAtRest())
        process.write("go\n")
        try process.waitForOutput("pausing")
        for _ in 0..<1_000 { #expect(!process.isAtRest()) }
      }
    }
  }

  @Test func oneThatPausesBetweenLooksOfItsOwnComesToRest() async throws {
    let script = """
      import os, time
      os.set_blocking(0, False)
      print("ready", flush=True)
      while True:
          try:
              if os.read(0, 1): os.write(1, b"x")
          except BlockingIOError: pass
          time.sleep(0.001)
      """
    var launch = ProgramProcess.Launch.python(script)
    launch.keepsInputOpen = true
    try await onOwnThread { [launch] in
      try ProgramProcess.run(launch) { process in
        try process.waitForOutput("ready")
        try process.waitForRest()
        process.noteRhythm()
        for _ in 0..<20 { try process.waitForRest() }
      }
    }
  }

  /// Looks at a program that gets a line, answers it and sleeps again between the two looks.
  private func lookWhileAnswering(_ script: String) async throws -> ProcessRest.Finding {
    var launch = ProgramProcess.Launch.python(script)
    launch.keepsInputOpen = true
    return try await onOwnThread { [launch] in
      try ProgramProcess.run(launch) { process in
        try process.waitForOutput("ready")
        try process.waitForRest()
        var answered = false
        let finding = ProcessRest.look(
          at: { [process.processID] },
          between: {
            process.write("go\n")
            answered = (try? process.waitForOutput("go\n")) != nil && (try? process.waitForRest()) != nil
            return true
          })
        #expect(answered)
        return finding
      }
    }
  }

  @Test func aThreadAloneMayWakeBetweenTheLooks() async throws {
    let finding = try await lookWhileAnswering(
      """
      import os
      os.write(1, b"ready ")
      while True: os.write(1, os.read(0, 100))
      """)
    #expect(finding == .asleep(pausing: []))
  }

  @Test func oneOfSeveralThreadsMayNotForItMayHandItsWorkOver() async throws {
    let finding = try await lookWhileAnswering(
      """
      import os, threading
      threading.Thread(target=threading.Event().wait, daemon=True).start()
      os.write(1, b"ready ")
      while True: os.write(1, os.read(0, 100))
      """)
    #expect(finding == .busy)
  }

  @Test func oneThatWaitsForRoomInItsOutputIsNotAtRest() async throws {
    // Three pipes full, in one piece: most of the time it waits until the pipe is taken out.
    var launch = ProgramProcess.Launch.python(
      "import os, sys; sys.stdin.readline(); os.write(1, b'x' * 10_000_000); sys.stdin.readline()")
    launch.keepsInputOpen = true
    try await onOwnThread { [launch] in
      try ProgramProcess.run(launch) { process in
        try process.waitForRest()
        process.write("go\n")
        try process.waitForRest()
        // The last piece may be on its way from the pipe to memory.
        process.streams.finish()
        #expect(process.output.count == 10_000_000)
      }
    }
  }

  /// A chain of four threads in two processes, which hand a token over by a pipe, a condition, a pipe and a lock.
  private static let chain = """
    import os, sys, threading
    answer = os.open(os.environ["ANSWER"], os.O_WRONLY)
    first, second = os.pipe(), os.pipe()
    if os.fork() == 0:
        condition, tokens = threading.Condition(), []
        def last():
            while True:
                with condition:
                    while not tokens: condition.wait()
                    token = tokens.pop()
                os.write(answer, token)
        threading.Thread(target=last, daemon=True).start()
        while True:
            token = os.read(second[0], 1)
            with condition:
                tokens.append(token)
                condition.notify()
    lock, box = threading.Lock(), []
    lock.acquire()
    def middle():
        while True:
            lock.acquire()
            os.write(second[1], box.pop())
    threading.Thread(target=middle, daemon=True).start()
    while True:
        token = os.read(0, 1)
        if not token: os._exit(0)
        box.append(token)
        lock.release()
    """

  @Test func whenItIsAtRestTheAnswerHasCome() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("answer")
    try #require(mkfifo(path, 0o600) == 0)
    var launch = ProgramProcess.Launch.python(Self.chain, variables: ["ANSWER": path])
    launch.keepsInputOpen = true
    try await onOwnThread { [launch] in
      let answer = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
      defer { close(answer) }
      try ProgramProcess.run(launch) { process in
        while process.processes().count < 2 { try process.waitForRest() }
        try process.waitForRest()
        process.noteRhythm()
        var missing = 0
        for round in 0..<10_000 {
          let token = UInt8(truncatingIfNeeded: round)
          process.write(String(UnicodeScalar(token & 0x7F)))
          while !process.isAtRest() {}
          var byte: UInt8 = 0xFF
          if read(answer, &byte, 1) != 1 || byte != token & 0x7F {
            missing += 1
            // Whatever comes later isn't taken for the next.
            while read(answer, &byte, 1) != 1 {}
          }
        }
        #expect(missing == 0)
      }
    }
  }

  /// Files are counted, because time depends on how busy the machine is: `Scripts/bench programs overhead` measures it.
  @Test func aLookReadsHardlyMoreThanItHasTo() async throws {
    let script = """
      import threading
      for _ in range(3): threading.Thread(target=threading.Event().wait, daemon=True).start()
      threading.Event().wait()
      """
    let reads = try await onOwnThread {
      try ProgramProcess.run(.python(script)) { process in
        while (ProcFile.numbers(in: "/proc/\(process.processID)/task") ?? []).count < 4 {}
        try process.waitForRest()
        return try (0..<1_000).map { _ in
          let before = try Self.readCount
          try #require(process.isAtRest())
          return try Self.readCount - before
        }
      }
    }
    // Of each thread twice how it is and once what it does, twice whether there are new processes, and the count itself.
    // The least of many, because where there are new ones it has to look at them.
    #expect(reads.min() == 4 * 3 + 2 + 1)
  }

  /// How often this thread has read from a file.
  ///
  /// Source: proc_pid_io(5).
  private static var readCount: Int {
    get throws {
      let lines = try #require(ProcFile.bytes("/proc/thread-self/io")).split(separator: UInt8(ascii: "\n"))
      let line = try #require(lines.first { $0.starts(with: "syscr: ".utf8) })
      return Int(try #require(ProcFile.wholeNumber(line.dropFirst("syscr: ".utf8.count))))
    }
  }
}

extension ProgramProcess {
  /// Writes to its standard input.
  fileprivate func write(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(Glibc.write(input?.rawValue ?? -1, bytes, bytes.count) == bytes.count)
  }
}
