import CALSA
import Foundation
import TestSupport
import Testing

@testable import ALSASequencer

@Suite struct ALSALibraryMessagesTests {
  /// Calls a function that fails and makes alsa-lib print a message.
  private static func fail() -> Int32 {
    var handle: OpaquePointer?
    return snd_seq_open(&handle, "nonsense", SND_SEQ_OPEN_DUPLEX, 0)
  }

  @Test func messageOfFailedCallIsItsDetail() {
    ALSALibraryMessages.startCollecting()
    let error = #expect(throws: SequencerError.self) {
      try check(Self.fail(), "snd_seq_open", "open nonsense")
    }
    #expect(error?.detail?.contains("nonsense") == true, "\(error?.detail ?? "no detail")")
    #expect(ALSALibraryMessages.takeLast() == nil)
  }

  @Test func successOnAnotherThreadKeepsTheMessage() async throws {
    let message = try await onOwnThread {
      ALSALibraryMessages.startCollecting()
      _ = Self.fail()
      let hasSucceeded = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        ALSALibraryMessages.startCollecting()
        _ = try? check(0, "snd_seq_client_id", "succeed")
        hasSucceeded.signal()
      }
      hasSucceeded.wait()
      return ALSALibraryMessages.takeLast()
    }
    #expect(message?.contains("nonsense") == true, "\(message ?? "no message")")
  }
}
