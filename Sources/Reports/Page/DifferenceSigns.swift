internal import Timelines

/// The subject of a difference. Each aspect has a separate color, so that a wrong pitch, channel, velocity, and time are
/// distinguishable at a glance.
enum DifferenceAspect: String {
  case time, pitch, channel, velocity
  /// All others, such as missing notes.
  case actual
}

extension Difference.Kind {
  /// The sign and the aspect of the kind on a page.
  var mark: (sign: String, aspect: DifferenceAspect) {
    switch self {
    case .shifted: ("⇥", .time)
    case .stretched: ("↔", .time)
    case .orderSwapped: ("⇄", .time)
    case .early: ("←", .time)
    case .late: ("→", .time)
    case .tooLong, .heldTooLong, .rangTooLong: ("»", .time)
    case .tooShort, .heldTooShort, .rangTooShort: ("«", .time)
    case .transposed, .wrongPitch: ("↕", .pitch)
    case .channelChanged, .wrongChannel: ("#", .channel)
    case .velocitiesScaled: ("%", .velocity)
    case .velocitiesShifted: ("±", .velocity)
    case .wrongVelocity: ("v", .velocity)
    case .wrongReleaseVelocity: ("r", .velocity)
    case .controllerChanged, .valueOff: ("~", .actual)
    case .missing, .sourceMissing: ("−", .actual)
    case .extra, .sourceDoubled: ("+", .actual)
    case .sourceExchanged: ("⇄", .actual)
    case .retriggered, .notStolen: ("»", .actual)
    case .notRetriggered: ("«", .actual)
    case .hanging: ("∞", .actual)
    case .ended: ("|", .actual)
    case .stolen: ("×", .actual)
    case .wrongAttribute: ("=", .actual)
    case .changedEvent: ("!", .actual)
    }
  }
}
