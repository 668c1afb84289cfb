package import ALSASequencer
package import MIDICore
package import Synth
package import System
package import Takes

/// A synthesizer that plays the messages of a capture.
package struct SynthRun {
  /// The interval at which the audio output is checked.
  private static let checkInterval = Nanoseconds.milliseconds(500)

  private var sources: PlayedSources
  private var losses = EventLossSummary()
  /// The reported presets that the font lacks.
  private var substitutions = SubstitutionNotices()

  /// Creates a run that has not begun.
  ///
  /// - Parameters:
  ///   - channel: The only channel that is played, or `nil` for all.
  ///   - fixedVelocity: The velocity of every note, or `nil` to keep the velocities.
  package init(channel: Channel?, fixedVelocity: UInt7?) {
    sources = PlayedSources(channel: channel, fixedVelocity: fixedVelocity)
  }

  /// The number of played messages.
  package var messageCount: Int { sources.messageCount }

  /// Plays the messages of a capture until the stop is requested, then ends all notes.
  ///
  /// - Parameter observe: Receives messages for the user, such as that a source was unplugged.
  /// - Returns: The losses.
  package mutating func follow(
    _ capture: inout Capture, on synth: borrowing LiveSynth, stop: StopToken, observe: (String) -> Void
  ) throws -> EventLossSummary {
    defer {
      for message in sources.releaseAll() { synth.send(message) }
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
        if let message = sources.played(timed.message, from: source) { synth.send(message) }
      // The note-offs were lost or will never arrive.
      case .sourceDisconnected(_, let source): for message in sources.release(source) { synth.send(message) }
      case .overrun: for message in sources.releaseAll() { synth.send(message) }
      default: break
      }
      for text in substitutions.take(from: synth) { observe(text) }
      let future = "its events are played again after it reconnects"
      if let text = losses.take(arrival, sourceNames: names, future: future) { observe(text) }
    }
  }
}
