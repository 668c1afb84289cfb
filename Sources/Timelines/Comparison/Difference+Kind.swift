extension Difference {
  /// The names of differences, in the order of summaries. The raw values are used in JSON.
  public enum Kind: String, CaseIterable, Sendable {
    case shifted, stretched
    case velocitiesScaled = "velocities scaled"
    case velocitiesShifted = "velocities shifted"
    case transposed
    case channelChanged = "channel changed"
    case controllerChanged = "controller changed"
    case sourceMissing = "source missing"
    case sourceDoubled = "source doubled"
    case sourceExchanged = "source exchanged"
    case missing, extra, retriggered
    case notRetriggered = "not retriggered"
    case orderSwapped = "order swapped"
    case wrongPitch = "wrong pitch"
    case wrongChannel = "wrong channel"
    case early, late
    case tooLong = "too long"
    case tooShort = "too short"
    case hanging, ended
    case heldTooLong = "held too long"
    case heldTooShort = "held too short"
    case rangTooLong = "rang too long"
    case rangTooShort = "rang too short"
    case stolen
    case notStolen = "not stolen"
    case wrongVelocity = "wrong velocity"
    case wrongReleaseVelocity = "wrong release velocity"
    case wrongAttribute = "wrong details"
    case valueOff = "value off"
    case changedEvent = "changed event"
  }

  /// The kinds of the difference: several for a note with several changes.
  public var kinds: [Kind] {
    switch self {
    case .take(.shifted): [.shifted]
    case .take(.stretched): [.stretched]
    case .take(.velocitiesScaled): [.velocitiesScaled]
    case .take(.velocitiesShifted): [.velocitiesShifted]
    case .take(.transposed): [.transposed]
    case .take(.channelChanged): [.channelChanged]
    case .take(.controllerChanged): [.controllerChanged]
    case .take(.sourceMissing): [.sourceMissing]
    case .take(.sourceDoubled): [.sourceDoubled]
    case .take(.sourceExchanged): [.sourceExchanged]
    case .note(let difference): difference.kinds
    case .swapped: [.orderSwapped]
    case .value(let difference):
      switch difference.change {
      case .off: [.valueOff]
      case .early: [.early]
      case .late: [.late]
      }
    case .event(let difference):
      switch difference.change {
      case .missing: [.missing]
      case .extra: [.extra]
      case .early: [.early]
      case .late: [.late]
      case .changed: [.changedEvent]
      case .swapped: [.orderSwapped]
      }
    }
  }
}

extension NoteDifference {
  /// The distinct kinds of the changes. A wrong pitch implies wrong attributes, such as the cells of the note.
  package var kinds: [Difference.Kind] {
    var kinds: [Difference.Kind] = []
    for kind in changes.lazy.map(\.kind) where !kinds.contains(kind) { kinds.append(kind) }
    if kinds.contains(.wrongPitch) { kinds.removeAll { $0 == .wrongAttribute } }
    return kinds
  }
}

extension NoteChange {
  /// The kind of the change.
  public var kind: Difference.Kind {
    switch self {
    case .missing: .missing
    case .extra: .extra
    case .retriggered: .retriggered
    case .notRetriggered: .notRetriggered
    case .wrongPitch: .wrongPitch
    case .wrongChannel: .wrongChannel
    case .early: .early
    case .late: .late
    case .tooLong: .tooLong
    case .tooShort: .tooShort
    case .hanging: .hanging
    case .ended: .ended
    case .heldTooLong: .heldTooLong
    case .heldTooShort: .heldTooShort
    case .rangTooLong: .rangTooLong
    case .rangTooShort: .rangTooShort
    case .stolen: .stolen
    case .notStolen: .notStolen
    case .wrongVelocity: .wrongVelocity
    case .wrongReleaseVelocity: .wrongReleaseVelocity
    case .wrongAttribute: .wrongAttribute
    }
  }
}
