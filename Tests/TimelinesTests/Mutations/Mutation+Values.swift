import MIDICore
import TestSupport
import Timelines

extension Mutation {
  /// A step of a curve, and its message.
  private struct PlayedStep {
    var curve: ValueCurve
    var step: Int
    var message: Int

    var time: Nanoseconds { curve.steps[step].time }
    var value: Int { curve.steps[step].value }
    var previousValue: Int? { step > 0 ? curve.steps[step - 1].value : curve.quantity.initialValue }
    var previousTime: Nanoseconds { step > 0 ? curve.steps[step - 1].time : .seconds(-1000) }
    var next: ValueCurve.Step? { step + 1 < curve.steps.count ? curve.steps[step + 1] : nil }
    var nextTime: Nanoseconds { next?.time ?? .seconds(1_000_000) }
  }

  private static func step(
    _ take: OriginalTake, _ generator: inout SeededGenerator, where isWanted: (ValueCurve.Quantity) -> Bool
  ) -> PlayedStep? {
    let curves = take.performance.curves.filter { isWanted($0.quantity) }
    guard let curve = curves.randomElement(using: &generator),
      let step = curve.steps.indices.randomElement(using: &generator)
    else { return nil }
    let (time, value) = (curve.steps[step].time, curve.steps[step].value)
    let message = take.recording.tracks[curve.source].messages.lastIndex { timed in
      guard (timed.time - time).magnitude < .microseconds(1) else { return false }
      return switch (timed.message, curve.quantity) {
      case (.pitchBend(curve.channel, let bend), .bend): Int(bend.rawValue) == value
      case (.channelPressure(curve.channel, let pressure), .pressure): Int(pressure.rawValue) == value
      case (.controlChange(curve.channel, .timbreController, let timbre), .timbre):
        Int(timbre.rawValue) == value
      case (.controlChange(curve.channel, let controller, let played), .controller(let wanted)):
        controller == wanted && Int(played.rawValue) == value
      default: false
      }
    }
    return message.map { PlayedStep(curve: curve, step: step, message: $0) }
  }

  private static func isPedal(_ quantity: ValueCurve.Quantity) -> Bool {
    quantity == .controller(64) || quantity == .controller(66)
  }

  /// Returns whether the value is constant for a time on both sides.
  private static func isAlone(_ step: PlayedStep, _ room: Nanoseconds) -> Bool {
    step.time - step.previousTime > room && step.nextTime - step.time > room
  }

  /// Returns whether other messages repeat the same value, which would show once one is changed.
  private static func isRepeated(_ step: PlayedStep, _ take: OriginalTake) -> Bool {
    let message = take.recording.tracks[step.curve.source].messages[step.message].message
    return take.recording.tracks[step.curve.source].messages.enumerated().contains { index, timed in
      index != step.message && timed.message == message && timed.time >= step.time - .microseconds(1)
        && timed.time <= step.nextTime
    }
  }

  /// Removes an event of a pedal.
  static func removingPedal(_ take: OriginalTake, _ generator: inout SeededGenerator) -> Mutation? {
    guard let step = step(take, &generator, where: isPedal), isAlone(step, .zero),
      abs(step.value - (step.previousValue ?? 0)) > options.valueTolerance, !isRepeated(step, take)
    else { return nil }
    var recording = take.recording
    recording.tracks[step.curve.source].messages.remove(at: step.message)
    let end = step.next?.time ?? take.performance.end
    return Mutation(
      recording: recording,
      facts: [
        .value(
          step.curve.channel, step.curve.quantity, .off, start: step.time, end: end,
          actual: step.previousValue)
      ])
  }

  /// Moves an event of a pedal between its neighbors.
  static func movingPedal(
    _ take: OriginalTake, isBeyond: Bool, _ generator: inout SeededGenerator
  ) -> Mutation? {
    let delay = isBeyond ? generator.delay(beyond: 5000, to: 400_000) : generator.delay(within: 5000)
    guard let step = step(take, &generator, where: isPedal),
      isAlone(step, delay.magnitude + .milliseconds(12)), step.time + delay >= .zero,
      abs(step.value - (step.previousValue ?? 0)) > options.valueTolerance, !isRepeated(step, take),
      step.time + delay <= take.performance.end
    else { return nil }
    var recording = take.recording
    recording.tracks[step.curve.source].messages[step.message].time =
      recording.tracks[step.curve.source].messages[step.message].time + delay
    let change: ValueDifference.Change = delay > .zero ? .late(by: delay) : .early(by: delay.magnitude)
    let (start, end) = (min(step.time, step.time + delay), max(step.time, step.time + delay))
    let actual = delay > .zero ? step.previousValue : step.value
    let fact = Fact.value(
      step.curve.channel, step.curve.quantity, change, start: start, end: end, actual: actual)
    return Mutation(recording: recording, facts: isBeyond ? [fact] : [])
  }

  /// Changes one value of a bend, or of a controller, pressure, or timbre.
  static func changingValue(
    _ take: OriginalTake, bends: Bool, isBeyond: Bool, _ generator: inout SeededGenerator
  ) -> Mutation? {
    let step = step(take, &generator) { quantity in
      switch quantity {
      case .bend: bends
      case .pressure, .timbre: !bends
      // Banks belong to programs, pedals to notes.
      case .controller(let controller): !bends && controller < 120 && ![0, 32, 64, 66].contains(controller)
      default: false
      }
    }
    guard let step, isAlone(step, .zero), !isRepeated(step, take) else { return nil }
    let (tolerance, largest) = bends ? (options.valueTolerance * 128, 16383) : (options.valueTolerance, 127)
    let range = isBeyond ? 0...largest : max(0, step.value - tolerance)...min(largest, step.value + tolerance)
    let value = Int.random(in: range, using: &generator)
    let near = step.curve.steps.enumerated().filter { index, other in
      let end = index + 1 < step.curve.steps.count ? step.curve.steps[index + 1].time : .seconds(1_000_000)
      return other.time <= step.nextTime + .milliseconds(6) && end >= step.time - .milliseconds(6)
    }.map(\.element.value)
    // If the curve has a value within the tolerance nearby, the change isn't a difference.
    let isFar = (near + [step.previousValue ?? step.value]).allSatisfy { abs($0 - value) > tolerance }
    // A value equal to its neighbor removes a step.
    let isStep = value != step.previousValue && value != step.next?.value
    guard isBeyond ? isFar : true, isStep else { return nil }
    var recording = take.recording
    let message = recording.tracks[step.curve.source].messages[step.message].message
    recording.tracks[step.curve.source].messages[step.message].message = changed(message, to: value)
    let fact = Fact.value(
      step.curve.channel, step.curve.quantity, .off, start: step.time,
      end: step.next?.time ?? take.performance.end, actual: value)
    return Mutation(recording: recording, facts: isBeyond ? [fact] : [])
  }

  private static func changed(_ message: Message, to value: Int) -> Message {
    switch message {
    case .pitchBend(let channel, _): .pitchBend(channel: channel, value: UInt14(clamping: value))
    case .channelPressure(let channel, _):
      .channelPressure(channel: channel, pressure: UInt7(clamping: value))
    case .controlChange(let channel, let controller, _):
      .controlChange(channel: channel, controller: controller, value: UInt7(clamping: value))
    default: message
    }
  }

  /// Changes a byte of a System Exclusive message.
  static func changingByte(_ take: OriginalTake, _ generator: inout SeededGenerator) -> Mutation? {
    let places = take.recording.tracks.enumerated().flatMap { track, content in
      content.messages.indices.filter { content.messages[$0].message.kind == .systemExclusive }
        .map { (track: track, message: $0) }
    }
    guard let place = places.randomElement(using: &generator),
      case .systemExclusive(let message) = take.recording.tracks[place.track].messages[place.message].message,
      let index = message.payload.indices.randomElement(using: &generator)
    else { return nil }
    var payload = message.payload
    payload[index] = UInt7(masking: payload[index].rawValue ^ .random(in: 1...127, using: &generator))
    var recording = take.recording
    recording.tracks[place.track].messages[place.message].message = .systemExclusive(
      SystemExclusive(payload: payload))
    return Mutation(recording: recording, facts: [.event(.changed)])
  }
}

extension Controller {
  /// The controller of timbre in MPE.
  fileprivate static let timbreController: Controller = 74
}
