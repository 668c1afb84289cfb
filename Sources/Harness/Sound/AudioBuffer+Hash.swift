internal import Sound
internal import Storage

extension AudioBuffer {
  /// The SHA-256 of the samples: of the first channel all, then of the next, each as the machine keeps a 32-bit float.
  ///
  /// - Complexity: O(*n*) in the number of samples.
  var samplesHash: String {
    var hash = ContentHash()
    for channel in channels { unsafe channel.withUnsafeBytes { unsafe hash.add($0) } }
    return hash.finish()
  }
}
