internal import Glibc

/// What can be heard beside another sound, band by band.
///
/// Bands are one Bark wide, of the scale of Zwicker and Terhardt (1980). Silence is Terhardt's threshold in quiet (1979),
/// where a sine of full scale is taken for 96 dB of sound pressure, as in the first psychoacoustic model of MPEG-1 (ISO
/// 11172-3, annex D). A sound hides what is less than 14.5 + *z* dB below it, *z* being the number of the band (Johnston
/// 1988, for a tone that hides noise: the strict case); it hides in bands above with 10 dB less for each, in bands below
/// with 25 dB less (Schroeder, Atal and Hall 1979). What was just before or just after hides nothing here: that is
/// stricter than ears are.
struct MaskingModel {
  /// The sound pressure that a sine of full scale is taken for, in decibels.
  static let fullScale = 96.0
  private static let bandCount = 25

  /// The band of each value of a spectrum.
  private let bands: [Int]
  /// For each band, the mean square that can be heard in silence.
  private let quiet: [Double]
  /// What a sound's mean square is multiplied with for what it hides, by the band that hides and the one that is hidden.
  private let maskingGain: [[Double]]

  /// Prepares for spectra.
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
    // A sine of full scale has half a mean square.
    return 0.5 * pow(10, (level - fullScale) / 10)
  }

  /// The mean square in each band.
  private func bandPowers(_ spectrum: [FourierTransform.Bin], _ scale: Double) -> [Double] {
    var powers = [Double](repeating: 0, count: Self.bandCount)
    for (bin, value) in spectrum.enumerated() { powers[bands[bin]] += value.power * scale }
    return powers
  }

  /// Whether a difference can be heard beside what hides it.
  ///
  /// - Parameter scale: What powers are multiplied with for mean squares.
  func isAudible(
    _ difference: [FourierTransform.Bin], beside sound: [FourierTransform.Bin], scale: Double
  ) -> Bool {
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
