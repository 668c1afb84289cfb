internal import MIDICore
internal import Timelines

extension TakeAlignment {
  /// The differences of the whole recording, each to follow "is".
  var parts: [String] {
    var parts: [String] = []
    if shift != .zero {
      parts.append(shift > .zero ? "\(spanText(shift)) later" : "\(spanText(unsigned(shift))) earlier")
    }
    if tempoDrift != 0 { parts.append(stretchText(tempoDrift)) }
    if velocityScale != 1000 { parts.append("\(velocityScaleText(velocityScale))") }
    return parts
  }
}

extension TakeChange {
  /// The change in a few words.
  var text: String {
    switch self {
    case .shifted(let span): (span > .zero ? "late by " : "early by ") + spanText(span)
    case .stretched(let billionths): stretchText(billionths)
    case .velocitiesScaled(let thousandths): "\(velocityScaleText(thousandths))"
    }
  }
}

/// Returns `0.013% slower (7.8 ms per minute)` for an extra length in billionths.
private func stretchText(_ billionths: Int64) -> String {
  let magnitude = Int64(clamping: billionths.magnitude)
  let (thousands, rest) = magnitude.quotientAndRemainder(dividingBy: 1000)
  let rounded = thousands + (rest >= 500 ? 1 : 0)
  let percentage = (rounded > 0 ? "" : "under ") + decimalText(max(1, rounded), decimals: 4)
  let (nanoseconds, overflow) = magnitude.multipliedReportingOverflow(by: 60)
  let aMinute = Nanoseconds(rawValue: overflow ? .max - 1000 : nanoseconds)
  return "\(percentage)% \(billionths > 0 ? "slower" : "faster") (\(spanText(aMinute)) per minute)"
}

/// Returns the factor of all velocities.
private func velocityScaleText(_ thousandths: Int) -> String {
  "played with \(decimalText(Int64(thousandths), decimals: 3)) times the velocity"
}

/// Returns a duration without its sign: `7.25 ms` or `1.25 s`.
func spanText(_ span: Nanoseconds) -> String {
  unsigned(span).shortText
}

/// Returns the magnitude of a duration, kept below the maximum so that it can be rounded.
private func unsigned(_ span: Nanoseconds) -> Nanoseconds {
  Nanoseconds(rawValue: min(Int64(clamping: span.rawValue.magnitude), .max - 1000))
}
