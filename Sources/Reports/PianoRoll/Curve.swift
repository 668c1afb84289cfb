internal import MIDICore
internal import Timelines

/// What moves beside the notes, each in a lane of its own.
enum Curve: CaseIterable, Sendable {
  /// The sustain pedal, 0 (up) through 127.
  case sustain
  /// The pitch bend, −8,192 through 8,191.
  case bend

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

  /// The curve that shows a quantity, if one does.
  init?(_ quantity: ValueCurve.Quantity) {
    switch quantity {
    case .controller(64): self = .sustain
    case .bend: self = .bend
    default: return nil
    }
  }

  /// A value in the unit of the lane, which is at rest at 0.
  func value(of value: Int) -> Int { self == .bend ? value - Int(UInt14.bendCenter.rawValue) : value }
}

/// A value that holds from a time on.
struct CurvePoint: Sendable {
  var time: Nanoseconds
  /// In the unit of its ``Curve``.
  var value: Int
}
