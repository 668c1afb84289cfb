internal import ALSASequencer
internal import Instruments
internal import MIDICore
internal import Timelines

/// The state of all inputs at the latest message: the held notes, and the values of controllers.
struct LiveState {
  /// An input that the studio listens to, which may be disconnected.
  struct Input {
    let name: String
    /// The latest endpoint, or `nil` for the studio's own port.
    var endpoint: Endpoint?
    /// The name that the user has given it, or `nil`.
    var alias: String?
    var isConnected = true
    /// The time of the latest disconnection or reconnection.
    var since: Nanoseconds?
    var messageCount = 0
    /// The number of inputs that sent before it, or `nil` if it hasn't sent.
    var place: Int?
    var lastTime: Nanoseconds?
    var clock = ClockMeter()

    /// The latest address, or an empty text for the studio's own port.
    var address: String { endpoint.map { "\($0.address)" } ?? "" }
  }

  /// The inputs by their source.
  private(set) var inputs: [Input] = []
  private(set) var held = HeldNotes()
  private(set) var values = ReceivedValues()
  private(set) var recent = RecentNotes()
  private(set) var grid = GridTracker(sourceCount: 0)
  private(set) var piano = PianoTracker(sourceCount: 0)
  private var reducer = TimelineReducer(sources: [])

  /// Adds an input after the others.
  mutating func addInput(_ input: Input) {
    inputs.append(input)
    grid.addSource()
    piano.addSource()
    reducer.addSource()
  }

  /// Sets the endpoint of an input that was found.
  mutating func setEndpoint(of source: Int, _ endpoint: Endpoint) { inputs[source].endpoint = endpoint }

  /// Sets the aliases of connected inputs, by their addresses.
  mutating func setAliases(_ aliases: [String: String]) {
    for source in inputs.indices where inputs[source].isConnected {
      inputs[source].alias = aliases[inputs[source].address]
    }
  }

  /// Applies a message of an input.
  mutating func apply(_ message: Message, at time: Nanoseconds, from source: Int) {
    if inputs[source].messageCount == 0 { inputs[source].place = inputs.count { $0.place != nil } }
    inputs[source].messageCount += 1
    inputs[source].lastTime = time
    if case .timingClock = message { inputs[source].clock.clockCame(at: time) }
    track(message, at: time, from: source)
  }

  /// Ends the notes of an input that was disconnected, whose note-offs will never arrive.
  mutating func disconnect(_ source: Int, at time: Nanoseconds) {
    (inputs[source].isConnected, inputs[source].since) = (false, time)
    track(.systemReset, at: time, from: source)
  }

  /// Marks an input as connected again.
  mutating func reconnect(_ source: Int, at time: Nanoseconds) {
    (inputs[source].isConnected, inputs[source].since) = (true, time)
  }

  /// Ends the notes of all inputs, some of whose note-offs may be lost.
  mutating func reset(at time: Nanoseconds) {
    for source in inputs.indices { track(.systemReset, at: time, from: source) }
  }

  /// Forgets the held notes and the values.
  mutating func clear(at time: Nanoseconds) {
    reset(at: time)
    values.removeAll()
  }

  private mutating func track(_ message: Message, at time: Nanoseconds, from source: Int) {
    grid.apply(message, at: time, from: source)
    piano.apply(message, at: time, from: source)
    reducer.apply(message, at: time, from: source)
    for entry in reducer.entries {
      held.apply(entry) { recent.append(RecentNotes.Entry(hold: $0, end: $1)) }
      values.apply(entry)
    }
    reducer.removeEntries()
  }
}
