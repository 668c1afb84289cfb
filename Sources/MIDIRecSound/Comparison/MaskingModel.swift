internal import Glibc

/// A psychoacoustic model of simultaneous masking, by frequency band.
///
/// Bands are one Bark wide, on the scale of Zwicker and Terhardt (1980). Silence is Terhardt's threshold in quiet
/// (1979), with a full-scale sine at 96 dB sound pressure level, as in the first psychoacoustic model of MPEG-1 (ISO
/// 11172-3, annex D).
///
/// Audio masks differences more than 14.5 + *z* dB below it, where *z* is the number of the band (Johnston 1988, for a
/// tone that masks noise: the strict case). The masking falls by 10 dB for each band above and 25 dB for each band
/// below (Schroeder, Atal, and Hall 1979). The model has no temporal masking, so it is stricter than human hearing.
struct MaskingModel {
  /// The assumed sound pressure level of a full-scale sine, in decibels.
  static let fullScale = 96.0
  private static let bandCount = 25

  /// The band of each value of a spectrum.
  private let bands: [Int]
  /// The mean square that is audible in silence, for each band.
  private let quiet: [Double]
  /// The factor from a masking band's mean square to the largest inaudible mean square, by masking and masked band.
  private let maskingGain: [[Double]]

  /// Creates a model for spectra of a size.
  init(binCount: Int, rate: Int) {
    let width = Double(rate) / Double(2 * max(1, binCount - 1))
    bands = (0..<binCount).map { Self.band(Double($0) * width) }
    var quiet = [Double](repeating: .infinity, count: Self.bandCount)
    for bin in 0..<binCount where bin > 0 {
      quiet[bands[bin]] = min(quiet[bands[bin]], Self.threshold(Double(bin) * width))
    }
    self.quiet = quiet
    maskingGain = (0..<Self.bandCount).map { masking in
      (0..<Self.bandCount).map { band in
        let slope = Double(band >= masking ? 10 * (band - masking) : 25 * (masking - band))
        return pow(10, -(slope + 14.5 + Double(band + 1)) / 10)
      }
    }
  }

  private static func band(_ frequency: Double) -> Int {
    let bark = 13 * atan(0.00076 * frequency) + 3.5 * atan(pow(frequency / 7500, 2))
    return min(bandCount - 1, Int(bark))
  }

  private static func threshold(_ frequency: Double) -> Double {
    let kilohertz = max(0.02, frequency / 1000)
    let level =
      3.64 * pow(kilohertz, -0.8) - 6.5 * exp(-0.6 * pow(kilohertz - 3.3, 2)) + 0.001 * pow(kilohertz, 4)
    // The mean square of a full-scale sine is one half.
    return 0.5 * pow(10, (level - fullScale) / 10)
  }

  /// Returns the mean square in each band.
  private func bandPowers(_ spectrum: [Double], _ scale: Double) -> [Double] {
    var powers = [Double](repeating: 0, count: Self.bandCount)
    for (bin, value) in spectrum.enumerated() { powers[bands[bin]] += value * scale }
    return powers
  }

  /// Returns whether a difference is audible despite the audio that masks it.
  ///
  /// - Parameter scale: The factor from power to mean square.
  func isAudible(_ difference: [Double], despite sound: [Double], scale: Double) -> Bool {
    let differences = bandPowers(difference, scale)
    guard differences.indices.contains(where: { differences[$0] > quiet[$0] }) else { return false }
    let masks = bandPowers(sound, scale)
    return differences.indices.contains { band in
      guard differences[band] > quiet[band] else { return false }
      let mask = masks.indices.reduce(0) { $0 + masks[$1] * maskingGain[$1][band] }
      return differences[band] > mask
    }
  }
}
