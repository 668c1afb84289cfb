/// A note whose key is down or that a pedal holds.
struct ReducedNote: Hashable, Sendable {
  /// What is heard of it.
  enum Phase: Hashable, Sendable {
    case sounding
    case held(Timeline.HoldingPedal)
    /// It was ended from elsewhere, by all sound off or a pedal after all notes off, and its note-off is to come.
    case silent
  }

  var phase = Phase.sounding
  /// How many note-ons had no note-off.
  var strikes = 1
  /// Whether its key was down when the sostenuto pedal was pressed that is down now.
  var isCaptured = false

  /// The pedal that holds it when its key is up.
  func holder(_ pedals: ReducedChannel.Pedals) -> Timeline.HoldingPedal? {
    let sostenuto = pedals.sostenuto && isCaptured
    // A pedal that holds it already goes on to.
    if sostenuto, phase == .held(.sostenuto) { return .sostenuto }
    return pedals.sustain ? .sustain : sostenuto ? .sostenuto : nil
  }
}
