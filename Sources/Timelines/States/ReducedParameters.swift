internal import MIDICore

/// The registered and nonregistered parameters of a channel: the selection and the values.
struct ReducedParameters: Sendable {
  /// The maximum time between MSB and LSB. A MIDI link carries the six messages of a setting in six milliseconds.
  private static let maxWait: Nanoseconds = .milliseconds(10)

  private var values: [Timeline.Parameter: UInt14] = [:]
  /// A value whose LSB may still arrive.
  private var unsettled: (parameter: Timeline.Parameter, value: UInt14, time: Nanoseconds, source: Int)?
  /// The parameter that data entry sets.
  var selection = ParameterSelection()

  /// Removes all values, and keeps the memory.
  mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    unsettled = nil
    selection = ParameterSelection()
  }

  /// Applies data entry, increment, or decrement.
  ///
  /// - Returns: `true` if a parameter is selected.
  mutating func apply(
    _ controller: Controller, _ value: UInt7, _ channel: Channel, _ log: inout ChangeLog
  ) -> Bool {
    if controller == .dataEntryLeastSignificant,
      unsettled.map({ log.time - $0.time > Self.maxWait }) ?? false
    {
      settle(channel, &log)
    }
    guard let parameter = selection.parameter else {
      settle(channel, &log)
      return false
    }
    switch controller {
    case .dataEntry:
      // The MSB resets the LSB (MIDI 1.0 Detailed Specification, "Control Change").
      let value = UInt14(mostSignificant: value, leastSignificant: 0)
      unsettled = (parameter, value, log.time, log.source)
    case .dataEntryLeastSignificant:
      let coarse = unsettled?.value ?? values[parameter] ?? 0
      let value = UInt14(mostSignificant: coarse.mostSignificant, leastSignificant: value)
      unsettled = (parameter, value, unsettled?.time ?? log.time, unsettled?.source ?? log.source)
      settle(channel, &log)
    case .dataIncrement: step(parameter, .increment(value), channel, &log)
    default: step(parameter, .decrement(value), channel, &log)
    }
    return true
  }

  /// Applies a step, after which the value is unknown.
  private mutating func step(
    _ parameter: Timeline.Parameter, _ change: Timeline.ParameterChange, _ channel: Channel,
    _ log: inout ChangeLog
  ) {
    values[parameter] = nil
    log.add(.parameter(parameter, change), channel)
  }

  /// Adds the entry of a complete value, if it has changed.
  mutating func settle(_ channel: Channel, _ log: inout ChangeLog) {
    guard let settled = unsettled else { return }
    unsettled = nil
    guard values.updateValue(settled.value, forKey: settled.parameter) != settled.value else { return }
    log.add(
      .parameter(settled.parameter, .value(settled.value)), channel, at: settled.time, from: settled.source)
  }
}
