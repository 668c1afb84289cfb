package import ALSASequencer
package import MIDICore
package import Takes
package import Terminal
package import Waiting

/// Shows an instrument while messages come: on the terminal, or as lines of JSON on standard output, one for each
/// message that changes what is shown.
package struct InstrumentRun<Instrument: LiveInstrument> {
  /// What ended it.
  package enum Ending {
    /// All was played.
    case completed
    /// The person has seen enough.
    case left
    /// The stop was asked for.
    case stopped
  }

  private var instrument: Instrument
  private let title: String
  /// Nothing where lines are written.
  private let view: LiveView?
  private let output: InstrumentOutput?
  private let stop: StopToken
  /// The names of the sources that are away.
  private var absent: [String] = []
  /// What can't be said as long as the terminal is taken.
  private var notices: [String] = []
  /// The lines that are still to be written.
  private var text = ""

  /// How many messages are taken before the person and the stop are looked at again.
  private static var maxBatchCount: Int { 250 }
  /// The longest wait, so that no time can become too large.
  private static var maxWait: Nanoseconds { .seconds(3600) }

  /// A run that has not begun.
  ///
  /// - Parameters:
  ///   - title: What stands above the picture.
  ///   - view: Where it is shown; nothing to write lines.
  ///   - output: Where lights and played keys go, if anywhere.
  package init(
    _ instrument: Instrument, title: String, view: LiveView?, output: InstrumentOutput?, stop: StopToken
  ) {
    self.instrument = instrument
    self.title = title
    self.view = view
    self.output = output
    self.stop = stop
  }

  // MARK: What is played

  /// Plays messages in real time, from now on.
  ///
  /// - Parameters:
  ///   - messages: In order of time.
  ///   - end: When it is over.
  package mutating func play(
    _ messages: [(source: Int, timed: TimedMessage)], until end: Nanoseconds
  ) throws -> Ending {
    try toTheEnd { run in
      let start = StopToken.now
      var rest = messages[...]
      while true {
        let now = StopToken.now - start
        for (source, timed) in rest.prefix(Self.maxBatchCount) {
          guard timed.time <= now else { break }
          try run.take(timed, from: source)
          rest = rest.dropFirst()
        }
        run.draw(at: now)
        if rest.isEmpty, now >= end { return .completed }
        let next = min(rest.first?.timed.time ?? end, now + Self.maxWait)
        let deadline = start + min(next, run.view?.deadline ?? next)
        let (input, events) = run.descriptors
        switch run.stop.wait(orInputFrom: input, or: events, until: deadline) {
        case .stopRequested: return .stopped
        case .inputCame, .timePassed: if try run.hasLeft(at: StopToken.now - start) { return .left }
        }
      }
    }
  }

  // MARK: What comes

  /// Shows what a capture hears, until somebody ends it.
  ///
  /// - Parameter names: The names of the sources, by their index.
  /// - Returns: The losses.
  package mutating func follow(_ capture: inout Capture, sourceNames names: [String]) throws
    -> EventLossSummary
  {
    var losses = EventLossSummary()
    try toTheEnd { run in
      do {
        try run.take(from: &capture, &losses, names)
      } catch is StandardOutput.Closed {
        // Whoever read it has seen enough, as `head` has.
      }
    }
    return losses
  }

  private mutating func take(
    from capture: inout Capture, _ losses: inout EventLossSummary, _ names: [String]
  ) throws {
    var goesOn = true
    while goesOn {
      draw(at: capture.elapsed)
      let (input, events) = descriptors
      switch try capture.next(until: view?.deadline, stop: stop, orInputFrom: input, or: events) {
      case .arrivals(let arrivals): try take(arrivals, from: capture.sources, &losses, names)
      case .interrupted, .deadlinePassed: goesOn = try !hasLeft(at: capture.elapsed)
      case .stopRequested: goesOn = false
      }
    }
    capture.end()
    while let arrivals = try capture.remaining() { try take(arrivals, from: capture.sources, &losses, names) }
    losses.lostCount = capture.lostEventCount
  }

  private mutating func take(
    _ arrivals: [Capture.Arrival], from sources: [TrackedEndpoint], _ losses: inout EventLossSummary,
    _ names: [String]
  ) throws {
    for arrival in arrivals {
      switch arrival {
      case .message(let timed, let source): try take(timed, from: source)
      // What was held has no end any more, or it was lost.
      case .sourceDisconnected(let time, let source): try reset(source, at: time)
      case .overrun(let time): for source in names.indices { try reset(source, at: time) }
      case .sourceReconnected(_, let source):
        try output?.sourceReconnected(source, as: sources[source].endpoint)
      default: break
      }
      let future = "its events are shown again after it reconnects"
      if let text = losses.take(arrival, sourceNames: names, future: future) {
        note(text)
        absent = losses.absentSources.sorted().map { names[$0] }
        view?.change()
      }
    }
    try writeLines()
  }

  private mutating func reset(_ source: Int, at time: Nanoseconds) throws {
    try take(TimedMessage(time: time, message: .systemReset), from: source)
  }

  // MARK: Both

  private mutating func take(_ timed: TimedMessage, from source: Int) throws {
    guard instrument.apply(timed.message, at: timed.time, from: source) else { return }
    try changed(at: timed.time)
  }

  private mutating func changed(at time: Nanoseconds) throws {
    if let view { view.change() } else { text += try instrument.stateLine(at: time) + "\n" }
    try output?.send(instrument.takeMessages())
  }

  private mutating func writeLines() throws {
    guard !text.isEmpty else { return }
    defer { text = "" }
    try StandardOutput.write(text)
  }

  private mutating func draw(at now: Nanoseconds) {
    let title = absent.isEmpty ? title : "\(title) (disconnected: \(absent.joined(separator: ", ")))"
    view?.draw(at: now) { columns, rows, isColored in
      instrument.terminalLines(title: title, at: now, columns: columns, rows: rows, isColored: isColored)
    }
  }

  private var descriptors: (Int32?, Int32?) {
    guard let view else { return (nil, nil) }
    return view.descriptors
  }

  /// Does what the person wants.
  ///
  /// - Returns: Whether that is to leave.
  private mutating func hasLeft(at now: Nanoseconds) throws -> Bool {
    guard let view else { return false }
    for input in view.takeInput(at: now) {
      switch input {
      case .leave: return true
      case .key(let key): if instrument.press(key, at: now) { view.change() }
      case .suspend:
        _ = instrument.suspend(at: now)
        try output?.send(instrument.takeMessages())
        view.suspend()
      }
    }
    try output?.send(instrument.takeMessages())
    return false
  }

  /// Does something, and whatever ends it: puts out lights, ends notes, gives the terminal back, and says what couldn't be
  /// said before.
  private mutating func toTheEnd<Value>(_ body: (inout Self) throws -> Value) throws -> Value {
    let result = Result { try body(&self) }
    instrument.end()
    let ending = Result { try output?.finish(instrument.takeMessages()) }
    view?.close()
    for notice in notices { StandardError.say(notice) }
    let value = try result.get()
    try ending.get()
    if let failure = output?.failure { throw failure }
    return value
  }

  private mutating func note(_ text: String) {
    if view == nil { StandardError.say(text) } else { notices.append(text) }
  }
}
