internal import MIDICore

/// The registered and non-registered parameters of a channel: which is selected, and what was set.
struct ReducedParameters: Sendable {
  /// A value whose fine half may be to come.
  private struct Unsettled {
    var parameter: Timeline.Parameter
    var value: UInt14
    var time: Nanoseconds
  }

  /// A wire carries the six messages of a setting in six milliseconds.
  private static let maxWait: Nanoseconds = .milliseconds(10)

  private var values: [Timeline.Parameter: UInt14] = [:]
  private var unsettled: Unsettled?
  private var selection = ParameterSelection()

  /// Makes the state in which nothing was set or selected.
  init() {}

  /// The parameter that data entry sets, or `nil` for none and for the null parameter.
  var selected: Timeline.Parameter? { selection.parameter }

  /// Forgets all, and keeps the memory for it.
  mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    unsettled = nil
    deselect()
  }

  /// Takes a part of a selection.
  mutating func select(_ controller: Controller, _ value: UInt7) { selection.apply(controller, value) }

  /// Selects nothing.
  mutating func deselect() { selection = ParameterSelection() }

  /// Takes data entry, increment or decrement.
  ///
  /// - Returns: Whether it belongs to a parameter.
  mutating func apply(
    _ controller: Controller, _ value: UInt7, _ channel: Channel, _ log: inout ChangeLog
  ) -> Bool {
    if controller == .dataEntryLeastSignificant,
      unsettled.map({ log.time - $0.time > Self.maxWait }) ?? false
    {
      settle(channel, &log)
    }
    guard let parameter = selected else {
      settle(channel, &log)
      return false
    }
    switch controller {
    case .dataEntry:
      // It resets the fine half (MIDI 1.0 Detailed Specification, "Control Change").
      let value = UInt14(mostSignificant: value, leastSignificant: 0)
      unsettled = Unsettled(parameter: parameter, value: value, time: log.time)
    case .dataEntryLeastSignificant:
      let coarse = unsettled?.value ?? values[parameter] ?? 0
      let value = UInt14(mostSignificant: coarse.mostSignificant, leastSignificant: value)
      unsettled = Unsettled(parameter: parameter, value: value, time: unsettled?.time ?? log.time)
      settle(channel, &log)
    case .dataIncrement: step(parameter, .increment(value), channel, &log)
    default: step(parameter, .decrement(value), channel, &log)
    }
    return true
  }

  /// After a step, the value is unknown.
  private mutating func step(
    _ parameter: Timeline.Parameter, _ change: Timeline.ParameterChange, _ channel: Channel,
    _ log: inout ChangeLog
  ) {
    values[parameter] = nil
    log.add(.parameter(parameter, change), channel)
  }

  /// Adds the entry of a value that is complete, if it is another than before.
  mutating func settle(_ channel: Channel, _ log: inout ChangeLog) {
    guard let settled = unsettled else { return }
    unsettled = nil
    guard values.updateValue(settled.value, forKey: settled.parameter) != settled.value else { return }
    log.add(.parameter(settled.parameter, .value(settled.value)), channel, at: settled.time)
  }
}
