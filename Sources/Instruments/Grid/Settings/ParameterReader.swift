internal import MIDICore

/// Reads the parameters of a channel that set a LinnStrument.
///
/// The value of a non-registered parameter is complete with its LSB, as on the instrument. MPE configuration (RPN 6) has
/// no LSB.
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

  /// The parameter that data entry currently sets, or `nil` if none is selected.
  var selected: ParameterNumber? {
    guard let upper, let lower, upper != 127 || lower != 127 else { return nil }
    return ParameterNumber(
      isRegistered: isRegistered, number: UInt14(mostSignificant: upper, leastSignificant: lower))
  }

  /// Reads a controller.
  ///
  /// - Returns: A parameter and its complete value, or `nil` if the controller completes none.
  mutating func take(_ controller: Controller, _ value: UInt7) -> (parameter: ParameterNumber, value: UInt14)?
  {
    switch controller {
    case .nonregisteredLeastSignificant, .registeredLeastSignificant:
      select(isRegistered: controller == .registeredLeastSignificant) { $0.lower = value }
    case .nonregisteredMostSignificant, .registeredMostSignificant:
      select(isRegistered: controller == .registeredMostSignificant) { $0.upper = value }
    case .dataEntry:
      coarse = value
      guard selected == .mpeConfiguration else { return nil }
      return (.mpeConfiguration, UInt14(mostSignificant: value, leastSignificant: 0))
    case .dataEntryLeastSignificant:
      guard let selected, !selected.isRegistered else { return nil }
      return (selected, UInt14(mostSignificant: coarse, leastSignificant: value))
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
