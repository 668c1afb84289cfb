package import MIDICore

/// The zones of MPE (MIDI Polyphonic Expression 1.0, M1-100-UM).
///
/// A zone has a manager channel and member channels, in which each note has a separate channel.
package struct MPEZones: Hashable, Sendable {
  /// The manager channels, 1 and 16.
  private static let lowerManager: Channel = .number(1)
  private static let upperManager: Channel = .number(16)

  /// The number of member channels of the lower zone, or 0 if the zone is off.
  private var lower: UInt8 = 0
  /// The number of member channels of the upper zone, or 0 if the zone is off.
  private var upper: UInt8 = 0

  /// Creates a state without zones.
  package init() {}

  /// Applies the MSB of RPN 6.
  ///
  /// - Returns: Whether it is valid. It has no effect on channels other than 1 and 16, and above 15.
  @discardableResult package mutating func configure(_ channel: Channel, members: UInt7) -> Bool {
    let count = members.rawValue
    guard count <= 15 else { return false }
    // If zones overlap, the newer zone keeps its channels. A zone of 15 members removes the other zone's manager.
    switch channel {
    case Self.lowerManager:
      lower = count
      upper = min(upper, count == 15 ? 0 : 14 - count)
    case Self.upperManager:
      upper = count
      lower = min(lower, count == 15 ? 0 : 14 - count)
    default: return false
    }
    return true
  }

  /// Returns the manager channel of a member channel, or `nil` for other channels.
  package func manager(of channel: Channel) -> Channel? {
    if lower > 0, 1...lower ~= channel.rawValue { return Self.lowerManager }
    if upper > 0, 15 - upper...14 ~= channel.rawValue { return Self.upperManager }
    return nil
  }

  /// Returns the member channels of a manager channel, in order.
  package func members(of channel: Channel) -> [Channel] {
    guard isManager(channel) else { return [] }
    return (0...Channel.maximum).map { Channel(masking: $0) }.filter { manager(of: $0) == channel }
  }

  /// Returns whether a channel is the manager channel of a zone.
  package func isManager(_ channel: Channel) -> Bool {
    (lower > 0 && channel == Self.lowerManager) || (upper > 0 && channel == Self.upperManager)
  }
}
