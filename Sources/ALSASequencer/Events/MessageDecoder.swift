internal import CALSA
package import MIDICore

/// Converts sequencer events to MIDI messages.
///
/// System Exclusive messages arrive in pieces, and several senders may be in the middle of one at the same port. The
/// decoder joins only pieces of the same sender.
package struct MessageDecoder {
  /// The incomplete System Exclusive message of each sender that has one.
  private var unfinished: [EndpointAddress: MessageParser] = [:]

  /// Creates a decoder without incomplete messages.
  package init() {}

  /// Decodes an event.
  ///
  /// An incomplete System Exclusive message gives no messages, and neither do events that don't belong to MIDI, such as
  /// a tempo of the sequencer or an event that a program sends to itself.
  ///
  /// - Parameter take: Receives the messages of the event: usually one, or four for a parameter number.
  /// - Returns: The description of an event of MIDI whose values no message has, including the values that MIDI allows,
  ///   or `nil` for all other events.
  package mutating func decode(_ event: SequencerEvent, _ take: (Message) -> Void) -> String? {
    if event.type == SND_SEQ_EVENT_SYSEX { return decodeSystemExclusive(event, take) }
    // Without an array, because thousands arrive at a time.
    if let message = Self.shortMessage(event) {
      take(message)
    } else if let messages = Self.combinedControlMessages(event) {
      messages.forEach(take)
    } else {
      return Self.problem(of: event)
    }
    return nil
  }

  /// Discards the incomplete message of a sender, whose end won't arrive.
  mutating func discardUnfinishedMessage(of sender: EndpointAddress) { unfinished[sender] = nil }

  private mutating func decodeSystemExclusive(
    _ event: SequencerEvent, _ take: (Message) -> Void
  ) -> String? {
    // Removed rather than read, so that a long message isn't copied with each piece.
    var parser = unfinished.removeValue(forKey: event.sender) ?? MessageParser()
    let discarded = parser.discardedByteCount
    let messages = event.variableBytes.compactMap { parser.append($0) }
    let hasDiscarded = parser.discardedByteCount > discarded
    if parser.isInsideMessage { unfinished[event.sender] = parser }
    messages.forEach(take)
    return hasDiscarded && messages.isEmpty ? "System Exclusive data without its start" : nil
  }

  private static func shortMessage(_ event: SequencerEvent) -> Message? {
    switch event.type {
    case SND_SEQ_EVENT_NOTEON, SND_SEQ_EVENT_NOTEOFF, SND_SEQ_EVENT_KEYPRESS: noteMessage(event)
    case SND_SEQ_EVENT_CONTROLLER, SND_SEQ_EVENT_PGMCHANGE, SND_SEQ_EVENT_CHANPRESS, SND_SEQ_EVENT_PITCHBEND:
      controlMessage(event)
    case SND_SEQ_EVENT_SONGPOS: UInt14(exactly: event.control.value).map { .songPosition($0) }
    case SND_SEQ_EVENT_SONGSEL: UInt7(exactly: event.control.value).map { .songSelect($0) }
    case SND_SEQ_EVENT_QFRAME: UInt7(exactly: event.control.value).map { .timeCodeQuarterFrame($0) }
    case SND_SEQ_EVENT_TUNE_REQUEST: .tuneRequest
    case SND_SEQ_EVENT_CLOCK: .timingClock
    case SND_SEQ_EVENT_START: .start
    case SND_SEQ_EVENT_CONTINUE: .continue
    case SND_SEQ_EVENT_STOP: .stop
    case SND_SEQ_EVENT_SENSING: .activeSensing
    case SND_SEQ_EVENT_RESET: .systemReset
    default: nil
    }
  }

  private static func noteMessage(_ event: SequencerEvent) -> Message? {
    let data = event.note
    guard let channel = Channel(exactly: data.channel), let note = NoteNumber(exactly: data.note),
      let value = UInt7(exactly: data.velocity)
    else { return nil }
    return switch event.type {
    case SND_SEQ_EVENT_NOTEON: .noteOn(channel: channel, note: note, velocity: value)
    case SND_SEQ_EVENT_NOTEOFF: .noteOff(channel: channel, note: note, velocity: value)
    default: .polyPressure(channel: channel, note: note, pressure: value)
    }
  }

  private static func controlMessage(_ event: SequencerEvent) -> Message? {
    let data = event.control
    guard let channel = Channel(exactly: data.channel) else { return nil }
    if event.type == SND_SEQ_EVENT_PITCHBEND {
      return UInt14(exactly: Int(data.value) + 8192).map { .pitchBend(channel: channel, value: $0) }
    }
    guard let value = UInt7(exactly: data.value) else { return nil }
    return switch event.type {
    case SND_SEQ_EVENT_PGMCHANGE: .programChange(channel: channel, program: value)
    case SND_SEQ_EVENT_CHANPRESS: .channelPressure(channel: channel, pressure: value)
    default:
      Controller(exactly: data.param).map { .controlChange(channel: channel, controller: $0, value: value) }
    }
  }

  /// Returns the control changes of an event that stands for several: a 14-bit controller (its number and that number
  /// plus 32), or a registered or nonregistered parameter number (MIDI 1.0, "Control Change"). Returns `nil` for other
  /// events.
  ///
  /// As for alsa-lib, a 14-bit controller above 31 is one control change, because it has no second controller.
  private static func combinedControlMessages(_ event: SequencerEvent) -> [Message]? {
    let data = event.control
    guard let channel = Channel(exactly: data.channel), let parameter = UInt14(exactly: data.param),
      let value = UInt14(exactly: data.value)
    else { return nil }
    func change(_ controller: Controller, _ value: UInt7) -> Message {
      .controlChange(channel: channel, controller: controller, value: value)
    }
    switch event.type {
    case SND_SEQ_EVENT_CONTROL14:
      guard parameter < 32 else {
        guard let controller = Controller(exactly: data.param), let value = UInt7(exactly: data.value) else {
          return nil
        }
        return [change(controller, value)]
      }
      let controller = parameter.leastSignificant.rawValue
      return [
        change(Controller(masking: controller), value.mostSignificant),
        change(Controller(masking: controller + 32), value.leastSignificant),
      ]
    case SND_SEQ_EVENT_NONREGPARAM, SND_SEQ_EVENT_REGPARAM:
      let number = ParameterNumber(isRegistered: event.type == SND_SEQ_EVENT_REGPARAM, number: parameter)
      return number.selection.map { change($0, $1) }
        + [change(6, value.mostSignificant), change(38, value.leastSignificant)]
    default:
      return nil
    }
  }

  /// Returns the type and values of an undecodable event with the values that MIDI has, or `nil` if the event's type
  /// doesn't belong to MIDI.
  private static func problem(of event: SequencerEvent) -> String? {
    let (note, control) = (event.note, event.control)
    var value = Int(control.value)
    var channel = control.channel
    let name: String
    var allowed = 0...127
    switch event.type {
    case SND_SEQ_EVENT_NOTE: return "note \(note.note) with a duration, which MIDI doesn't have"
    case SND_SEQ_EVENT_NOTEON: name = "note-on \(note.note) with value"
    case SND_SEQ_EVENT_NOTEOFF: name = "note-off \(note.note) with value"
    case SND_SEQ_EVENT_KEYPRESS: name = "polyphonic pressure \(note.note) with value"
    case SND_SEQ_EVENT_CONTROLLER: name = "controller \(control.param) with value"
    case SND_SEQ_EVENT_PGMCHANGE: name = "program change"
    case SND_SEQ_EVENT_CHANPRESS: name = "channel pressure"
    case SND_SEQ_EVENT_PITCHBEND: (name, allowed) = ("pitch bend", -8192...8191)
    case SND_SEQ_EVENT_CONTROL14:
      name = "14-bit controller \(control.param) with value"
      if control.param < 32 { allowed = 0...16_383 }
    case SND_SEQ_EVENT_NONREGPARAM: (name, allowed) = ("NRPN \(control.param) with value", 0...16_383)
    case SND_SEQ_EVENT_REGPARAM: (name, allowed) = ("RPN \(control.param) with value", 0...16_383)
    case SND_SEQ_EVENT_SONGPOS: (name, allowed, channel) = ("song position", 0...16_383, 0)
    case SND_SEQ_EVENT_SONGSEL: (name, channel) = ("song select", 0)
    case SND_SEQ_EVENT_QFRAME: (name, channel) = ("quarter frame", 0)
    default: return nil
    }
    if [SND_SEQ_EVENT_NOTEON, SND_SEQ_EVENT_NOTEOFF, SND_SEQ_EVENT_KEYPRESS].contains(event.type) {
      (value, channel) = (Int(note.velocity), note.channel)
    }
    return channel > 15
      ? "\(name) \(value) on channel \(Int(channel) + 1); MIDI has 16 channels"
      : "\(name) \(value); MIDI allows \(allowed.lowerBound) to \(allowed.upperBound)"
  }
}
