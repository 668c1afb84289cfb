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
  public var messages: [Message] { messages(on: .number(1)) }

  /// Returns the messages that set the light.
  ///
  /// - Parameter channel: The channel on which the instrument receives.
  public func messages(on channel: Channel) -> [Message] {
    [(20, column), (21, row), (22, color)].map {
      .controlChange(channel: channel, controller: $0, value: $1)
    }
  }
}

/// The lights that a host has set on a LinnStrument, as the instrument reads control changes 20, 21, and 22.
///
/// Controllers 20 and 21 select a column and a row, which stay selected, and 22 sets the color of that light. The
/// instrument obeys them on every channel, and ignores columns above 25 and rows above 7. Colors above 11 bring back the
/// instrument's own color, like color 0.
///
/// Source: the instrument's firmware, `handleMidiInput` and `setLed`.
public struct LinnStrumentLights: Hashable, Sendable {
  /// The controllers that select and set a light.
  public static let controllers: ClosedRange<Controller> = 20...22

  /// Column 0 has the control switches.
  private static let columnCount = 26
  private static let rowCount = 8

  private var column: UInt7 = 0
  private var row: UInt7 = 0
  /// The colors by row and column, or an empty list before the first light. A color is `nil` if no message has set it.
  private var colors: [UInt7?] = []

  /// Creates lights that no message has set.
  public init() {}

  /// Applies a control change.
  ///
  /// - Returns: The light with its new color, or `nil` if no light changes.
  public mutating func apply(_ controller: Controller, _ value: UInt7) -> LinnStrumentLight? {
    switch controller {
    case 20 where value.rawValue < Self.columnCount: column = value
    case 21 where value.rawValue < Self.rowCount: row = value
    case 22:
      let color = value.rawValue < LinnStrumentLight.colorNames.count ? value : 0
      if colors.isEmpty { colors = Array(repeating: nil, count: Self.columnCount * Self.rowCount) }
      let index = Int(row.rawValue) * Self.columnCount + Int(column.rawValue)
      guard colors[index] != color else { return nil }
      colors[index] = color
      return LinnStrumentLight(column: column, row: row, color: color)
    default: break
    }
    return nil
  }

  /// The lights that messages have set, by ascending row and column.
  public var all: [LinnStrumentLight] {
    colors.enumerated().compactMap { index, color in
      let (row, column) = index.quotientAndRemainder(dividingBy: Self.columnCount)
      return color.map {
        LinnStrumentLight(column: UInt7(clamping: column), row: UInt7(clamping: row), color: $0)
      }
    }
  }
}
