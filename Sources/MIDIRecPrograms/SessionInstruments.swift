internal import ALSASequencer
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecSessions
internal import MIDIRecSimulation
internal import MIDIRecSystem
internal import SystemPackage

/// The virtual instruments of a session. The first one plays the recording; steps can play further takes.
final class SessionInstruments {
  /// The port of the first instrument, to which a program connects, or `nil` while the instrument is disconnected.
  private(set) var port: EndpointAddress?
  /// The port for the events that the first instrument plays, or `nil` while the instrument is disconnected.
  var player: EndpointAddress? { players[played] }
  /// The ports of the players of all plugged instruments.
  var allPlayers: Set<EndpointAddress> { Set(players.values) }
  /// The ports for the takes that instruments play in steps.
  var otherPlayers: Set<EndpointAddress> { Set(playing.compactMap { players[$0] }) }
  /// The serial numbers of all instruments, in order of their first use.
  let serials: [String]
  /// The end of the last take that a step plays on an instrument.
  let end: Nanoseconds

  private let played: String
  /// The serial numbers of the instruments that play takes of steps.
  private let playing: Set<String>
  /// The ports of the players of plugged instruments, by serial number.
  private var players: [String: EndpointAddress] = [:]
  /// The steps that plug and unplug.
  private var steps: ArraySlice<SessionStep>
  /// The messages of the takes that steps play, in order of time.
  private var messages: ArraySlice<(time: Nanoseconds, serial: String, message: Message)>
  /// A change that the kernel hasn't completed.
  private var pending: InstrumentChange?
  private var time = Nanoseconds.zero

  /// The interval at which an incomplete change is checked.
  private static let checkInterval = Nanoseconds.milliseconds(1)

  /// Plugs in the instruments of a session and waits for their ports.
  ///
  /// - Parameter folder: The session's folder, which has the takes of its steps.
  /// - Returns: `nil` if the session has no instruments.
  /// - Throws: A ``SubjectFailure`` if an instrument can't be plugged in, or a take can't be read.
  init?(for settings: ProgramSettings, in folder: FilePath) throws(SubjectFailure) {
    let steps = settings.steps.filter { $0.serial != nil }
    guard let played = settings.instruments.first ?? steps.first?.serial else { return nil }
    self.played = played
    serials = (settings.instruments + steps.compactMap(\.serial)).reduce(into: []) { serials, serial in
      if !serials.contains(serial) { serials.append(serial) }
    }
    self.steps = steps.filter { $0.take == nil }[...]
    playing = Set(steps.filter { $0.take != nil }.compactMap(\.serial))
    var messages: [(time: Nanoseconds, serial: String, message: Message)] = []
    var end = Nanoseconds.zero
    for step in steps {
      guard case .play(let take, let serial) = step.action else { continue }
      let recording = try Self.recording(take, in: folder)
      end = max(end, step.time + recording.duration)
      messages += recording.messagesInOrder.map { (step.time + $0.time, serial, $0.message) }
    }
    // The order of simultaneous messages depends on `sorted` being stable.
    self.messages = messages.sorted { $0.time < $1.time }[...]
    self.end = end
    do {
      for serial in settings.instruments { take(try VirtualInstrument.plug(serial: serial)) }
    } catch {
      throw SubjectFailure(.unavailable, "\(error)", details: error.details)
    }
  }

  static func recording(_ take: String, in folder: FilePath) throws(SubjectFailure) -> Recording {
    do {
      let bytes = try FileSystem.bytes(of: folder.pushing(FilePath(take)))
      return try MIDIFile.decode(bytes).file.recording()
    } catch {
      let reason = (error as? FileError).map { "\($0.errno)" } ?? MIDIFile.reason(of: error)
      throw SubjectFailure(.unavailable, "its step can't play \(take): \(reason)")
    }
  }

  /// Returns the index in ``serials`` of the instrument that a port's events come from, or `nil` for other ports.
  ///
  /// A player sends the messages that its instrument receives.
  func index(ofPlayer port: EndpointAddress) -> Int? {
    players.first { $0.value == port }.flatMap { serials.firstIndex(of: $0.key) }
  }

  /// The time in the recording at which ``advance(to:)`` and ``takeMessages(dueAt:)`` must be called next, or `nil` if
  /// nothing will change.
  var nextChange: Nanoseconds? {
    let change = pending == nil ? steps.first?.time : time + Self.checkInterval
    return [change, messages.first?.time].compactMap(\.self).min()
  }

  /// Removes and returns the due messages of the takes that steps play, with the ports for them.
  func takeMessages(dueAt time: Nanoseconds) -> [(player: EndpointAddress, message: Message)] {
    let due = messages.prefix { $0.time <= time }
    messages = messages.dropFirst(due.count)
    // The messages of an unplugged instrument are lost.
    return due.compactMap { due in players[due.serial].map { ($0, due.message) } }
  }

  /// Applies all changes that are due, such as disconnecting the instrument.
  func advance(to time: Nanoseconds) throws(SimulationError) {
    self.time = time
    if let pending {
      // One after another, because a change can depend on the previous one.
      guard let instruments = try pending.instruments() else { return }
      self.pending = nil
      if let instrument = instruments.first { take(instrument) }
    }
    guard let step = steps.first, step.time <= time else { return }
    steps.removeFirst()
    switch step.action {
    case .unplug(let serial?):
      players[serial] = nil
      if serial == played { port = nil }
      pending = try InstrumentChange(.unplug(serial: serial))
    case .plug(let serial?, let isRenumbered):
      pending = try InstrumentChange(.plug(serial: serial, isRenumbered: isRenumbered))
    default: break
    }
  }

  /// Unplugs the instruments, for a machine that continues to run.
  func unplugAll() {
    for instrument in (try? VirtualInstrument.all()) ?? [] {
      try? VirtualInstrument.unplug(usbPort: instrument.usbPort)
    }
  }

  private func take(_ instrument: PluggedInstrument) {
    players[instrument.serial] = EndpointAddress(parsing: instrument.player)
    if instrument.serial == played { port = EndpointAddress(parsing: instrument.instrument) }
  }
}
