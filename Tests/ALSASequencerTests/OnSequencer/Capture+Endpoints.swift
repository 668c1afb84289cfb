import ALSASequencer

extension Capture {
  /// Starts a capture of connected endpoints.
  static func start(from sources: [Endpoint]) throws(SequencerError) -> Capture {
    try start(from: sources.map { TrackedEndpoint($0, direction: .input) })
  }
}
