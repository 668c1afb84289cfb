internal import CKissFFT
internal import Glibc

/// Power spectra of parts of audio through a Hann window, computed by KISS FFT.
@safe
final class FourierTransform {
  /// The number of samples of a part.
  let length: Int
  /// The number of values of a spectrum, from 0 Hz to half the sample rate.
  var binCount: Int { length / 2 + 1 }
  /// The factor from a value to its share of the mean square in the window.
  let scale: Double

  private let configuration: kiss_fftr_cfg
  private let window: [Float]
  private var input: [Float]
  private var output: [kiss_fft_cpx]

  /// Creates a transform for parts of a length.
  ///
  /// - Parameter length: An even number greater than 0.
  init(length: Int) {
    precondition(length > 0 && length.isMultiple(of: 2), "an even length")
    guard let configuration = unsafe kiss_fftr_alloc(Int32(length), 0, nil, nil) else {
      preconditionFailure("no memory for a spectrum of \(length)")
    }
    self.length = length
    unsafe self.configuration = unsafe configuration
    window = (0..<length).map { Float(0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(length))) }
    let energy = window.reduce(0.0) { $0 + Double($1) * Double($1) }
    // By Parseval's theorem. All bins except the first and last also represent their mirror image.
    scale = 2 / (Double(length) * energy)
    input = Array(repeating: 0, count: length)
    output = Array(repeating: kiss_fft_cpx(), count: length / 2 + 1)
  }

  deinit { unsafe free(UnsafeMutableRawPointer(configuration)) }

  /// Returns the power in each bin of a part, without a unit.
  ///
  /// - Parameter sample: A closure that returns the sample at an index from 0 to the length, exclusive.
  func spectrum(_ sample: (Int) -> Float) -> [Double] {
    for index in input.indices { input[index] = sample(index) * window[index] }
    unsafe kiss_fftr(configuration, input, &output)
    return output.map { Double($0.r) * Double($0.r) + Double($0.i) * Double($0.i) }
  }
}
