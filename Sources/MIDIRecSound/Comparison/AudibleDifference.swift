internal import MIDICore

/// The search for the first audible difference of two audio files.
///
/// It compares windows of 2,048 frames at 48,000 Hz (43 ms, and the same duration at other rates), each starting a
/// quarter of a window after the previous one. The first window in which ``MaskingModel`` finds the difference audible
/// contains it.
///
/// The start is then found from levels in blocks of 64 frames. From the loudest block of the window, the search goes
/// back until the level stays 60 dB below that block, or at most 10 dB above the earlier level, for 10 ms. It goes back
/// at most two seconds. So a note that starts differently is located to the millisecond, although a window is longer.
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

  /// Returns whether a difference is audible in the window that starts at a time.
  func isAudible(at time: Nanoseconds) -> Bool {
    let frame = AudioBuffer.frame(at: time, rate: pair.rate)
    return 0..<pair.frameCount ~= frame && isAudible(from: frame)
  }

  /// Returns the first frame of the audible difference, or `nil` if there is none.
  func firstFrame() -> Int? {
    let differing = (0..<pair.frameCount).first { frame in
      (0..<pair.channelCount).contains { pair.difference($0, frame) != 0 }
    }
    guard let differing else { return nil }
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

  private func isAudible(from start: Int) -> Bool {
    (0..<pair.channelCount).contains { channel in
      let isLoud = (start..<(start + windowLength)).contains { abs(pair.difference(channel, $0)) > 1e-6 }
      guard isLoud else { return false }
      let difference = transform.spectrum { pair.difference(channel, start + $0) }
      let expected = transform.spectrum { pair.expected(channel, start + $0) }
      return hearing.isAudible(difference, despite: expected, scale: transform.scale)
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
