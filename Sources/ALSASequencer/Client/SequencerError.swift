internal import Glibc
internal import SystemPackage

/// An error of the ALSA sequencer: the call, its purpose, and the reason.
public struct SequencerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The failed alsa-lib function, such as `snd_seq_subscribe_port`.
  package let call: String
  /// The purpose of the call: `connect to 20:0 LinnStrument MIDI`.
  package let attempt: String
  /// The reason, a positive error number.
  package let errno: Int32
  /// The details from alsa-lib, or `nil` if there are none.
  package let detail: String?

  /// Whether the machine has no sequencer or it isn't usable: no device, no module, or no permission.
  public var isSequencerUnavailable: Bool { call == "snd_seq_open" }

  /// Whether the port doesn't exist, because it disappeared before the call.
  package var isPortMissing: Bool { [ENOENT, EINVAL, ENXIO, ENODEV].contains(errno) }

  /// Whether a program has connected the port, or opened its raw MIDI device, in a way that excludes others.
  var isPortHeld: Bool { call == "snd_seq_subscribe_port" && [EBUSY, EAGAIN].contains(errno) }

  /// Whether several ports match a choice.
  private var isAmbiguity: Bool { errno == ENOTUNIQ }

  /// The error in one line: `can't make a queue (snd_seq_alloc_queue: Cannot allocate memory)`.
  public var description: String {
    guard !isPortHeld else {
      return
        "can't \(attempt): another program uses it exclusively; close that program, or choose another port"
    }
    if isAmbiguity, let detail {
      return "can't \(attempt): several ports match (\(detail)); choose one by its whole name or its address"
    }
    let reasons = ["\(call): \(Errno(rawValue: errno))", detail].compactMap { $0 }
    return "can't \(attempt) (\(reasons.joined(separator: "; ")))"
  }
}

extension SequencerError {
  /// Returns the error of a choice that several ports match.
  package static func ambiguity(of name: String, among ports: [Endpoint]) -> SequencerError {
    SequencerError(
      call: "", attempt: "connect to \(name)", errno: ENOTUNIQ,
      detail: ports.map(\.description).joined(separator: ", "))
  }

  /// Returns the error of a receiver that rejected an event.
  package static func refusal(by receiver: EndpointAddress, errno: Int32) -> SequencerError {
    SequencerError(
      call: "snd_seq_event_output_direct", attempt: "send to \(receiver)", errno: errno,
      detail: ALSALibraryMessages.takeLast())
  }
}

/// Converts a return code of alsa-lib to a value or an error.
///
/// - Returns: `result` if it isn't negative.
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
