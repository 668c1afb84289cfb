internal import MIDICore

/// Values by controller or note, which are initially unknown.
///
/// The first value allocates space for all numbers, so later values need no memory.
struct ValueTable<Key: BoundedInteger>: Sendable where Key.RawValue == UInt8 {
  /// The mark of unknown values, which isn't a 7-bit value.
  private static var unknown: UInt8 { .max }

  /// The values by the number of their keys, or empty before the first one.
  private var values: [UInt8] = []

  /// Creates a table of unknown values.
  init() {}

  /// The value, or `nil` if it is unknown.
  subscript(key: Key) -> UInt7? {
    get {
      guard !values.isEmpty else { return nil }
      let value = values[Int(key.rawValue)]
      return value == Self.unknown ? nil : UInt7(masking: value)
    }
    set {
      if values.isEmpty { values = Array(repeating: Self.unknown, count: Int(Key.maximum) + 1) }
      values[Int(key.rawValue)] = newValue?.rawValue ?? Self.unknown
    }
  }

  /// The keys with known values, in ascending order.
  var keys: some Sequence<Key> {
    values.indices.lazy.filter { values[$0] != Self.unknown }.map { Key(masking: UInt8($0)) }
  }

  /// Resets all values to unknown.
  mutating func removeAll() {
    for index in values.indices { values[index] = Self.unknown }
  }
}
