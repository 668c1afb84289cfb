internal import MIDICore
internal import Timelines

/// The latest values of controllers, programs, bends, pressures, and parameters.
struct ReceivedValues {
  /// A quantity of a channel of a source.
  struct Key: Hashable {
    let source: Int
    let channel: Channel
    let quantity: ValueCurve.Quantity
  }

  /// The values, with the times of their latest messages.
  private(set) var values: [Key: (value: Int, time: Nanoseconds)] = [:]
  private var expressions: [Int: ChannelExpression] = [:]

  /// The bend range of an MPE zone's notes, and of other channels, in semitones, unless RPN 0 sets it.
  private static let (zoneRange, standardRange) = (48.0, 2.0)

  /// Applies a change of a timeline.
  mutating func apply(_ entry: Timeline.Entry) {
    guard let channel = entry.channel else { return }
    func set(_ quantity: ValueCurve.Quantity, _ value: Int) {
      values[Key(source: entry.source, channel: channel, quantity: quantity)] = (value, entry.time)
    }
    switch entry.change {
    case .controller(let controller, let value) where controller.rawValue < 120:
      set(.controller(controller), Int(value.rawValue))
    case .program(let program, let bank):
      set(.program, Int(program.rawValue) + (bank.map { 128 * (Int($0.rawValue) + 1) } ?? 0))
    case .parameter(let parameter, .value(let value)): set(.parameter(parameter), Int(value.rawValue))
    case .expression(let expression):
      expressions[Self.index(entry.source, channel), default: ChannelExpression()].apply(expression)
      switch expression {
      case .bend(let value): set(.bend, Int(value.rawValue))
      case .pressure(let value): set(.pressure, Int(value.rawValue))
      case .timbre(let value): set(.timbre, Int(value.rawValue))
      }
    default: break
    }
  }

  /// Returns the expression of a channel.
  func expression(of source: Int, _ channel: Channel) -> ChannelExpression {
    expressions[Self.index(source, channel)] ?? ChannelExpression()
  }

  /// Returns a bend in semitones, by the range that the channel or its zone has.
  func semitones(_ bend: UInt14, of source: Int, _ channel: Channel, isInZone: Bool) -> Double {
    let range = values[
      Key(
        source: source, channel: channel,
        quantity: .parameter(.pitchBendRange))]?.value
    let semitones =
      range.map { Double($0 >> 7) + Double($0 & 127) / 100 }
      ?? (isInZone ? Self.zoneRange : Self.standardRange)
    return Double(Int(bend.rawValue) - 8192) / 8192 * semitones
  }

  /// Forgets all values.
  mutating func removeAll() { self = ReceivedValues() }

  private static func index(_ source: Int, _ channel: Channel) -> Int { source * 16 + Int(channel.rawValue) }
}

extension ValueCurve.Quantity {
  /// The range of the values.
  var range: ClosedRange<Int> {
    switch self {
    case .bend, .parameter: 0...16_383
    case .program, .controller, .pressure, .timbre, .notePressure: 0...127
    }
  }

  /// The number of the controller, or `nil` for other quantities.
  var controllerNumber: Int? {
    switch self {
    case .controller(let controller): Int(controller.rawValue)
    case .timbre: 74
    case .program, .parameter, .bend, .pressure, .notePressure: nil
    }
  }

  /// Returns a value for readers: `on` for a pedal, `+512` for a bend.
  func shownText(of value: Int) -> String {
    switch self {
    case .controller(let controller) where 64...69 ~= controller.rawValue: value >= 64 ? "on" : "off"
    case .bend: value == 8192 ? "0" : value > 8192 ? "+\(value - 8192)" : "−\(8192 - value)"
    case .controller, .program, .parameter, .pressure, .timbre, .notePressure: text(of: value)
    }
  }
}
