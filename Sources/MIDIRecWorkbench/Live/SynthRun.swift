package import ALSASequencer
package import MIDICore
package import MIDIRecSynth
package import MIDIRecSystem
package import MIDIRecTakes

/// A synthesizer that plays the messages of a capture.
package struct SynthRun {
  /// The interval at which the audio output is checked.
  private static let checkInterval = Nanoseconds.milliseconds(500)

  /// The only channel to play, or `nil` for all.
  private let channel: Channel?
  /// The velocity of every note, or `nil` to keep the velocities.
  private let fixedVelocity: UInt7?
  /// The sounding notes of each source.
  private var sounding: [Int: ReleaseTracker] = [:]
  /// The number of played messages.
  package private(set) var messageCount = 0
  private var losses = EventLossSummary()
  /// The reported presets that the font lacks.
  private var substitutions: Set<PresetSubstitution> = []

  /// Creates a run that has not begun.
  ///
  /// - Parameters:
  ///   - channel: The only channel that is played, or `nil` for all.
  ///   - fixedVelocity: The velocity of every note, or `nil` to keep the velocities.
  package init(channel: Channel?, fixedVelocity: UInt7?) {
    (self.channel, self.fixedVelocity) = (channel, fixedVelocity)
  }

  /// Plays the messages of a capture until the stop is requested, then ends all notes.
  ///
  /// - Parameter observe: Receives messages for the user, such as that a source was unplugged.
  /// - Returns: The losses.
  package mutating func follow(
    _ capture: inout Capture, on synth: borrowing LiveSynth, stop: StopToken, observe: (String) -> Void
  ) throws -> EventLossSummary {
    defer {
      for message in releaseAll() { synth.send(message) }
      synth.dieAway()
    }
    var goesOn = true
    while goesOn {
      try synth.check()
      switch try capture.next(until: capture.elapsed + Self.checkInterval, stop: stop) {
      case .arrivals(let arrivals): take(arrivals, from: capture.sourceNames, on: synth, observe)
      case .interrupted, .deadlinePassed: break
      case .stopRequested: goesOn = false
      }
    }
    capture.end()
    while let arrivals = try capture.remaining() {
      take(arrivals, from: capture.sourceNames, on: synth, observe)
    }
    losses.lostCount = capture.lostEventCount
    return losses
  }

  private mutating func take(
    _ arrivals: [Capture.Arrival], from names: [String], on synth: borrowing LiveSynth,
    _ observe: (String) -> Void
  ) {
    for arrival in arrivals {
      switch arrival {
      case .message(let timed, let source):
        if let message = played(timed.message, from: source) { synth.send(message) }
      // The note-offs were lost or will never arrive.
      case .sourceDisconnected(_, let source): for message in release(source) { synth.send(message) }
      case .overrun: for message in releaseAll() { synth.send(message) }
      default: break
      }
      for text in synth.newSubstitutions(&substitutions) { observe(text) }
      let future = "its events are played again after it reconnects"
      if let text = losses.take(arrival, sourceNames: names, future: future) { observe(text) }
    }
  }

  // MARK: Several sources

  /// Returns the message to play for an incoming message, or `nil` to drop it.
  package mutating func played(_ message: Message, from source: Int) -> Message? {
    if let channel, let other = message.channel, other != channel { return nil }
    var message = message
    if let fixedVelocity, case .noteOn(let channel, let note, let velocity) = message, velocity > 0 {
      message = .noteOn(channel: channel, note: note, velocity: fixedVelocity)
    }
    sounding[source, default: ReleaseTracker()].apply(message)
    messageCount += 1
    return message
  }

  /// Returns the messages that release a source's notes, pedals, and bends.
  package mutating func release(_ source: Int) -> [Message] {
    sounding.removeValue(forKey: source)?.releaseMessages ?? []
  }

  /// Returns the messages that release everything from all sources.
  package mutating func releaseAll() -> [Message] { sounding.keys.sorted().flatMap { release($0) } }
}
