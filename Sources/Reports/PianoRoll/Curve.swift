internal import MIDICore
internal import Timelines

/// A value that is drawn in a lane below the notes.
enum Curve: CaseIterable, Sendable {
  /// The sustain pedal, from 0 (up) to 127.
  case sustain
  /// The pitch bend, from −8,192 to 8,191.
  case bend

  /// The name of the lane.
  var name: String { self == .sustain ? "pedal" : "bend" }

  /// The short name of the lane.
  var shortName: String { self == .sustain ? "ped" : "bnd" }

  /// Returns the value at the edges of its lane. Bends fill their lane, so that a vibrato is visible.
  ///
  /// - Parameter largest: The largest magnitude.
  func edge(for largest: Int) -> Int {
    self == .sustain ? 127 : [512, 1024, 2048, 4096].first { $0 >= largest } ?? 8192
  }

  /// Creates the curve of a quantity, or returns `nil` if it has none.
  init?(_ quantity: ValueCurve.Quantity) {
    switch quantity {
    case .controller(64): self = .sustain
    case .bend: self = .bend
    default: return nil
    }
  }

  /// Returns a value in the unit of the lane, in which the rest position is 0.
  func value(of value: Int) -> Int { self == .bend ? value - Int(UInt14.bendCenter.rawValue) : value }
}
