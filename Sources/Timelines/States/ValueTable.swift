internal import MIDICore

/// Values by controllers or by notes; at first all of them are unknown. With the first one it has room for each number,
/// so that a value costs no memory.
struct ValueTable<Key: BoundedInteger>: Sendable where Key.RawValue == UInt8 {
  /// What no value of seven bits is.
  private static var unknown: UInt8 { .max }

  /// The values by the numbers of their keys; empty before the first one.
  private var values: [UInt8] = []

  /// Makes a table of which nothing is known.
  init() {}

  /// A value; nothing where it is unknown.
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

  /// The keys whose values are known, in ascending order.
  var keys: some Sequence<Key> {
    values.indices.lazy.filter { values[$0] != Self.unknown }.map { Key(masking: UInt8($0)) }
  }

  /// Forgets all values.
  mutating func removeAll() {
    for index in values.indices { values[index] = Self.unknown }
  }
}
