internal import SystemPackage

/// What the ALSA sequencer refused: the call, what it was about, and the reason.
package struct SequencerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The alsa-lib function that failed, such as `snd_seq_subscribe_port`.
  package let call: String
  /// What it was to do, and to which endpoint: `connect to 20:0 LinnStrument MIDI`.
  package let attempt: String
  /// The reason, a positive errno.
  package let errno: Int32
  /// What alsa-lib had to say on top, where it said anything.
  package let detail: String?

  /// Whether this says that the machine has no sequencer, or that it can't be used: no such device, no module, no
  /// permission.
  package var isSequencerUnavailable: Bool { call == "snd_seq_open" }

  /// One line: `cannot connect to 20:0 LinnStrument MIDI (snd_seq_subscribe_port: Device or resource busy)`.
  package var description: String {
    let reasons = ["\(call): \(Errno(rawValue: errno))", detail].compactMap { $0 }
    return "cannot \(attempt) (\(reasons.joined(separator: "; ")))"
  }
}

extension SequencerError {
  /// A receiver's refusal of an event that was sent to it at once.
  static func refusal(by receiver: EndpointAddress, errno: Int32) -> SequencerError {
    SequencerError(
      call: "snd_seq_event_output_direct", attempt: "send to \(receiver)", errno: errno,
      detail: ALSALibraryMessages.takeLast())
  }
}

/// Turns alsa-lib's return code, negative on failure, into a value or an error.
///
/// - Returns: `result`, when it is no error code.
@discardableResult
func check(
  _ result: Int32, _ call: String, _ attempt: @autoclosure () -> String
) throws(SequencerError) -> Int32 {
  if result < 0 {
    throw SequencerError(
      call: call, attempt: attempt(), errno: -result, detail: ALSALibraryMessages.takeLast())
  }
  ALSALibraryMessages.clear()
  return result
}
