internal import MIDICore

/// Reads the non-registered parameters of a channel as the instrument itself does: a value is there with its fine half.
///
/// A timeline says a value only where it is another than the last one on its channel; a setting that is made in turn
/// on two channels is learned each time.
struct ParameterReader: Sendable {
  /// The halves of the selected parameter's number; nothing before the first.
  private var upper: UInt7?
  private var lower: UInt7?
  /// Whether the last selection was of a registered parameter.
  private var isRegistered = false
  private var coarse: UInt7 = 0

  /// Makes the state in which nothing is selected.
  init() {}

  /// Whether data entry sets a parameter now, and isn't but two controllers.
  var isSelected: Bool {
    guard let upper, let lower else { return false }
    return upper != 127 || lower != 127
  }

  /// Takes a controller.
  ///
  /// - Returns: A non-registered parameter that is set now, and its value.
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
