internal import Timelines

extension Difference.Kind {
  /// The sign and the name of the color of the kind on a page.
  ///
  /// Each aspect has a separate color, so that a wrong pitch, channel, velocity, and time are distinguishable at a glance.
  /// All others, such as missing notes, have the color of the actual take.
  var mark: (sign: String, color: String) {
    switch self {
    case .shifted: ("⇥", "time")
    case .stretched: ("↔", "time")
    case .orderSwapped: ("⇄", "time")
    case .early: ("←", "time")
    case .late: ("→", "time")
    case .tooLong, .heldTooLong, .rangTooLong: ("»", "time")
    case .tooShort, .heldTooShort, .rangTooShort: ("«", "time")
    case .transposed, .wrongPitch: ("↕", "pitch")
    case .channelChanged, .wrongChannel: ("#", "channel")
    case .velocitiesScaled: ("%", "velocity")
    case .velocitiesShifted: ("±", "velocity")
    case .wrongVelocity: ("v", "velocity")
    case .wrongReleaseVelocity: ("r", "velocity")
    case .controllerChanged, .valueOff: ("~", "actual")
    case .missing, .sourceMissing: ("−", "actual")
    case .extra, .sourceDoubled: ("+", "actual")
    case .sourceExchanged: ("⇄", "actual")
    case .retriggered, .notStolen: ("»", "actual")
    case .notRetriggered: ("«", "actual")
    case .hanging: ("∞", "actual")
    case .ended: ("|", "actual")
    case .stolen: ("×", "actual")
    case .wrongAttribute: ("=", "actual")
    case .changedEvent: ("!", "actual")
    }
  }
}
