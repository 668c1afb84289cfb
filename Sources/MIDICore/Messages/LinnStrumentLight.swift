/// A light of a LinnStrument and its color, set by control changes 20, 21, and 22.
public struct LinnStrumentLight: Hashable, Sendable {
  /// The column, from 1 at the left.
  public let column: UInt7
  /// The row, from 0 at the bottom.
  public let row: UInt7
  /// The color as an index of ``colorNames``; 0 is the instrument's own color.
  public let color: UInt7

  /// Creates a light.
  public init(column: UInt7, row: UInt7, color: UInt7) {
    self.column = column
    self.row = row
    self.color = color
  }

  /// The names of the colors, indexed by number. `default` is the instrument's own color.
  public static let colorNames = [
    "default", "red", "yellow", "green", "cyan", "blue", "magenta", "off", "white", "orange", "lime", "pink",
  ]

  /// The name of the color, or its number if the instrument has no such color.
  public var colorName: String {
    Self.colorNames.indices ~= Int(color.rawValue) ? Self.colorNames[Int(color.rawValue)] : "color \(color)"
  }

  /// The messages that set the light, on channel 1.
  public var messages: [Message] { messages(on: 0) }

  /// Returns the messages that set the light.
  ///
  /// - Parameter channel: The channel on which the instrument receives.
  public func messages(on channel: Channel) -> [Message] {
    [(20, column), (21, row), (22, color)].map {
      .controlChange(channel: channel, controller: $0, value: $1)
    }
  }
}
