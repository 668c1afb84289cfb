internal import MIDICore
internal import Sound

/// Which block a time belongs to, at a rate. All by whole numbers.
struct BlockClock {
  /// How many frames a second.
  let rate: Int

  /// The first block that begins at `time` or after it; the first of all for times before it.
  func block(at time: Nanoseconds) -> Int {
    let (blocks, rest) = Int128(time.rawValue).multipliedReportingOverflow(by: Int128(rate)).partialValue
      .quotientAndRemainder(dividingBy: Int128(1_000_000_000) * Int128(SynthRenderer.blockLength))
    return max(0, Int(clamping: rest > 0 ? blocks + 1 : blocks))
  }

  /// When a block begins, rounded down to a nanosecond.
  func time(of block: Int) -> Nanoseconds {
    AudioBuffer.time(ofFrame: block * SynthRenderer.blockLength, rate: rate)
  }
}
