internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSimulation

/// The virtual instruments of a session.
extension ProgramSettings {
  /// Reads the instruments and their steps.
  mutating func readInstruments(_ options: SubjectOptions) throws(SubjectOptionError) {
    instruments = try Self.instruments(options)
    instrumentSteps = try Self.steps(options, instruments)
    let isUsed = !instruments.isEmpty || !instrumentSteps.isEmpty
    if isUsed, clock == .real, let option = options[Key.clock.rawValue] {
      throw SubjectOptionError(option, reason: "is real, but instruments need the simulated clock")
    }
    if wiring.output == .instruments, !isUsed, let option = options[Key.output.rawValue] {
      throw SubjectOptionError(
        option, reason: "is instruments, but the session has none; set instruments: [LS0000]")
    }
    let isConnected = options[Key.input.rawValue] != nil || options[Key.sender.rawValue] != nil
    if !instruments.isEmpty, !isConnected { wiring.input = .instrument }
  }

  private static func instruments(_ options: SubjectOptions) throws(SubjectOptionError) -> [String] {
    let most = VirtualInstrument.usbPortCount
    let expected = "1 to \(most) serial numbers without spaces, each once, such as [LS0000]"
    guard let option = options[Key.instruments.rawValue] else { return [] }
    let serials = try options.list(option.name, expected: expected, where: isSerial) ?? []
    guard (1...most).contains(serials.count), Set(serials).count == serials.count else {
      throw SubjectOptionError(option, expected: expected)
    }
    return serials
  }

  private static func isSerial(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 126 && text.allSatisfy { $0.isASCII && !$0.isWhitespace && $0 > " " }
  }

  private static func steps(
    _ options: SubjectOptions, _ instruments: [String]
  ) throws(SubjectOptionError) -> [InstrumentStep] {
    let name = Key.instrumentSteps.rawValue
    let pairs = try options.pairs(name, expected: "a map from times to steps, such as {2s: unplug LS0000}")
    var steps: [InstrumentStep] = []
    var plugged = Set(instruments)
    for pair in pairs {
      guard let time = Nanoseconds(parsing: pair.key, upTo: Limits.longest) else {
        let expected = "a time of at most 24h, such as 2s"
        throw SubjectOptionError(name, pair, reason: "expected \(expected), found \(pair.key.quoted)")
      }
      if let last = steps.last, time <= last.time {
        throw SubjectOptionError(name, pair, reason: "\(pair.key.quoted) isn't later than the step before")
      }
      guard let step = InstrumentStep(time: time, words: pair.value), isSerial(step.serial) else {
        let expected = "unplug LS0000, plug LS0000, plug LS0000 --renumber, or play take.mid LS0000"
        throw SubjectOptionError(name, pair, reason: "expected \(expected), found \(pair.value.quoted)")
      }
      let needsInstrument = [.unplug, .play].contains(step.action)
      guard plugged.contains(step.serial) == needsInstrument else {
        let state = needsInstrument ? "isn't plugged in" : "is already plugged in"
        throw SubjectOptionError(name, pair, reason: "\(step.serial.quoted) \(state) at \(pair.key)")
      }
      if step.action == .unplug { plugged.remove(step.serial) } else { plugged.insert(step.serial) }
      guard plugged.count <= VirtualInstrument.usbPortCount else {
        throw SubjectOptionError(
          name, pair, reason: "a machine has \(VirtualInstrument.usbPortCount) USB ports")
      }
      steps.append(step)
    }
    return steps
  }
}
