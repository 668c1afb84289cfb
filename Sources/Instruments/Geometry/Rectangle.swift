/// A place in a plane, in the units of whoever draws: x to the right, y downwards.
public struct Point: Hashable, Sendable {
  /// To the right.
  public var x: Double
  /// Downwards.
  public var y: Double

  /// Makes a place of its parts.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// An upright rectangle, in the units of whoever draws: x to the right, y downwards.
public struct Rectangle: Hashable, Sendable {
  /// Its left edge.
  public var x: Double
  /// Its upper edge.
  public var y: Double
  /// How wide it is.
  public var width: Double
  /// How high it is.
  public var height: Double

  /// Makes a rectangle of its parts.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Whether a place is in it: its left and upper edges are, the others aren't.
  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
  }

  /// The same rectangle as seen from `origin`'s outer frame: moved by that place.
  public func moved(by origin: Point) -> Rectangle {
    Rectangle(x: x + origin.x, y: y + origin.y, width: width, height: height)
  }
}
