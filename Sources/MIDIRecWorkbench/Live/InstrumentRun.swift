package import ALSASequencer
package import MIDICore
package import MIDIRecSystem
package import MIDIRecTakes
package import MIDIRecTerminal

/// The live display of an instrument: on the terminal, or as lines of JSON on standard output, one per visible change.
package struct InstrumentRun<Instrument: LiveInstrument> {
  private var instrument: Instrument
  private var title: String
  /// The terminal view, or `nil` if lines are printed.
  private let view: TerminalScreen?
  private let output: InstrumentOutput?
  private let stop: StopToken
  /// The names of the disconnected sources.
  private var absent: [String] = []
  /// The messages to print after the terminal is restored.
  private var notices: [String] = []
  /// The lines that haven't been written yet.
  private var text = ""

  /// The maximum number of messages between two checks for keys and stop requests.
  private static var maxBatchCount: Int { 250 }
  /// The maximum wait, which prevents an overflow of times.
  private static var maxWait: Nanoseconds { .seconds(3600) }

  /// Creates a run that hasn't started.
  ///
  /// - Parameters:
  ///   - title: The title above the display.
  ///   - view: The terminal view, or `nil` to print lines.
  ///   - output: The output for lights and played keys, or `nil` if there is none.
  package init(
    _ instrument: Instrument, title: String, view: TerminalScreen?, output: InstrumentOutput?, stop: StopToken
  ) {
    self.instrument = instrument
    self.title = title
    self.view = view
    self.output = output
    self.stop = stop
  }

  // MARK: Playing

  /// Plays messages in real time, starting now.
  ///
  /// - Parameters:
  ///   - messages: The messages in order of time.
  ///   - end: The duration.
  /// - Returns: `true` if all messages were played or the user quit, or `false` if a stop was requested.
  package mutating func play(
    _ messages: [(source: Int, timed: TimedMessage)], until end: Nanoseconds
  ) throws -> Bool {
    try cleaningUp { run in
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
        if rest.isEmpty, now >= end { return true }
        let next = min(rest.first?.timed.time ?? end, now + Self.maxWait)
        let deadline = start + min(next, run.view?.deadline ?? next)
        let (input, events) = run.descriptors
        if wait(for: input, events, stop: run.stop, until: deadline) == .stopRequested { return false }
        if try run.hasLeft(at: StopToken.now - start) { return true }
      }
    }
  }

  // MARK: Capturing

  /// Shows the events of a capture until the user ends it.
  ///
  /// - Returns: The losses.
  package mutating func follow(_ capture: inout Capture) throws -> EventLossSummary {
    var losses = EventLossSummary()
    try cleaningUp { run in
      do {
        try run.take(from: &capture, &losses)
      } catch is StandardOutput.Closed {
        // The reader, such as `head`, needs no more lines.
      }
    }
    return losses
  }

  private mutating func take(
    from capture: inout Capture, _ losses: inout EventLossSummary
  ) throws {
    var goesOn = true
    while goesOn {
      draw(at: capture.elapsed)
      let (input, events) = descriptors
      switch try capture.next(until: view?.deadline, stop: stop, orInputFrom: input, or: events) {
      case .arrivals(let arrivals): try take(arrivals, from: capture, &losses)
      case .interrupted, .deadlinePassed: goesOn = try !hasLeft(at: capture.elapsed)
      case .stopRequested: goesOn = false
      }
    }
    capture.end()
    while let arrivals = try capture.remaining() { try take(arrivals, from: capture, &losses) }
    losses.lostCount = capture.lostEventCount
  }

  private mutating func take(
    _ arrivals: [Capture.Arrival], from capture: borrowing Capture, _ losses: inout EventLossSummary
  ) throws {
    let names = capture.sourceNames
    for arrival in arrivals {
      switch arrival {
      case .message(let timed, let source): try take(timed, from: source)
      // The note-offs were lost or will never arrive.
      case .sourceDisconnected(let time, let source): try reset(source, at: time)
      case .overrun(let time): for source in names.indices { try reset(source, at: time) }
      case .sourceReconnected(_, let source):
        output?.sourceReconnected(source, as: capture.source(source)?.endpoint)
      case .sourceJoined(let name, _, _):
        instrument.addSource()
        title += ", \(name)"
      default: break
      }
      let future = "its events are shown again after it reconnects"
      if let text = losses.take(arrival, sourceNames: names, future: future) {
        note(text)
        absent = losses.absentSources.sorted().map { names[$0] }
        view?.change()
      }
    }
    guard !text.isEmpty else { return }
    defer { text = "" }
    try StandardOutput.write(text)
  }

  private mutating func reset(_ source: Int, at time: Nanoseconds) throws {
    try take(TimedMessage(time: time, message: .systemReset), from: source)
  }

  // MARK: Shared steps

  private mutating func take(_ timed: TimedMessage, from source: Int) throws {
    guard instrument.apply(timed.message, at: timed.time, from: source) else { return }
    if let view { view.change() } else { text += try instrument.stateLine(at: timed.time) + "\n" }
    try output?.send(instrument.takeMessages())
  }

  private mutating func draw(at now: Nanoseconds) {
    let title = absent.isEmpty ? title : "\(title) (disconnected: \(absent.joined(separator: ", ")))"
    view?.draw(at: now) { columns, rows, isColored in
      instrument.terminalLines(title: title, at: now, columns: columns, rows: rows, isColored: isColored)
    }
  }

  private var descriptors: (Int32?, Int32?) { view?.descriptors ?? (nil, nil) }

  /// Handles the user's keys.
  ///
  /// - Returns: `true` if the user quits.
  private mutating func hasLeft(at now: Nanoseconds) throws -> Bool {
    guard let view else { return false }
    for input in view.takeInput(at: now) {
      switch input {
      case .signal, .closed, .key(.escape), .key(.interrupt), .key(.character("q")): return true
      case .key(let key): if instrument.press(key, at: now) { view.change() }
      case .suspend:
        instrument.suspend(at: now)
        try output?.send(instrument.takeMessages())
        view.suspend()
      }
    }
    try output?.send(instrument.takeMessages())
    return false
  }

  /// Runs a closure. However it ends, this turns off lights, ends notes, restores the terminal, and prints delayed
  /// messages.
  private mutating func cleaningUp<Value>(_ body: (inout Self) throws -> Value) throws -> Value {
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
