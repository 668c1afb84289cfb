internal import ALSASequencer
internal import MIDICore
internal import Sessions
internal import Simulation

/// The virtual instruments of a session. The first one plays the recording.
final class SessionInstruments: PlayedInstrument {
  private(set) var port: EndpointAddress?
  private(set) var player: EndpointAddress?

  private let played: String
  private var steps: ArraySlice<InstrumentStep>
  /// A change that the kernel hasn't completed, and whether it concerns the played instrument.
  private var pending: (change: InstrumentChange, isOfPlayed: Bool)?
  private var time = Nanoseconds.zero

  /// The interval at which an incomplete change is checked.
  private static let checkInterval = Nanoseconds.milliseconds(1)

  /// Plugs in the instruments of a session and waits for their ports.
  ///
  /// - Returns: `nil` if the session has no instruments.
  /// - Throws: A ``SubjectFailure`` if an instrument can't be plugged in.
  static func plug(for settings: ProgramSettings) throws(SubjectFailure) -> SessionInstruments? {
    guard let played = settings.instruments.first ?? settings.instrumentSteps.first?.serial else {
      return nil
    }
    let instruments = SessionInstruments(played: played, steps: settings.instrumentSteps)
    do {
      for serial in settings.instruments {
        let instrument = try VirtualInstruments.plug(serial: serial)
        if serial == played { instruments.take(instrument) }
      }
    } catch {
      throw SubjectFailure(.unavailable, "\(error)", details: error.details)
    }
    return instruments
  }

  private init(played: String, steps: [InstrumentStep]) {
    self.played = played
    self.steps = steps[...]
  }

  var nextChange: Nanoseconds? { pending == nil ? steps.first?.time : time + Self.checkInterval }

  func advance(to time: Nanoseconds) throws(InstrumentFailure) {
    self.time = time
    do {
      if let (change, isOfPlayed) = pending {
        // One after another, because a change can depend on the previous one.
        guard let instruments = try change.instruments() else { return }
        pending = nil
        if isOfPlayed, let instrument = instruments.first { take(instrument) }
      }
      if let step = steps.first, step.time <= time {
        steps.removeFirst()
        try start(step)
      }
    } catch {
      throw InstrumentFailure("\(error)")
    }
  }

  /// Unplugs the instruments, for a machine that continues to run.
  func unplugAll() {
    for instrument in (try? VirtualInstruments.all()) ?? [] {
      try? VirtualInstruments.unplug(usbPort: instrument.usbPort)
    }
  }

  private func start(_ step: InstrumentStep) throws(SimulationError) {
    let isOfPlayed = step.serial == played
    let change: InstrumentChange
    if step.action == .unplug {
      if isOfPlayed { (port, player) = (nil, nil) }
      change = try VirtualInstruments.startUnplugging(serial: step.serial)
    } else {
      change = try VirtualInstruments.startPlugging(
        serial: step.serial, isRenumbered: step.action == .renumber)
    }
    pending = (change, isOfPlayed)
  }

  private func take(_ instrument: PluggedInstrument) {
    port = EndpointAddress(parsing: instrument.instrument)
    player = EndpointAddress(parsing: instrument.player)
  }
}
