internal import ArgumentParser
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecWorkbench
internal import Timelines

/// The options for tolerances, and for what a comparison reports once.
struct ComparisonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Tolerance for note starts and ends, such as 10ms or 1s (default: 5ms)", valueName: "time"))
  var tolerance: Nanoseconds?

  @Option(
    help: ArgumentHelp(
      "Tolerance for the start of notes, values, and events, such as 5ms", valueName: "time"))
  var onsetTolerance: Nanoseconds?

  @Option(help: ArgumentHelp("Tolerance for the end of notes, such as 20ms", valueName: "time"))
  var offsetTolerance: Nanoseconds?

  @Option(
    help: ArgumentHelp(
      "Tolerance for the end of notes, relative to their length: 0.2, 20%, or 1/5",
      discussion: "midirec uses the larger of both tolerances.", valueName: "ratio")
  )
  var offsetRatio: Session.OffsetRatio?

  @Option(help: ArgumentHelp("Tolerance for velocities, from 0 to 127", valueName: "number"))
  var velocityTolerance: Int?

  @Option(
    help: ArgumentHelp(
      "Tolerance for controllers, pressures, and pedals, from 0 to 127; 128 times as much for pitch bend and parameters",
      valueName: "number"))
  var valueTolerance: Int?

  @Flag(
    inversion: .prefixedNo,
    help: "Report a change of a passage, such as a transposition, once and not by note")
  var passages = true

  /// The maximum tolerance, also in sessions. A larger one would accept almost any result.
  private static let maxTime = Nanoseconds.seconds(3600)

  func validate() throws {
    try Self.check(tolerance, "--tolerance")
    try Self.check(onsetTolerance, "--onset-tolerance")
    try Self.check(offsetTolerance, "--offset-tolerance")
    try ValidationError.check(velocityTolerance, 0...127, "--velocity-tolerance")
    try ValidationError.check(valueTolerance, 0...127, "--value-tolerance")
  }

  private static func check(_ time: Nanoseconds?, _ option: String) throws {
    guard let time, time > maxTime else { return }
    throw ValidationError("\(option) must be at most 1h.")
  }

  /// The first given option, or `nil` if there is none.
  var givenOption: String? {
    let given = [
      ("--tolerance", tolerance != nil), ("--onset-tolerance", onsetTolerance != nil),
      ("--offset-tolerance", offsetTolerance != nil), ("--offset-ratio", offsetRatio != nil),
      ("--velocity-tolerance", velocityTolerance != nil), ("--value-tolerance", valueTolerance != nil),
      ("--no-passages", !passages),
    ]
    return given.first { $0.1 }?.0
  }

  /// Applies the given options to comparison options.
  func apply(to options: inout Comparison.Options) {
    if let onset = onsetTolerance ?? tolerance { options.onsetTolerance = onset }
    if let offset = offsetTolerance ?? tolerance { options.offsetTolerance = offset }
    if let offsetRatio { options.offsetRatio = offsetRatio.ratio }
    if let velocityTolerance { options.velocityTolerance = velocityTolerance }
    if let valueTolerance { options.valueTolerance = valueTolerance }
    if !passages { options.findsPassages = false }
  }
}

extension Session.OffsetRatio: ExpressibleByArgument {
  /// Reads `0.2`, `20%`, or `1/5`.
  package init?(argument: String) { self.init(parsing: argument) }
}
