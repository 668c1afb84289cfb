internal import MIDICore

/// Where a difference begins that can be heard.
///
/// The sounds are looked at in windows of 2,048 frames at 48,000 a second (43 ms, and as long at other rates), a quarter
/// of that apart. The first one in which ``MaskingModel`` hears the difference tells that there is one. When it began is told
/// by its level in blocks of 64 frames: back from the loudest block of that window to where it stays 60 dB below that one,
/// or no more than 10 dB above what it was before, for 10 ms; at most two seconds. So a note that starts
/// otherwise is told by its first millisecond, though a window is longer.
struct AudibleDifference {
  private static let blockLength = 64

  private let pair: SoundPair
  private let windowLength: Int
  private let transform: FourierTransform
  private let hearing: MaskingModel

  init(_ pair: SoundPair) {
    self.pair = pair
    windowLength = pair.windowLength(2048)
    transform = FourierTransform(length: windowLength)
    hearing = MaskingModel(binCount: transform.binCount, rate: pair.rate)
  }

  /// Whether a difference can be heard in the window that begins at a time.
  func isAudible(at time: Nanoseconds) -> Bool {
    let frame = AudioBuffer.frame(at: time, rate: pair.rate)
    return 0..<pair.frameCount ~= frame && isAudible(from: frame)
  }

  /// The first frame of it; nothing where none can be heard.
  func firstFrame() -> Int? {
    guard let differing = firstDiffering() else { return nil }
    let step = windowLength / 4
    var start = max(0, (differing - windowLength) / step * step)
    while start < pair.frameCount {
      if isAudible(from: start) {
        return beginning(inWindowAt: start, notBefore: differing)
      }
      start += step
    }
    return nil
  }

  /// The first frame in which the sounds aren't the same.
  private func firstDiffering() -> Int? {
    (0..<pair.frameCount).first { frame in
      (0..<pair.channelCount).contains { pair.difference($0, frame) != 0 }
    }
  }

  private func isAudible(from start: Int) -> Bool {
    (0..<pair.channelCount).contains { channel in
      let isLoud = (start..<(start + windowLength)).contains { abs(pair.difference(channel, $0)) > 1e-6 }
      guard isLoud else { return false }
      let difference = transform.spectrum { pair.difference(channel, start + $0) }
      let expected = transform.spectrum { pair.expected(channel, start + $0) }
      return hearing.isAudible(difference, beside: expected, scale: transform.scale)
    }
  }

  private func beginning(inWindowAt start: Int, notBefore differing: Int) -> Int {
    let length = Self.blockLength
    let blocksBack = min(2 * pair.rate, 1 << 20) / length
    let first = max(0, start / length - blocksBack)
    let end = (min(start + windowLength, pair.frameCount) + length - 1) / length
    let powers = (first..<end).map { block in
      pair.differencePower(block * length..<min((block + 1) * length, pair.frameCount))
    }
    let own = (start / length - first)..<powers.count
    guard let loudest = own.max(by: { powers[$0] < powers[$1] }) else { return start }
    let before = powers[..<own.lowerBound].sorted()
    let noise = before.isEmpty ? 0 : before[before.count / 2]
    let floor = max(powers[loudest] * 1e-6, noise * 10)
    let maxQuietCount = max(1, pair.rate / 100 / length)
    var (begin, quietCount) = (loudest, 0)
    for block in (0...loudest).reversed() {
      if powers[block] > floor {
        (begin, quietCount) = (block, 0)
      } else {
        quietCount += 1
        if quietCount >= maxQuietCount { break }
      }
    }
    return max((first + begin) * length, differing)
  }
}
