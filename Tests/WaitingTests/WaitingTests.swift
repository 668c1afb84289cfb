import Glibc
import MIDICore
import Testing
internal import Waiting

/// Waits for descriptors.
@Suite struct WaitingTests {
  @Test func waitThatTheSystemRefusesEndsTheProcess() async throws {
    // Waiting again wouldn't help: it kept a processor busy without end.
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        // poll(2) refuses more descriptors than a process may have.
        var limit = rlimit(rlim_cur: 3, rlim_max: 3)
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        _ = wait(stop: nil, until: monotonicTime() + .seconds(3600))
      })
    let errors = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(errors.contains("poll can't wait: Invalid argument"))
  }
}
