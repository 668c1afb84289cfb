internal import MIDICore

/// A source of random numbers that are the same on each machine: xoshiro256** (Blackman and Vigna, 2018).
///
/// It isn't a `RandomNumberGenerator`, because later versions of Swift may draw bounded integers and shuffle differently.
package struct SeededRandom: Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// Creates a source whose state is filled by SplitMix64, as the authors of xoshiro256** recommend.
  package init(seed: UInt64) {
    var seeds = SplitMix64(state: seed)
    state = (seeds.next(), seeds.next(), seeds.next(), seeds.next())
  }

  /// Creates a source with a state, which must not be all zeros.
  package init(state: (UInt64, UInt64, UInt64, UInt64)) { self.state = state }

  /// Returns the next 64 bits.
  package mutating func next() -> UInt64 {
    func rotated(_ value: UInt64, by count: Int) -> UInt64 { value << count | value >> (64 - count) }
    let result = rotated(state.1 &* 5, by: 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = rotated(state.3, by: 45)
    return result
  }

  /// Returns a source that is independent of the later numbers of this one.
  package mutating func child() -> SeededRandom { SeededRandom(seed: next()) }
}

extension SeededRandom {
  /// Returns an integer from 0 up to, but not including, a positive limit. Each is equally likely.
  ///
  /// This is Lemire's method (2019): the upper half of a product, drawn again in the rare cases that would favor a number.
  package mutating func below(_ limit: Int) -> Int {
    precondition(limit > 0, "a limit must be positive (found \(limit))")
    let limit = UInt64(limit)
    let leastFair = (0 &- limit) % limit
    while true {
      let product = next().multipliedFullWidth(by: limit)
      if product.low >= leastFair { return Int(product.high) }
    }
  }

  /// Returns an integer of a range.
  ///
  /// - Precondition: The range has fewer than 2⁶³ integers.
  package mutating func integer(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// Returns `true` with a probability of `count` in `total`: `chance(1, in: 8)`.
  package mutating func chance(_ count: Int, in total: Int) -> Bool { below(total) < count }

  /// Returns one of some values, at least one.
  package mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  /// Returns one of some values with a probability in proportion to its weight. The weights' sum must be positive.
  package mutating func pick<Value>(_ values: [Value], weight: (Value) -> Int) -> Value {
    var rest = below(values.reduce(0) { $0 + weight($1) })
    for value in values {
      rest -= weight(value)
      if rest < 0 { return value }
    }
    preconditionFailure("the weights changed")
  }

  /// Returns some of the values, each at most once, in random order (Fisher and Yates).
  package mutating func sample<Value>(_ count: Int, of values: [Value]) -> [Value] {
    var values = values
    let count = min(count, values.count)
    for place in 0..<count { values.swapAt(place, place + below(values.count - place)) }
    return Array(values[..<count])
  }
}
