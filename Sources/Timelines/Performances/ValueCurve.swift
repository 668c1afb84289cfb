public import MIDICore

/// How a value changed over time: of a controller, a bend, a pressure, a program or a parameter, on one channel.
public struct ValueCurve: Hashable, Sendable {
  /// What has the value.
  public enum Quantity: Hashable, Sendable {
    /// A controller, 0 through 127, but timbre and mode messages.
    case controller(Controller)
    /// The program: its number, 0 through 127, plus 128 × (bank + 1) where a bank was selected.
    case program
    /// A registered or non-registered parameter, 0 through 16,383.
    case parameter(Timeline.Parameter)
    /// The pitch bend, 0 through 16,383; 8,192 is the middle.
    case bend
    /// The pressure of the channel, 0 through 127.
    case pressure
    /// Timbre, controller 74, 0 through 127.
    case timbre
    /// The pressure of one note by poly pressure, 0 through 127.
    case notePressure(NoteNumber)
  }

  /// A value that holds from a time on.
  public struct Step: Hashable, Sendable {
    /// Since when.
    public var time: Nanoseconds
    /// In the unit of the quantity.
    public var value: Int

    /// Makes a step of its parts.
    public init(time: Nanoseconds, value: Int) {
      self.time = time
      self.value = value
    }
  }

  /// From which source: an index of ``Performance/sources``.
  public let source: Int
  /// On which channel.
  public let channel: Channel
  /// What has the value.
  public let quantity: Quantity
  /// Its changes, in order of time; at least one. Each has another value than the one before.
  public internal(set) var steps: [Step]

  /// The value before the first step: 0 for pressures and pedals, the middle for bends, otherwise unknown.
  public var initialValue: Int? { quantity.initialValue }
}

extension ValueCurve.Quantity {
  /// The value as long as nothing was said.
  public var initialValue: Int? {
    switch self {
    case .bend: Int(UInt14.bendCenter.rawValue)
    case .pressure, .notePressure: 0
    case .controller(let controller): Controller.pedals ~= controller ? 0 : nil
    case .program, .parameter, .timbre: nil
    }
  }

  /// The place of a curve among those of its source and channel.
  var place: (kind: Int, number: Int) {
    switch self {
    case .controller(let controller): (0, Int(controller.rawValue))
    case .program: (1, 0)
    case .parameter(let parameter): (parameter.isRegistered ? 2 : 3, Int(parameter.number.rawValue))
    case .bend: (4, 0)
    case .pressure: (5, 0)
    case .timbre: (6, 0)
    case .notePressure(let note): (7, Int(note.rawValue))
    }
  }
}
