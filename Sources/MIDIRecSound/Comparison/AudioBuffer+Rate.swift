internal import Glibc
internal import MIDICore

extension AudioBuffer {
  /// The maximum ratio of two sample rates, and the maximum number of steps between frames.
  ///
  /// A file can state any rate, and this limit bounds the memory.
  private static let maxRatio = 8
  private static let maxPhaseCount = 100_000
  /// The number of frames on either side that contribute to a frame.
  private static let reach = 32

  /// Returns the audio at a different sample rate, by a sinc of 32 frames on either side under a raised cosine.
  ///
  /// - Returns: The unchanged buffer if the rates differ too much.
  func resampled(to newRate: Int) -> AudioBuffer {
    let divisor = greatestCommonDivisor(rate, newRate)
    let (up, down) = (newRate / divisor, rate / divisor)
    guard up <= Self.maxPhaseCount, newRate / rate < Self.maxRatio, rate / newRate < Self.maxRatio
    else { return self }
    let cutoff = min(1, Double(newRate) / Double(rate))
    let reach = Int(Double(Self.reach) / cutoff)
    let phases = (0..<up).map { Self.taps(offset: Double($0) / Double(up), cutoff, reach) }
    let count = (frameCount * up + down - 1) / down
    let newChannels = channels.indices.map { channel in
      (0..<count).map { frame in
        let (whole, phase) = (frame * down).quotientAndRemainder(dividingBy: up)
        let taps = phases[phase]
        var sum = 0.0
        for index in taps.indices { sum += taps[index] * Double(sample(channel, whole + index - reach)) }
        return Float(sum)
      }
    }
    return AudioBuffer(rate: newRate, channels: newChannels) ?? self
  }

  private static func taps(offset: Double, _ cutoff: Double, _ reach: Int) -> [Double] {
    let taps = (-reach...reach).map { place in
      let distance = Double(place) - offset
      guard abs(distance) < Double(reach) else { return 0.0 }
      let angle = Double.pi * cutoff * distance
      let sinc = angle == 0 ? 1 : sin(angle) / angle
      return sinc * (0.5 + 0.5 * cos(Double.pi * distance / Double(reach)))
    }
    let sum = taps.reduce(0, +)
    return taps.map { $0 / sum }
  }
}
