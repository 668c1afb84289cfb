import TestSupport

/// Reproducible noise.
enum Noise {
  /// Returns two channels of noise from -0.5 to 0.5.
  static func stereo(frameCount: Int, seed: UInt64) -> [[Float]] {
    var generator = SeededGenerator(seed: seed)
    return (0..<2).map { _ in (0..<frameCount).map { _ in .random(in: -0.5...0.5, using: &generator) } }
  }
}
