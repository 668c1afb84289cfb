internal import MIDICore

extension TakeAlignment {
  /// The differences of the whole take, each to follow "is".
  package var parts: [String] {
    var parts: [String] = []
    if shift != .zero {
      parts.append(shift > .zero ? "\(spanText(shift)) later" : "\(spanText(unsigned(shift))) earlier")
    }
    if tempoDrift != 0 { parts.append(stretchText(tempoDrift)) }
    if velocityScale != 1000 {
      parts.append("played with \(velocityScaleText(velocityScale, roundsDown: roundsVelocitiesDown))")
    }
    if velocityOffset != 0 { parts.append("played with \(velocityOffsetText(velocityOffset))") }
    return parts
  }
}

extension TakeChange {
  /// Returns the change in a few words.
  ///
  /// - Parameters:
  ///   - middleC: The octave of middle C in names of poly pressure.
  ///   - beats: The beats of the expected take, or `nil` if they are unknown.
  func text(_ middleC: MiddleC, _ beats: BeatGrid?) -> String {
    switch self {
    case .shifted(let span): (span > .zero ? "late by " : "early by ") + spanText(span)
    case .stretched(let billionths):
      billionths.isLargeStretch
        ? beats?.tempoText(billionths, in: Passage()) ?? stretchText(billionths) : stretchText(billionths)
    case .velocitiesScaled(let thousandths, let roundsDown):
      "played with \(velocityScaleText(thousandths, roundsDown: roundsDown))"
    case .velocitiesShifted(let offset): velocityOffsetText(offset)
    case .transposed(let semitones, let part):
      intervalText(semitones) + (part == TakePart() ? " throughout" : "")
    case .channelChanged(_, let channel, _): "plays on channel \(channel)"
    case .controllerChanged(_, let quantity, _): "arrives as \(quantity.name(middleC))"
    case .sourceMissing: "missing"
    case .sourceDoubled(_, copy: nil): "arrives twice"
    case .sourceDoubled(_, let name?):
      "arrives again from \(name.isEmpty ? "another source" : name.printable)"
    case .sourceExchanged(_, let name): "arrives from \(name.printable)"
    }
  }
}

/// Returns `0.013% slower (7.8 ms per minute)` for an extra length in billionths, or the tempo if it is more than a
/// twentieth: `20% slower`.
private func stretchText(_ billionths: Int64) -> String {
  if billionths.isLargeStretch { return tempoText(billionths) }
  let magnitude = Int64(clamping: billionths.magnitude)
  let (thousands, rest) = magnitude.quotientAndRemainder(dividingBy: 1000)
  let rounded = thousands + (rest >= 500 ? 1 : 0)
  let percentage = (rounded > 0 ? "" : "under ") + decimalText(max(1, rounded), decimals: 4)
  let (nanoseconds, overflow) = magnitude.multipliedReportingOverflow(by: 60)
  let aMinute = Nanoseconds(rawValue: overflow ? .max - 1000 : nanoseconds)
  return "\(percentage)% \(billionths > 0 ? "slower" : "faster") (\(spanText(aMinute)) per minute)"
}

extension Int64 {
  /// Whether an extra length in billionths is that of a different tempo, and not of a clock that drifts.
  fileprivate var isLargeStretch: Bool { magnitude > 50_000_000 }
}

/// Returns the factor of velocities: `0.7 times the velocity, rounded down`.
func velocityScaleText(_ thousandths: Int, roundsDown: Bool) -> String {
  "\(decimalText(Int64(thousandths), decimals: 3)) times the velocity\(roundsDown ? ", rounded down" : "")"
}

/// Returns the offset of all velocities: `velocities 10 lower`.
private func velocityOffsetText(_ offset: Int) -> String {
  "velocities \(offset.magnitude) \(offset > 0 ? "higher" : "lower")"
}

/// Returns a duration without its sign: `7.25 ms` or `1.25 s`.
func spanText(_ span: Nanoseconds) -> String {
  unsigned(span).shortText
}

/// Returns the magnitude of a duration, kept below the maximum so that it can be rounded.
private func unsigned(_ span: Nanoseconds) -> Nanoseconds {
  Nanoseconds(rawValue: min(Int64(clamping: span.rawValue.magnitude), .max - 1000))
}
