internal import CSndFile

/// The sample format of a file.
///
/// An integer is the sample times 2^15 or 2^23, rounded to the nearest, halves to even. Louder samples are clipped to
/// the range from -1 to one step below 1, and invalid samples become 0. There is no dithering, so the same samples give
/// the same bytes. Reading the file gives exactly the numbers that the integers represent.
package enum AudioFormat: String, Hashable, Sendable, CaseIterable {
  /// WAV with 32-bit floating point: all samples unchanged.
  case float
  /// WAV with 16-bit integers.
  case s16
  /// WAV with 24-bit integers.
  case s24
  /// FLAC with 24-bit integers: the samples of `s24` in less space.
  case flac

  /// The maximum number of channels.
  ///
  /// FLAC allows eight (RFC 9639, section 9.1.3), and libsndfile limits the other formats.
  var maxChannelCount: Int { self == .flac ? 8 : 1024 }

  /// The maximum sample rate in hertz. FLAC has 20 bits for it (RFC 9639, section 8.2).
  package var maxRate: Int { self == .flac ? 655_350 : Int(Int32.max) }

  /// The size of a sample in a WAV file in bytes, or `nil` for FLAC, where it varies.
  var sampleSize: Int? {
    switch self {
    case .float: 4
    case .s16: 2
    case .s24: 3
    case .flac: nil
    }
  }

  /// The format's number in libsndfile.
  var libraryFormat: Int32 {
    switch self {
    case .float: Int32(SF_FORMAT_WAV) | Int32(SF_FORMAT_FLOAT)
    case .s16: Int32(SF_FORMAT_WAV) | Int32(SF_FORMAT_PCM_16)
    case .s24: Int32(SF_FORMAT_WAV) | Int32(SF_FORMAT_PCM_24)
    case .flac: Int32(SF_FORMAT_FLAC) | Int32(SF_FORMAT_PCM_24)
    }
  }

  /// Returns a sample as the integer that libsndfile expects, left-aligned in 32 bits.
  func integer(_ sample: Float) -> Int32 {
    let bits: Int32 = self == .s16 ? 16 : 24
    let limit = Double(1 << (bits - 1))
    guard !sample.isNaN else { return 0 }
    let rounded = (Double(sample) * limit).rounded(.toNearestOrEven)
    return Int32(min(max(rounded, -limit), limit - 1)) << (32 - bits)
  }
}
