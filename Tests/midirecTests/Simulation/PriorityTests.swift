import TestSupport
import Testing

/// Programs with real-time priority on a simulated machine.
@Suite struct PriorityTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A reader with real-time priority, and a writer without it. The writer writes many times at one moment, after
  /// pauses in which the kernel's share for other programs grows.
  private static let program = """
    import os, select, time
    reading, writing = os.pipe()
    if os.fork() == 0:
        for pause in range(8):
            time.sleep(0.3 * (pause + 1))
            for _ in range(500):
                os.write(writing, b"x")
        os._exit(0)
    os.close(writing)
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(40))
    poll = select.poll()
    poll.register(reading, select.POLLIN)
    sizes = set()
    while True:
        poll.poll(50)
        piece = os.read(reading, 5000) if poll.poll(0) else None
        if piece == b"":
            break
        if piece:
            sizes.add(len(piece))
    print(sizes)
    """

  @Test func readerWithPriorityReceivesEachByteAtOnce() async throws {
    try folder.write(Array(Self.program.utf8), to: "program.py")
    let result = try await runSimulateScript("simulate python3 program.py", in: folder)
    #expect(result.output == "{1}\n", "\(result.errors)")
  }
}
