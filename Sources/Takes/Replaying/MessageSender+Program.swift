package import ALSASequencer
package import EventLanguage
package import MIDICore
package import System

extension MessageSender {
  /// Sends a script, each message at its time, and then waits until its end.
  ///
  /// - Parameter start: Time zero on the sender's clock.
  /// - Returns: The reason of an early end, or `nil`.
  package mutating func send(
    _ program: SendScript, from start: Nanoseconds, stop: StopToken
  ) throws -> SendingInterruption? {
    for timed in program.messages {
      if let reason = try wait(until: start.adding(timed.time), stop: stop) { return reason }
      if let reason = try send(timed.message, stop: stop) { return reason }
    }
    return try wait(until: start.adding(program.duration), stop: stop)
  }
}
