internal import Timelines

/// The subject of a difference. Each aspect has a separate color, so that a wrong pitch, channel, velocity, and time are
/// distinguishable at a glance.
enum DifferenceAspect: String {
  case time, pitch, channel, velocity
  /// All others, such as missing notes.
  case actual
}

extension Difference.Kind {
  /// The sign of the kind on a page.
  var sign: String {
    switch self {
    case .shifted: "⇥"
    case .stretched: "↔"
    case .velocitiesScaled: "%"
    case .velocitiesShifted: "±"
    case .transposed, .wrongPitch: "↕"
    case .channelChanged, .wrongChannel: "#"
    case .controllerChanged, .valueOff: "~"
    case .missing, .sourceMissing: "−"
    case .extra, .sourceDoubled: "+"
    case .orderSwapped, .sourceExchanged: "⇄"
    case .early: "←"
    case .late: "→"
    case .retriggered, .tooLong, .heldTooLong, .rangTooLong, .notStolen: "»"
    case .notRetriggered, .tooShort, .heldTooShort, .rangTooShort: "«"
    case .hanging: "∞"
    case .ended: "|"
    case .stolen: "×"
    case .wrongVelocity: "v"
    case .wrongReleaseVelocity: "r"
    case .wrongAttribute: "="
    case .changedEvent: "!"
    }
  }

  /// The aspect of the kind.
  var aspect: DifferenceAspect {
    switch self {
    case .shifted, .stretched, .orderSwapped, .early, .late, .tooLong, .tooShort, .heldTooLong, .heldTooShort,
      .rangTooLong, .rangTooShort:
      .time
    case .transposed, .wrongPitch: .pitch
    case .channelChanged, .wrongChannel: .channel
    case .velocitiesScaled, .velocitiesShifted, .wrongVelocity, .wrongReleaseVelocity: .velocity
    case .controllerChanged, .sourceMissing, .sourceDoubled, .sourceExchanged, .missing, .extra, .retriggered,
      .notRetriggered, .hanging, .ended, .stolen, .notStolen, .wrongAttribute, .valueOff, .changedEvent:
      .actual
    }
  }
}
