internal import MIDICore

/// A reproducible random number generator: SplitMix64.
package struct SeededGenerator: RandomNumberGenerator {
  /// The seed.
  package let seed: UInt64
  private var numbers: SplitMix64

  /// Creates the generator of a property test.
  ///
  /// Its numbers are the same in each run of `Scripts/test`. With `--full` they differ, and the seed is printed;
  /// `MIDIREC_SEED` repeats a run.
  package static func forProperties() -> SeededGenerator {
    if let seed = TestEnvironment.seed { return SeededGenerator(seed: seed) }
    guard TestEnvironment.isFull else { return SeededGenerator(seed: 1) }
    let seed = UInt64.random(in: 1...UInt64.max)
    print("property test with MIDIREC_SEED=\(seed)")
    return SeededGenerator(seed: seed)
  }

  /// Creates a generator with a seed.
  package init(seed: UInt64) {
    self.seed = seed
    numbers = SplitMix64(state: seed)
  }

  /// Returns one of some values, at least one.
  package mutating func element<Value>(of values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &self)]
  }

  /// Returns the next number.
  package mutating func next() -> UInt64 { numbers.next() }
}
