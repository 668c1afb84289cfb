extension Nanoseconds: CustomStringConvertible {
  /// The time in seconds with six decimals, rounded to the nearest microsecond, halves up: `12.345679`.
  public var description: String {
    let microseconds = (magnitude.rawValue + 500) / 1000
    let sign = rawValue < 0 && microseconds > 0 ? "-" : ""
    return "\(sign)\(microseconds / 1_000_000).\(padded(microseconds % 1_000_000, to: 6))"
  }

  /// Returns the time in milliseconds with three decimals and, if requested, a plus sign: `+12.346`.
  public func millisecondsText(signed: Bool = false) -> String {
    let microseconds = (magnitude.rawValue + 500) / 1000
    let sign = rawValue < 0 && microseconds > 0 ? "-" : (signed ? "+" : "")
    return "\(sign)\(microseconds / 1000).\(padded(microseconds % 1000, to: 3))"
  }

  /// The duration with a unit and at most four significant digits: `416.7 ms`, `1.75 s`, `0.25 ms`.
  package var shortText: String {
    let (sign, length) = (rawValue < 0 ? "-" : "", Int64(clamping: rawValue.magnitude))
    if 1..<1000 ~= length { return "\(sign)\(length) ns" }
    let (unit, name): (Int64, String) = length < 999_950_000 ? (1_000_000, "ms") : (1_000_000_000, "s")
    let decimals = [10, 100, 1000].firstIndex { length / unit < $0 }.map { 3 - $0 } ?? 0
    let scale = [1, 10, 100, 1000][decimals] as Int64
    let rounded = scale == 1 ? (length - unit / 2) / unit + 1 : (length * scale + unit / 2) / unit
    return "\(sign)\(decimalText(rounded, decimals: decimals)) \(name)"
  }

  /// The time in seconds, rounded to the nearest microsecond, without trailing zeros: `12.5 s`.
  package var positionText: String {
    let text = description.reversed().drop { $0 == "0" }.reversed()
    return "\(String(text.last == "." ? text.dropLast() : text[...])) s"
  }

  /// Creates a duration from a number and a unit: `5ms`, `1.5s`, `250us`, `2m`, or `1h`.
  ///
  /// Only `0` needs no unit.
  ///
  /// - Returns: The duration, or `nil` if `text` isn't a duration, is negative, or is longer than 292 years.
  public init?(parsing text: String) {
    let units: [(suffix: String, nanoseconds: Int64)] = [
      ("ns", 1), ("us", 1000), ("µs", 1000), ("ms", 1_000_000), ("s", 1_000_000_000),
      ("min", 60_000_000_000), ("m", 60_000_000_000), ("h", 3_600_000_000_000),
    ]
    guard text != "0" else {
      self = .zero
      return
    }
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
    let number = text.dropLast(unit.suffix.count)
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty, whole.allSatisfy(\.isASCIIDigit) else { return nil }
    let fraction = parts.count == 2 ? parts[1] : "0"
    guard !fraction.isEmpty, fraction.count <= 9, fraction.allSatisfy(\.isASCIIDigit),
      let wholeCount = Int64(whole), let fractionCount = Int64(fraction)
    else { return nil }

    let (wholeSpan, overflow) = wholeCount.multipliedReportingOverflow(by: unit.nanoseconds)
    let divisor = (0..<fraction.count).reduce(Int64(1)) { product, _ in product * 10 }
    let fractionSpan = Int64(Int128(fractionCount) * Int128(unit.nanoseconds) / Int128(divisor))
    let (sum, sumOverflow) = wholeSpan.addingReportingOverflow(fractionSpan)
    guard !overflow, !sumOverflow else { return nil }
    self.init(rawValue: sum)
  }

  /// Creates a duration from a number and a unit.
  ///
  /// - Returns: The duration, or `nil` if `text` isn't valid or the duration is longer than `limit`.
  package init?(parsing text: String, upTo limit: Nanoseconds) {
    guard let time = Nanoseconds(parsing: text), time <= limit else { return nil }
    self = time
  }
}

extension Character {
  /// Whether the character is 0 through 9.
  ///
  /// Swift's number parsers accept signs, and `isNumber` accepts any script.
  package var isASCIIDigit: Bool { isASCII && isNumber }
}

private func padded(_ value: Int64, to width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: width - digits.count) + digits
}

extension Nanoseconds {
  /// The time in minutes and seconds with one decimal: `1:02.3` or `-0:01.2`.
  package var clockText: String {
    let tenths = rawValue.magnitude / 100_000_000
    let seconds = tenths / 10 % 60
    let sign = rawValue < 0 && tenths > 0 ? "-" : ""
    return "\(sign)\(tenths / 600):\(seconds < 10 ? "0" : "")\(seconds).\(tenths % 10)"
  }
}

extension Nanoseconds {
  /// The short text as an argument of a command line: `5ms`.
  package var argument: String { shortText.filter { $0 != " " } }
}
