internal import Sound

/// What is rendered and not handed on yet: blocks are put together into larger pieces.
struct SoundPieces {
  /// How many blocks there are in a piece: enough that handing it on costs nothing beside rendering it.
  private static let blockCount = 128

  private let rate: Int
  private var left = [Float](repeating: 0, count: blockCount * SynthRenderer.blockLength)
  private var right = [Float](repeating: 0, count: blockCount * SynthRenderer.blockLength)
  private var filledCount = 0

  /// Begins with nothing.
  init(rate: Int) { self.rate = rate }

  /// How many blocks there is room for; always some.
  var freeCount: Int { Self.blockCount - filledCount }

  /// Renders blocks, of which there is room for so many, and hands the piece on where it is full.
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

  /// Hands on what is left.
  mutating func flush(into sink: (AudioBuffer) throws -> Void) throws {
    guard filledCount > 0 else { return }
    let count = filledCount * SynthRenderer.blockLength
    filledCount = 0
    let channels = [Array(left.prefix(count)), Array(right.prefix(count))]
    guard let piece = AudioBuffer(rate: rate, channels: channels) else { return }
    try sink(piece)
  }
}
