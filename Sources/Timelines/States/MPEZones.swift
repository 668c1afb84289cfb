internal import MIDICore

/// The zones of MPE (MIDI Polyphonic Expression 1.0, M1-100-UM): a manager's channel and member channels, in which each
/// note has a channel of its own.
struct MPEZones: Hashable, Sendable {
  /// The parameter that sets a zone: the MPE Configuration Message.
  static let configuration = Timeline.Parameter(isRegistered: true, number: 6)

  /// The managers' channels, 1 and 16.
  private static let lowerManager: Channel = 0
  private static let upperManager: Channel = 15

  /// How many member channels the zone of channel 1 has; 0 where it is off.
  private var lower: UInt8 = 0
  /// How many member channels the zone of channel 16 has.
  private var upper: UInt8 = 0

  /// Makes the state without zones.
  init() {}

  /// Takes the coarse value of RPN 6. On other channels than 1 and 16, and beyond 15, it means nothing.
  mutating func configure(_ channel: Channel, members: UInt7) {
    let count = members.rawValue
    guard count <= 15 else { return }
    // Where zones overlap, the newer one keeps its channels; a zone of 15 leaves the other not even a manager.
    switch channel {
    case Self.lowerManager:
      lower = count
      upper = min(upper, count == 15 ? 0 : 14 - count)
    case Self.upperManager:
      upper = count
      lower = min(lower, count == 15 ? 0 : 14 - count)
    default: break
    }
  }

  /// The manager's channel of a member channel; nothing for other channels.
  func manager(of channel: Channel) -> Channel? {
    if lower > 0, 1...lower ~= channel.rawValue { return Self.lowerManager }
    if upper > 0, 15 - upper...14 ~= channel.rawValue { return Self.upperManager }
    return nil
  }

  /// Whether a pedal or a mode message on `channel` reaches another channel, or itself.
  func reaches(_ other: Channel, from channel: Channel) -> Bool {
    other == channel || manager(of: other) == channel
  }
}
