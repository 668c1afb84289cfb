/// A point in a drawing's units: x to the right, y downward.
public struct Point: Hashable, Sendable {
  /// The distance to the right.
  public var x: Double
  /// The distance downward.
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle in a drawing's units: x to the right, y downward.
public struct Rectangle: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The upper edge.
  public var y: Double
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Creates a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Returns whether the rectangle contains a point. Its left and upper edges belong to it, the others don't.
  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
  }

  /// Returns the rectangle moved by `origin`.
  public func moved(by origin: Point) -> Rectangle {
    Rectangle(x: x + origin.x, y: y + origin.y, width: width, height: height)
  }
}
