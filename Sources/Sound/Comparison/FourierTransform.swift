internal import CKissFFT
internal import Glibc

/// Spectra of pieces of sound, seen through a Hann window, by KISS FFT.
@safe
final class FourierTransform {
  /// One value of a spectrum.
  struct Bin {
    var real: Float
    var imaginary: Float

    /// Its power, in no unit.
    var power: Double { Double(real) * Double(real) + Double(imaginary) * Double(imaginary) }
  }

  /// How many samples a piece has.
  let length: Int
  /// How many values a spectrum has, from 0 Hz to half the rate.
  var binCount: Int { length / 2 + 1 }
  /// What a power is multiplied with for the mean square of what is in the window: all bins' add up to it.
  let scale: Double

  private let configuration: kiss_fftr_cfg
  private let window: [Float]
  private var input: [Float]
  private var output: [kiss_fft_cpx]

  /// Prepares for pieces of a length.
  ///
  /// - Parameter length: Even, and above zero.
  init(length: Int) {
    precondition(length > 0 && length.isMultiple(of: 2), "an even length")
    guard let configuration = unsafe kiss_fftr_alloc(Int32(length), 0, nil, nil) else {
      preconditionFailure("no memory for a spectrum of \(length)")
    }
    self.length = length
    unsafe self.configuration = unsafe configuration
    window = (0..<length).map { Float(0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(length))) }
    let energy = window.reduce(0.0) { $0 + Double($1) * Double($1) }
    // Parseval, and all but the ends of the spectrum stand for their mirror, too.
    scale = 2 / (Double(length) * energy)
    input = Array(repeating: 0, count: length)
    output = Array(repeating: kiss_fft_cpx(), count: length / 2 + 1)
  }

  deinit { unsafe free(UnsafeMutableRawPointer(configuration)) }

  /// The spectrum of a piece.
  ///
  /// - Parameter sample: The sample at a place, from 0 up to the length.
  func spectrum(_ sample: (Int) -> Float) -> [Bin] {
    for index in input.indices { input[index] = sample(index) * window[index] }
    unsafe kiss_fftr(configuration, input, &output)
    return output.map { Bin(real: $0.r, imaginary: $0.i) }
  }
}
