internal import Glibc

/// The waveforms and spectrograms of two audio files and their difference, in columns.
package struct SoundPicture: Hashable, Sendable {
  /// One of the three lanes.
  package struct Lane: Hashable, Sendable {
    /// The lowest sample in each column over all channels. A magnitude of 127 is the peak of both files, or of the
    /// difference in its own lane.
    package let lows: [Int8]
    /// The highest sample in each column, on the same scale.
    package let highs: [Int8]
    /// The level of each band in each column, column by column from the lowest band: 0 for at most -100 dB, and 255 for
    /// a full-scale sine.
    package let levels: [UInt8]
  }

  /// The number of bands of a spectrogram.
  package static let bandCount = 84
  /// The lower edge of the lowest band in hertz. A band is slightly wider than a ninth of an octave.
  package static let lowestFrequency = 40.0
  /// The upper edge of the highest band in hertz.
  package static let highestFrequency = 16_000.0
  /// The level of the value 0, in decibels relative to a full-scale sine.
  package static let faintest = -100.0

  /// The frames that the image shows.
  package let frames: Range<Int>
  /// The number of columns.
  package let columnCount: Int
  /// The lane of the expected audio.
  package let expected: Lane
  /// The lane of the actual audio.
  package let actual: Lane
  /// The lane of the actual audio minus the expected one.
  package let difference: Lane

  /// Draws some frames.
  ///
  /// - Parameters:
  ///   - expected: The expected audio.
  ///   - actual: The actual audio.
  ///   - frames: The frames to draw, or `nil` for all.
  ///   - columnCount: The maximum number of columns. There are never more columns than frames.
  /// - Complexity: O(*n*), where *n* is the number of frames.
  package init(expected: AudioBuffer, actual: AudioBuffer, frames: Range<Int>? = nil, columnCount: Int) {
    let pair = SoundPair(expected: expected, actual: actual)
    let frames = frames ?? 0..<pair.frameCount
    self.frames = frames
    self.columnCount = max(1, min(columnCount, frames.count))
    let painter = LanePainter(pair, frames, self.columnCount)
    let loudest = max(painter.loudest(pair.expected), painter.loudest(pair.actual))
    self.expected = painter.lane(pair.expected, loudest: loudest)
    self.actual = painter.lane(pair.actual, loudest: loudest)
    difference = painter.lane(pair.difference, loudest: painter.loudest(pair.difference))
  }
}

/// Draws the lanes of an image.
private struct LanePainter {
  private let frames: Range<Int>
  private let columnCount: Int
  private let channelCount: Int
  private let transform: FourierTransform
  /// The bins of each band.
  private let bands: [Range<Int>]

  init(_ pair: SoundPair, _ frames: Range<Int>, _ columnCount: Int) {
    self.frames = frames
    self.columnCount = columnCount
    channelCount = pair.channelCount
    transform = FourierTransform(length: pair.windowLength(2048))
    let (width, binCount) = (Double(pair.rate) / Double(transform.length), transform.binCount)
    let ratio = SoundPicture.highestFrequency / SoundPicture.lowestFrequency
    bands = (0..<SoundPicture.bandCount).map { band in
      let edges = [band, band + 1].map { edge in
        let frequency =
          SoundPicture.lowestFrequency * pow(ratio, Double(edge) / Double(SoundPicture.bandCount))
        return Int((frequency / width).rounded())
      }
      let first = min(edges[0], binCount)
      return first..<min(max(edges[1], first + 1), binCount + 1)
    }
  }

  /// Returns the largest magnitude of the samples.
  func loudest(_ sample: (Int, Int) -> Float) -> Float {
    var loudest: Float = 0
    for channel in 0..<channelCount {
      for frame in frames { loudest = max(loudest, abs(sample(channel, frame))) }
    }
    return loudest
  }

  func lane(_ sample: (Int, Int) -> Float, loudest: Float) -> SoundPicture.Lane {
    var (lows, highs): ([Int8], [Int8]) = ([], [])
    var levels: [UInt8] = []
    for column in 0..<columnCount {
      let start = frames.lowerBound + frames.count * column / columnCount
      let end = max(start + 1, frames.lowerBound + frames.count * (column + 1) / columnCount)
      var (low, high): (Float, Float) = (.infinity, -.infinity)
      for channel in 0..<channelCount {
        for frame in start..<end {
          let value = sample(channel, frame)
          low = min(low, value)
          high = max(high, value)
        }
      }
      lows.append(Self.step(low, loudest))
      highs.append(Self.step(high, loudest))
      levels += self.levels(start..<end, sample)
    }
    return SoundPicture.Lane(lows: lows, highs: highs, levels: levels)
  }

  private static func step(_ sample: Float, _ loudest: Float) -> Int8 {
    guard loudest > 0 else { return 0 }
    let part = sample / loudest
    // The difference of two samples can overflow.
    guard part.isFinite else { return sample < 0 ? -127 : 127 }
    return Int8((part * 127).rounded())
  }

  /// Returns the highest level of each band in the windows that cover a column.
  private func levels(_ column: Range<Int>, _ sample: (Int, Int) -> Float) -> [UInt8] {
    var powers = [Double](repeating: 0, count: bands.count)
    let windowCount = max(1, column.count * 2 / transform.length)
    for window in 0..<windowCount {
      let center = column.lowerBound + column.count * (2 * window + 1) / (2 * windowCount)
      let start = center - transform.length / 2
      for channel in 0..<channelCount {
        let spectrum = transform.spectrum { sample(channel, start + $0) }
        for (band, bins) in bands.enumerated() {
          let inside = bins.clamped(to: 0..<spectrum.count)
          let power = inside.reduce(0) { $0 + spectrum[$1] } * transform.scale
          powers[band] = max(powers[band], power)
        }
      }
    }
    // The mean square of a full-scale sine is one half.
    return powers.map { power in
      guard power > 0 else { return 0 }
      let part = 1 - 10 * log10(2 * power) / SoundPicture.faintest
      return UInt8(max(0, min(255, (part * 255).rounded())))
    }
  }
}
