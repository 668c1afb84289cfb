internal import ArgumentParser
internal import MIDICore
internal import Sessions
internal import Timelines

/// How far off is still right, as the command line says it.
struct ToleranceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How much earlier or later a note, a value or an event may begin, such as 5ms.", valueName: "time"))
  var onsetTolerance: Nanoseconds?

  @Option(help: ArgumentHelp("How much earlier or later a note may end, such as 20ms.", valueName: "time"))
  var offsetTolerance: Nanoseconds?

  @Option(
    help: ArgumentHelp(
      "The same as a part of the note's length: 0.2, 20%, 1/5. The larger of both counts.", valueName: "part")
  )
  var offsetRatio: OffsetRatioArgument?

  @Option(help: ArgumentHelp("By how much a velocity may differ, 0 to 127.", valueName: "number"))
  var velocityTolerance: Int?

  @Option(
    help: ArgumentHelp(
      "By how much a controller, a pressure or a pedal may differ, 0 to 127; bends and parameters by 128 times as much.",
      valueName: "number"))
  var valueTolerance: Int?

  /// More than that would take everything for right. It is what sessions may say, too.
  private static let maxTime = Nanoseconds.seconds(3600)

  func validate() throws {
    try Self.check(onsetTolerance, "--onset-tolerance")
    try Self.check(offsetTolerance, "--offset-tolerance")
    for (number, option) in [
      (velocityTolerance, "--velocity-tolerance"), (valueTolerance, "--value-tolerance"),
    ] {
      guard let number, !(0...127 ~= number) else { continue }
      throw ValidationError("\(option) takes a number from 0 to 127, not \(number).")
    }
  }

  /// Refuses a tolerance that is too large.
  static func check(_ time: Nanoseconds?, _ option: String) throws {
    guard let time, time > maxTime else { return }
    throw ValidationError("\(option) takes a time of 1h at most.")
  }

  /// One of them that was given, if any.
  var givenOption: String? {
    if onsetTolerance != nil { return "--onset-tolerance" }
    if offsetTolerance != nil { return "--offset-tolerance" }
    if offsetRatio != nil { return "--offset-ratio" }
    if velocityTolerance != nil { return "--velocity-tolerance" }
    return valueTolerance != nil ? "--value-tolerance" : nil
  }

  /// Puts into comparison options what was said.
  func apply(to options: inout Comparison.Options) {
    if let onsetTolerance { options.onsetTolerance = onsetTolerance }
    if let offsetTolerance { options.offsetTolerance = offsetTolerance }
    if let offsetRatio { options.offsetRatio = offsetRatio.value.ratio }
    if let velocityTolerance { options.velocityTolerance = velocityTolerance }
    if let valueTolerance { options.valueTolerance = valueTolerance }
  }
}

/// A part of a note's length.
struct OffsetRatioArgument: ExpressibleByArgument {
  let value: Session.OffsetRatio

  init?(argument: String) {
    guard let value = Session.OffsetRatio(parsing: argument) else { return nil }
    self.value = value
  }
}
