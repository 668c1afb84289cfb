internal import CSndFile

/// How samples stand in a file.
///
/// Integers are the sample times 2^15 or 2^23, rounded to the nearest, a half to the even one. What is too loud for them
/// is clipped: from -1 to one step below 1. What is no number becomes 0. Nothing is dithered, so that the same samples
/// give the same bytes. Read again, integers are exactly the numbers that they stand for.
package enum AudioFormat: String, Hashable, Sendable, CaseIterable {
  /// WAV with 32-bit floating point: the samples as they are, whatever they are.
  case float
  /// WAV with 16-bit integers.
  case s16
  /// WAV with 24-bit integers.
  case s24
  /// FLAC with 24-bit integers: as `s24`, in less room.
  case flac

  /// What names of such files end in.
  package var fileExtension: String { self == .flac ? "flac" : "wav" }

  /// How many channels a file can have.
  ///
  /// Eight are FLAC's limit (RFC 9639, section 9.1.3); the others are kept to libsndfile's.
  var maxChannelCount: Int { self == .flac ? 8 : 1024 }

  /// How many frames a second a file can say. FLAC has 20 bits for it (RFC 9639, section 8.2).
  var maxRate: Int { self == .flac ? 655_350 : Int(Int32.max) }

  /// How many bytes a sample takes in a WAV file; nothing where it depends on the sound.
  var sampleSize: Int? {
    switch self {
    case .float: 4
    case .s16: 2
    case .s24: 3
    case .flac: nil
    }
  }

  /// What libsndfile calls it.
  var libraryFormat: Int32 {
    switch self {
    case .float: Int32(SF_FORMAT_WAV) | Int32(SF_FORMAT_FLOAT)
    case .s16: Int32(SF_FORMAT_WAV) | Int32(SF_FORMAT_PCM_16)
    case .s24: Int32(SF_FORMAT_WAV) | Int32(SF_FORMAT_PCM_24)
    case .flac: Int32(SF_FORMAT_FLAC) | Int32(SF_FORMAT_PCM_24)
    }
  }

  /// A sample as libsndfile takes integers: with the top bit at the top of 32.
  func integer(_ sample: Float) -> Int32 {
    let bits: Int32 = self == .s16 ? 16 : 24
    let limit = Double(1 << (bits - 1))
    guard !sample.isNaN else { return 0 }
    let rounded = (Double(sample) * limit).rounded(.toNearestOrEven)
    return Int32(min(max(rounded, -limit), limit - 1)) << (32 - bits)
  }
}
