/// The number of a registered or nonregistered parameter of a channel.
public struct ParameterNumber: Hashable, Sendable {
  /// Whether the parameter is registered.
  public let isRegistered: Bool
  /// The number; 16,383 selects no parameter.
  public let number: UInt14

  /// Creates a parameter number.
  public init(isRegistered: Bool, number: UInt14) {
    self.isRegistered = isRegistered
    self.number = number
  }

  /// The registered number that selects no parameter.
  package static let null = ParameterNumber(isRegistered: true, number: UInt14(masking: UInt14.maximum))

  /// RPN 0, the range of pitch bend in semitones.
  package static let pitchBendRange = ParameterNumber(isRegistered: true, number: 0)
  /// RPN 6, which configures a zone of MPE: the MPE Configuration Message.
  package static let mpeConfiguration = ParameterNumber(isRegistered: true, number: 6)

  /// The control changes that select the parameter, MSB first.
  package var selection: [(controller: Controller, value: UInt7)] {
    let most: Controller = isRegistered ? .registeredMostSignificant : .nonregisteredMostSignificant
    let least: Controller = isRegistered ? .registeredLeastSignificant : .nonregisteredLeastSignificant
    return [(most, number.mostSignificant), (least, number.leastSignificant)]
  }
}

/// The parameter that data entry on a channel sets, selected by controllers 98 through 101.
package struct ParameterSelection: Sendable {
  /// The MSB and LSB of a parameter number, or `nil` before they arrive.
  private typealias Parts = (mostSignificant: UInt7?, leastSignificant: UInt7?)

  private var registered: Parts = (nil, nil)
  private var nonregistered: Parts = (nil, nil)
  /// Whether the last control change selected a registered parameter, or `nil` before the first.
  package private(set) var isRegistered: Bool?

  /// Creates a selection without a parameter.
  package init() {}

  /// Applies a control change if it is one of ``Controller/parameterSelectors``.
  package mutating func apply(_ controller: Controller, _ value: UInt7) {
    switch controller {
    case .registeredMostSignificant: registered.mostSignificant = value
    case .registeredLeastSignificant: registered.leastSignificant = value
    case .nonregisteredMostSignificant: nonregistered.mostSignificant = value
    case .nonregisteredLeastSignificant: nonregistered.leastSignificant = value
    default: return
    }
    isRegistered = controller >= .registeredLeastSignificant
  }

  /// The selected parameter, or `nil` for the null parameter or an incomplete selection.
  package var parameter: ParameterNumber? {
    guard let isRegistered else { return nil }
    let parts = isRegistered ? registered : nonregistered
    guard let most = parts.mostSignificant, let least = parts.leastSignificant else { return nil }
    let number = UInt14(mostSignificant: most, leastSignificant: least)
    return number == ParameterNumber.null.number
      ? nil : ParameterNumber(isRegistered: isRegistered, number: number)
  }

  /// The control changes that restore this selection; the kind that was selected last comes last.
  package var controlChanges: [(controller: Controller, value: UInt7)] {
    let changes: [(Controller, UInt7?)] = [
      (.registeredMostSignificant, registered.mostSignificant),
      (.registeredLeastSignificant, registered.leastSignificant),
      (.nonregisteredMostSignificant, nonregistered.mostSignificant),
      (.nonregisteredLeastSignificant, nonregistered.leastSignificant),
    ]
    let ordered = isRegistered == false ? changes : Array(changes[2...] + changes[..<2])
    return ordered.compactMap { controller, value in value.map { (controller, $0) } }
  }
}
