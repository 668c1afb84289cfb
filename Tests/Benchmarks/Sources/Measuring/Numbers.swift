/// Reproducible pseudorandom numbers (SplitMix64).
public struct Numbers {
  private var state: UInt64 = 2024

  /// Creates a generator at its start.
  public init() {}

  /// Returns the next number, from 0 to a positive bound, exclusive.
  public mutating func below(_ bound: Int64) -> Int64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int64((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
