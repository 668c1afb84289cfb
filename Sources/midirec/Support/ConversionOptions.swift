public import ArgumentParser
public import MIDICore
public import MIDIFiles

extension Division: ExpressibleByArgument {
  /// Reads `480` or `25:40`.
  public init?(argument: String) { self.init(parsing: argument) }
}

extension MIDIFile.Format: ExpressibleByArgument {
  /// Reads `0`, `1` or `2`.
  public init?(argument: String) {
    guard let format = Self.allValues.first(where: { "\($0.rawValue)" == argument }) else { return nil }
    self = format
  }

  /// The accepted values.
  public static var allValueStrings: [String] { allValues.map { "\($0.rawValue)" } }

  private static var allValues: [Self] { [.singleTrack, .simultaneousTracks, .independentTracks] }
}

extension MIDIFile.EncodingOptions.RunningStatus: ExpressibleByArgument {
  /// Empty, because help would otherwise list the names of the cases.
  public static var allValueDescriptions: [String: String] { [:] }
}

/// A constant tempo in quarter notes per minute.
struct QuartersPerMinute: ExpressibleByArgument {
  /// The tempo as a file stores it, rounded to the nearest microsecond per quarter note, halves up.
  let microsecondsPerQuarter: UInt32

  /// Reads a decimal number such as `120` or `93.75`, from 3.58 (the slowest tempo of a file) to 60,000,000.
  init?(argument: String) {
    let parts = argument.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : ""
    let digits = parts[0] + fraction
    guard !parts[0].isEmpty, parts.count == 1 || !fraction.isEmpty, fraction.count <= 9,
      digits.allSatisfy(\.isASCIIDigit),
      let number = UInt64(digits), number > 0
    else { return nil }
    let scale = fraction.reduce(UInt128(1)) { scale, _ in scale * 10 }
    let rounded = (120_000_000 * scale + UInt128(number)) / (2 * UInt128(number))
    guard 1...0xFF_FFFF ~= rounded else { return nil }
    microsecondsPerQuarter = UInt32(rounded)
  }
}
