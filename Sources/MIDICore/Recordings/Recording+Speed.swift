extension Recording {
  /// The same, faster by a ratio: every time is divided by it and rounded to the nearest nanosecond.
  ///
  /// - Returns: Nothing where the result would last longer than 292 years.
  public func faster(by ratio: Ratio) -> Recording? {
    var recording = self
    for index in tracks.indices {
      guard let end = tracks[index].end.divided(by: ratio) else { return nil }
      recording.tracks[index].end = end
      recording.tracks[index].messages = tracks[index].messages.compactMap { timed in
        // No message is later than the end of its track.
        timed.time.divided(by: ratio).map { TimedMessage(time: $0, message: timed.message) }
      }
    }
    return recording
  }
}
