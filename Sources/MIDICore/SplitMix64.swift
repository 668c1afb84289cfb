/// A generator of random numbers that are the same on each machine (Steele, Lea, and Flood, 2014).
package struct SplitMix64: Sendable {
  /// The difference of two successive states.
  package static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state: UInt64

  /// Creates a generator.
  package init(state: UInt64) { self.state = state }

  /// Returns the next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= Self.increment
    return Self.mixed(state)
  }

  /// Returns a number of which each bit depends on all bits of a state.
  package static func mixed(_ state: UInt64) -> UInt64 {
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
