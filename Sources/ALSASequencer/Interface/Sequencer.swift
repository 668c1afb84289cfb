internal import Glibc
internal import MIDICore
internal import MIDIRecSystem

/// The ALSA sequencer of the system: its ports, and connections with them.
///
/// ```swift
/// let sequencer = try Sequencer(name: "Helper")
/// let keyboard = try sequencer.input(PortChoice("LinnStrument", direction: .input))
/// let synth = try sequencer.output(PortChoice("FLUID Synth", direction: .output))
/// for try await case .message(let message, _, _) in keyboard { try synth.send(message) }
/// ```
///
/// A port that is disconnected is a state and not an error: inputs and outputs connect it again when it is back, under
/// any number. Each input and output has a separate thread, so that none of its work runs on the threads of Swift's tasks. The
/// thread ends when the last reference to the input or output is released.
public final class Sequencer: Sendable {
  /// The name of the program, which is also that of its clients.
  public let name: String

  /// Opens the sequencer.
  ///
  /// - Throws: `SequencerError` if the system has no sequencer, or if it can't be used.
  public init(name: String) throws(SequencerError) {
    self.name = name
    _ = try SequencerClient.open(name: name)
  }

  /// The ports of the system.
  public var ports: Ports { Ports() }

  /// Connects with chosen ports that send messages.
  ///
  /// - Parameters:
  ///   - choices: The ports. Missing ones are connected when they appear.
  ///   - capacity: The number of messages that wait for a slow consumer. Later messages are lost, and their number is
  ///     reported.
  /// - Throws: `SequencerError` if a program uses a port exclusively, or if the system has no resources.
  public func input(_ choices: PortChoice..., capacity: Int = 65_536) throws(SequencerError) -> Input {
    try Input(from: choices, as: nil, for: name, capacity)
  }

  /// Creates a port to which other clients connect, and send messages.
  ///
  /// - Parameters:
  ///   - name: The name of the port.
  ///   - capacity: The number of messages that wait for a slow consumer, as in ``input(_:capacity:)``.
  public func virtualInput(_ name: String, capacity: Int = 65_536) throws(SequencerError) -> Input {
    try Input(from: [], as: name, for: self.name, capacity)
  }

  /// Connects with a chosen port that receives messages, which may be missing.
  ///
  /// - Throws: `SequencerError` if a program uses the port exclusively, or if the system has no resources.
  public func output(_ choice: PortChoice) throws(SequencerError) -> Output {
    try Output(to: choice, as: nil, for: name)
  }

  /// Creates a port to which other clients connect, and receive messages.
  ///
  /// - Parameter name: The name of the port.
  public func virtualOutput(_ name: String) throws(SequencerError) -> Output {
    try Output(to: .none(.output), as: name, for: self.name)
  }
}

extension Sequencer {
  /// The ports of instruments and programs.
  public struct Ports: Sendable {
    /// Reads the current ports, in order of their numbers.
    ///
    /// - Throws: `SequencerError` if the sequencer can't be used.
    public var current: [Endpoint] { get throws(SequencerError) { try Endpoint.all() } }

    /// The current ports, and their list after each change. A consumer that is slow gets the latest list only.
    ///
    /// The sequence ends if its task is canceled, or if the sequencer is gone. A new name of a port may be reported a
    /// second late.
    public var updates: AsyncStream<[Endpoint]> {
      AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
        guard let stop = StopToken() else { return continuation.finish() }
        continuation.onTermination = { _ in stop.requestStop() }
        let thread = JoinableThread.start {
          try? Self.follow(stop) { continuation.yield($0) }
          continuation.finish()
        }
        guard let thread else { return continuation.finish() }
        thread.detach()
      }
    }

    private static func follow(
      _ stop: StopToken, _ report: ([Endpoint]) -> Void
    ) throws(SequencerError) {
      var monitor = try EndpointMonitor.start()
      var isReported = false
      while true {
        if try !monitor.update(rereading: isReported).isEmpty || !isReported { report(monitor.endpoints) }
        isReported = true
        let next = monotonicTime().adding(EndpointMonitor.rereadingInterval)
        if wait(for: monitor.descriptor, stop: stop, until: next) == .stopRequested { return }
      }
    }
  }
}

extension SequencerError {
  /// The error of a system without free resources.
  static func exhausted(_ call: String, _ attempt: String, _ errno: Int32) -> SequencerError {
    SequencerError(call: call, attempt: attempt, errno: errno, detail: nil)
  }
}
