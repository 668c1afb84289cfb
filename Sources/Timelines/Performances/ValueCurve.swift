public import MIDICore

/// The values of a controller, pitch bend, pressure, program, or parameter over time on one channel.
public struct ValueCurve: Hashable, Sendable {
  /// The quantity that has a value.
  public enum Quantity: Hashable, Sendable {
    /// A controller from 0 to 127, except timbre and mode messages.
    case controller(Controller)
    /// The program number, from 0 to 127, plus 128 × (bank + 1) if a bank was selected.
    case program
    /// A registered or nonregistered parameter, from 0 to 16,383.
    case parameter(Timeline.Parameter)
    /// The pitch bend, from 0 to 16,383. The center is 8,192.
    case bend
    /// The channel pressure, from 0 to 127.
    case pressure
    /// Timbre, which is controller 74, from 0 to 127.
    case timbre
    /// The poly pressure of one note, from 0 to 127.
    case notePressure(NoteNumber)
  }

  /// A change of a value.
  public struct Step: Hashable, Sendable {
    /// The time of the change.
    public var time: Nanoseconds
    /// The new value, in the unit of the quantity.
    public var value: Int

    /// Creates a step with the given values.
    public init(time: Nanoseconds, value: Int) {
      self.time = time
      self.value = value
    }
  }

  /// The source, as an index of ``Performance/sources``.
  public let source: Int
  /// The channel.
  public let channel: Channel
  /// The quantity.
  public let quantity: Quantity
  /// The changes in order of time, at least one. Each value differs from the value before it, unless a different source
  /// changed it in between.
  public package(set) var steps: [Step]
}

extension ValueCurve.Quantity {
  /// The value before any message: 0 for pressures and pedals, the center for pitch bend, otherwise `nil` because it is
  /// unknown.
  public var initialValue: Int? {
    switch self {
    case .bend: Int(UInt14.bendCenter.rawValue)
    case .pressure, .notePressure: 0
    case .controller(let controller): Controller.pedals ~= controller ? 0 : nil
    case .program, .parameter, .timbre: nil
    }
  }

  /// The position of a curve among the curves of its source and channel.
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

extension [ValueCurve] {
  /// The curves ordered by source, channel, and quantity.
  var inOrder: [ValueCurve] {
    sorted { left, right in
      (left.source, left.channel.number, left.quantity.place.kind, left.quantity.place.number)
        < (right.source, right.channel.number, right.quantity.place.kind, right.quantity.place.number)
    }
  }
}
