internal import Sound

/// A buffer that combines rendered blocks to larger pieces.
struct SoundPieces {
  /// The number of blocks per piece: enough that passing it on costs little.
  private static let blockCount = 128

  private let rate: Int
  private var left = [Float](repeating: 0, count: blockCount * SynthRenderer.blockLength)
  private var right = [Float](repeating: 0, count: blockCount * SynthRenderer.blockLength)
  private var filledCount = 0

  /// Creates an empty buffer.
  init(rate: Int) { self.rate = rate }

  /// The number of free blocks, at least one.
  var freeCount: Int { Self.blockCount - filledCount }

  /// Renders blocks into the free space, and passes the piece on if it is full.
  ///
  /// - Returns: The largest sample.
  @discardableResult mutating func render(
    _ synth: borrowing Synth, blockCount: Int, measures: Bool = false,
    into sink: (AudioBuffer) throws -> Void
  ) throws -> Float {
    let start = filledCount * SynthRenderer.blockLength
    synth.render(blockCount * SynthRenderer.blockLength, into: &left, &right, at: start)
    filledCount += blockCount
    let peak = measures ? peak(from: start) : 0
    if freeCount == 0 { try flush(into: sink) }
    return peak
  }

  private func peak(from start: Int) -> Float {
    (start..<filledCount * SynthRenderer.blockLength).reduce(0) {
      max($0, abs(left[$1]), abs(right[$1]))
    }
  }

  /// Passes on the remaining blocks.
  mutating func flush(into sink: (AudioBuffer) throws -> Void) throws {
    guard filledCount > 0 else { return }
    let count = filledCount * SynthRenderer.blockLength
    filledCount = 0
    let channels = [Array(left.prefix(count)), Array(right.prefix(count))]
    guard let piece = AudioBuffer(rate: rate, channels: channels) else { return }
    try sink(piece)
  }
}
