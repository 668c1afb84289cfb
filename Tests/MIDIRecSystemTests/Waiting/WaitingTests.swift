import Glibc
import MIDICore
internal import MIDIRecSystem
import Testing

/// Waiting for descriptors.
@Suite struct WaitingTests {
  @Test func waitRejectedBySystemEndsTheProcess() async throws {
    // Retrying wouldn't help, and used to keep a processor busy forever.
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        // poll(2) rejects more descriptors than the limit of the process.
        var limit = rlimit(rlim_cur: 3, rlim_max: 3)
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        _ = wait(for: 0, 0, 0, 0, stop: nil, until: monotonicTime() + .seconds(3600))
      })
    let errors = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(errors.contains("poll can't wait: Invalid argument"))
  }

  @Test func waitPollsOnlyGivenDescriptors() async throws {
    await #expect(processExitsWith: .exitCode(0)) {
      guard let event = EventDescriptor() else { exit(1) }
      event.signal()
      var limit = rlimit(rlim_cur: 2, rlim_max: 2)
      guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { exit(1) }
      let outcome = wait(for: nil, event.rawValue, nil, nil, event.rawValue, stop: nil, until: nil)
      exit(outcome == [.second, .fifth] ? 0 : 2)
    }
  }

  @Test func readableDescriptorsAndStopAreReported() throws {
    // #require doesn't support noncopyable values.
    guard let quiet = EventDescriptor(), let loud = EventDescriptor() else {
      Issue.record("no file descriptor is available")
      return
    }
    let stop = try #require(StopToken())
    loud.signal()
    let ready = wait(for: quiet.rawValue, nil, loud.rawValue, stop: stop, until: nil)
    #expect(ready == .third)
    #expect(wait(for: quiet.rawValue, stop: stop, until: .zero) == .deadlinePassed)
    stop.requestStop()
    #expect(wait(for: loud.rawValue, stop: stop, until: nil) == .stopRequested)
    #expect(!wait(forAnyOf: [loud.rawValue], stop: stop))
    #expect(wait(forAnyOf: [loud.rawValue], stop: nil))
  }
}
