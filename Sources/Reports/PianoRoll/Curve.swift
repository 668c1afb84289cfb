internal import MIDICore

/// What moves beside the notes, each in a lane of its own.
enum Curve: CaseIterable, Sendable {
  /// The sustain pedal, 0 (up) through 127.
  case sustain
  /// The pitch bend, −8,192 through 8,191.
  case bend

  private static let sustainPedal: Controller = 64

  /// The name that stands beside the lane.
  var name: String { self == .sustain ? "pedal" : "bend" }

  /// The name where there is little room.
  var shortName: String { self == .sustain ? "ped" : "bnd" }

  /// The values at the edges of its lane: bends fill it as far as they go, so that a vibrato can be seen.
  ///
  /// - Parameter largest: The largest value that is drawn, without its sign.
  func edge(for largest: Int) -> Int {
    self == .sustain ? 127 : [512, 1024, 2048, 4096].first { $0 >= largest } ?? 8192
  }

  /// What a message sets; each curve is at rest at 0.
  static func values(of message: Message) -> [(curve: Curve, value: Int)] {
    switch message {
    case .controlChange(_, sustainPedal, let value): [(.sustain, Int(value.rawValue))]
    // Recommended Practice RP-015 has both in the list of what is reset.
    case .controlChange(_, .resetAllControllers, _): [(.sustain, 0), (.bend, 0)]
    case .pitchBend(_, let value): [(.bend, Int(value.rawValue) - Int(UInt14.bendCenter.rawValue))]
    default: []
    }
  }
}

/// A value that holds from a time on.
struct CurvePoint: Sendable {
  var time: Nanoseconds
  /// In the unit of its ``Curve``.
  var value: Int
}
