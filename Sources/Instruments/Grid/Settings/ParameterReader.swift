internal import MIDICore

/// Reads the non-registered parameters of a channel as the instrument does: a value is complete with its LSB.
///
/// A timeline has a value only if it differs from the previous one on its channel. This reader reports every value,
/// because two channels can change one setting in turn.
struct ParameterReader: Sendable {
  /// The MSB and LSB of the selected parameter's number, or `nil` before the first selection.
  private var upper: UInt7?
  private var lower: UInt7?
  /// Whether the last selection was a registered parameter.
  private var isRegistered = false
  private var coarse: UInt7 = 0

  /// Creates a reader without a selected parameter.
  init() {}

  /// Whether data entry currently sets a non-registered parameter.
  var isSelected: Bool {
    guard let upper, let lower else { return false }
    return upper != 127 || lower != 127
  }

  /// Reads a controller.
  ///
  /// - Returns: A non-registered parameter and its value, or `nil` if the controller sets no parameter.
  mutating func take(_ controller: Controller, _ value: UInt7) -> (parameter: UInt14, value: UInt14)? {
    switch controller {
    case .nonregisteredLeastSignificant, .registeredLeastSignificant:
      select(isRegistered: controller == .registeredLeastSignificant) { $0.lower = value }
    case .nonregisteredMostSignificant, .registeredMostSignificant:
      select(isRegistered: controller == .registeredMostSignificant) { $0.upper = value }
    case .dataEntry: coarse = value
    case .dataEntryLeastSignificant:
      guard isSelected, !isRegistered, let upper, let lower else { return nil }
      return (
        UInt14(mostSignificant: upper, leastSignificant: lower),
        UInt14(mostSignificant: coarse, leastSignificant: value)
      )
    case .resetAllControllers: self = ParameterReader()
    default: break
    }
    return nil
  }

  private mutating func select(isRegistered: Bool, _ change: (inout Self) -> Void) {
    if self.isRegistered != isRegistered {
      upper = nil
      lower = nil
    }
    self.isRegistered = isRegistered
    change(&self)
  }
}
