internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSimulation

/// The virtual instruments of a session, and its steps.
extension ProgramSettings {
  /// Reads the instruments and the steps.
  mutating func readInstruments(_ options: SubjectOptions) throws(SubjectOptionError) {
    instruments = try Self.instruments(options)
    let isConnected = options[Key.input.rawValue] != nil || options[Key.sender.rawValue] != nil
    if !instruments.isEmpty, !isConnected { wiring.input = .instrument }
    steps = try steps(options)
    let isUsed = !instruments.isEmpty || steps.contains { $0.serial != nil }
    if isUsed || !steps.isEmpty, clock == .real, let option = options[Key.clock.rawValue] {
      throw SubjectOptionError(
        option, reason: "is real, but \(isUsed ? "instruments" : "steps") need the simulated clock")
    }
    if wiring.output == .instruments, !isUsed, let option = options[Key.output.rawValue] {
      throw SubjectOptionError(
        option, reason: "is instruments, but the session has none; set instruments: [LS0000]")
    }
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

  fileprivate static func isSerial(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 126 && text.allSatisfy { $0.isASCII && !$0.isWhitespace && $0 > " " }
  }

  private func steps(_ options: SubjectOptions) throws(SubjectOptionError) -> [SessionStep] {
    let name = Key.steps.rawValue
    if let option = options[Self.formerStepsName] {
      throw SubjectOptionError(option, reason: "is now called \(name.quoted)")
    }
    let pairs = try options.pairs(name, expected: "a map from times to steps, such as {2s: unplug}")
    if isWithoutPorts, let option = options[name] {
      throw SubjectOptionError(option, reason: "needs a program with ports")
    }
    var steps: [SessionStep] = []
    var state = StepState(plugged: Set(instruments))
    for pair in pairs {
      do throws(StepError) {
        let step = naming(try SessionStep(pair.key, pair.value, after: steps.last))
        if let fault = step.needsInput && wiring.input == .none
          ? "needs an input of the program" : state.fault(of: step)
        {
          throw StepError("\(pair.value.quoted) \(fault)")
        }
        steps.append(step)
      } catch {
        throw SubjectOptionError(name, pair, reason: error.reason)
      }
    }
    return steps
  }

  /// Returns a step in which the cable of the recording is that of an instrument, if one plays it.
  func naming(_ step: SessionStep) -> SessionStep {
    guard wiring.input == .instrument, let played = instruments.first else { return step }
    return switch step.action {
    case .plug(nil, let isRenumbered):
      SessionStep(time: step.time, .plug(serial: played, isRenumbered: isRenumbered))
    case .unplug(nil): SessionStep(time: step.time, .unplug(serial: played))
    default: step
    }
  }

  /// The plugged instruments and the cable after some steps.
  private struct StepState {
    /// The serial numbers of the plugged instruments.
    var plugged: Set<String>
    /// Whether the cable of the recording is plugged in, or `nil` before the first step for it.
    var isCablePlugged: Bool?

    /// Applies a step, and returns why it is impossible, or `nil` if it is possible.
    mutating func fault(of step: SessionStep) -> String? {
      switch step.action {
      case .plug(nil, _):
        defer { isCablePlugged = true }
        return isCablePlugged == true ? "at \(step.time.positionText): it is already plugged in" : nil
      case .unplug(nil):
        defer { isCablePlugged = false }
        return isCablePlugged == false ? "at \(step.time.positionText): it isn't plugged in" : nil
      case .plug(let serial?, _):
        guard ProgramSettings.isSerial(serial) else {
          return "has no serial number of at most 126 characters"
        }
        guard plugged.insert(serial).inserted else {
          return "at \(step.time.positionText): it is already plugged in"
        }
        let most = VirtualInstrument.usbPortCount
        return plugged.count > most ? "is one too many: a machine has \(most) USB ports" : nil
      case .unplug(let serial?):
        return plugged.remove(serial) == nil ? "at \(step.time.positionText): it isn't plugged in" : nil
      case .play(_, let serial):
        return plugged.contains(serial) ? nil : "at \(step.time.positionText): it isn't plugged in"
      default: return nil
      }
    }
  }
}

extension SessionStep {
  /// Whether the step is about messages that the program receives from midirec.
  fileprivate var needsInput: Bool {
    switch action {
    case .plug(nil, _), .unplug(nil), .join, .lose, .fillInput: true
    default: false
    }
  }
}
