internal import MIDICore

/// The controllers that the reducer knows (MIDI 1.0 Detailed Specification, table III).
extension Controller {
  static let bank: Controller = 0
  static let modulation: Controller = 1
  static let dataEntry: Controller = 6
  static let expression: Controller = 11
  static let bankFine: Controller = 32
  static let dataEntryFine: Controller = 38
  static let sustain: Controller = 64
  static let sostenuto: Controller = 66
  static let timbre: Controller = 74
  static let dataIncrement: Controller = 96
  static let dataDecrement: Controller = 97
  /// 98 and 99 select a non-registered parameter, 100 and 101 a registered one; the lower half of its number first.
  static let parameterSelectors: ClosedRange<Controller> = 98...101
  static let localControl: Controller = 122
  /// All notes off, and omni off, omni on, mono and poly, which act as such.
  static let keysUp: ClosedRange<Controller> = 123...127

  /// What "reset all controllers" sets (RP-015).
  static let resetValues: [(controller: Controller, value: UInt7)] =
    [(.modulation, 0), (.expression, 127)] + (64...69).map { (Controller(masking: $0), 0) }

  /// Whether "reset all controllers" leaves it as it is: banks, volume, pan, sound and effects controllers, local
  /// control. What RP-015 doesn't name is unknown afterwards.
  var survivesReset: Bool {
    switch rawValue {
    case 0, 7, 10, 32, 39, 42, 70...79, 91...95, 122: true
    default: false
    }
  }
}
