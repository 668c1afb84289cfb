package import MIDICore

extension EventDifference {
  /// Returns the difference in a few words.
  func verdict(_ middleC: MiddleC = .octave4) -> String {
    switch change {
    case .missing: "missing"
    case .extra: "extra"
    case .early(let span): "early by \(spanText(span))"
    case .late(let span): "late by \(spanText(span))"
    case .changed: changeText(middleC)
    case .swapped: "arrived after \(actual?.change.name(middleC) ?? "another event"); expected before it"
    }
  }

  private func changeText(_ middleC: MiddleC) -> String {
    guard let expected, let actual else { return "changed" }
    if case .system(let expected) = expected.change, case .system(let actual) = actual.change {
      return Self.bytesText(expected: expected.bytes, actual: actual.bytes)
    }
    let actualValue = actual.change.valueText
    guard expected.change.name(middleC) == actual.change.name(middleC) else {
      return "\([actual.change.name(middleC), actualValue].compactMap { $0 }.joined(separator: " ")) instead"
    }
    return "\(actualValue ?? "no value") instead of \(expected.change.valueText ?? "no value")"
  }

  /// Returns the first different byte and the number of different bytes, or the number of bytes.
  private static func bytesText(expected: [UInt8], actual: [UInt8]) -> String {
    guard expected.count == actual.count else {
      return "\(pluralized(actual.count, "byte")) instead of \(grouped(expected.count))"
    }
    let differing = expected.indices.filter { expected[$0] != actual[$0] }
    guard let first = differing.first else { return "changed" }
    let change =
      "\(hexadecimal(actual[first])) instead of \(hexadecimal(expected[first])) at byte \(first + 1)"
    return differing.count == 1 ? change : "\(change), and \(pluralized(differing.count - 1, "more byte"))"
  }
}

extension Timeline.Change {
  /// Returns the standard name of the event, without its channel.
  package func name(_ middleC: MiddleC = .octave4) -> String {
    switch self {
    case .system(let message):
      [message.kind.name, message.listedValues(middleC)].filter { !$0.isEmpty }.joined(separator: " ")
    case .controller(let controller, _): controller.nameText
    case .pedalLeftDown(let controller, _): "\(controller.nameText) left down"
    case .program: "program"
    case .light(let light): "light at column \(light.column), row \(light.row)"
    case .parameter(let parameter, .value): parameter.nameText
    case .parameter(let parameter, .increment): "\(parameter.nameText) stepped up"
    case .parameter(let parameter, .decrement): "\(parameter.nameText) stepped down"
    case .expression(.bend): "bend"
    case .expression(.pressure): "pressure"
    case .expression(.timbre): "timbre"
    case .note(let number, .strayNoteOff): "note-off of \(number.name(middleC)) without a note"
    case .note(let number, .hanging): "hanging \(number.name(middleC))"
    case .note(let number, _): "end of \(number.name(middleC))"
    }
  }

  /// The value of the event, or `nil` if it has none.
  fileprivate var valueText: String? {
    switch self {
    case .controller(_, let value), .pedalLeftDown(_, let value): "\(value)"
    case .program(let program, _): "\(program)"
    case .light(let light): light.colorName
    case .parameter(_, .value(let value)): "\(value)"
    case .parameter(_, .increment(let step)), .parameter(_, .decrement(let step)): "\(step)"
    case .expression(.bend(let value)): "\(value)"
    case .expression(.pressure(let value)), .expression(.timbre(let value)): "\(value)"
    case .note(_, .strayNoteOff(let velocity?)): "velocity \(velocity)"
    case .note, .system: nil
    }
  }
}
