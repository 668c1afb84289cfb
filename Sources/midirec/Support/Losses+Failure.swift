internal import Takes

extension Losses {
  /// Makes sure that nothing was lost.
  ///
  /// - Parameter names: The names of the sources, by their index.
  /// - Throws: What was lost (3).
  func check(sourceNames names: [String]) throws(CommandFailure) {
    if let text = text(sourceNames: names) { throw CommandFailure(CommandFailure.eventsLost, text) }
  }
}
