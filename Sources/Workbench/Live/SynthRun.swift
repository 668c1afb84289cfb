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

/// The input of a synthesizer from several sources, and the messages that release the notes of a disconnected source.
package struct PlayedSources {
  /// The only channel to play, or `nil` for all.
  private let channel: Channel?
  /// The velocity of every note, or `nil` to keep the velocities.
  private let fixedVelocity: UInt7?
  /// The sounding notes of each source.
  private var sounding: [Int: ReleaseTracker] = [:]
  /// The number of played messages.
  private(set) var messageCount = 0

  /// Creates silent sources.
  package init(channel: Channel?, fixedVelocity: UInt7?) {
    self.channel = channel
    self.fixedVelocity = fixedVelocity
  }

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

/// The notices of presets that a live synthesizer's font lacks, each given once.
package struct SubstitutionNotices {
  private var known: Set<PresetSubstitution> = []

  /// Creates a state without notices.
  package init() {}

  /// Returns the notices of new substitutions.
  package mutating func take(from synth: borrowing LiveSynth) -> [String] {
    synth.takeSubstitutions().filter { known.insert($0).inserted }.map(\.text)
  }
}
