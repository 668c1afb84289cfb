/// A selection of sessions by name, tags, and shard. A session runs if all three match.
package struct SessionSelection: Hashable, Sendable {
  /// The patterns (the name must match at least one), or an empty list for all names.
  package var patterns: [NamePattern]
  /// The tags (the session must have at least one), or an empty list for all sessions.
  package var tags: [String]
  /// The tags that the session must not have.
  package var excludedTags: [String]
  /// The part of all sessions that this machine runs, or `nil` for all.
  package var shard: Shard?

  /// Creates a selection, by default of all sessions.
  package init(
    patterns: [NamePattern] = [], tags: [String] = [], excludedTags: [String] = [], shard: Shard? = nil
  ) {
    self.patterns = patterns
    self.tags = tags
    self.excludedTags = excludedTags
    self.shard = shard
  }

  /// Returns whether a session is selected by its name, which is known before its file is read. An unreadable session
  /// has no tags.
  package func contains(name: String) -> Bool {
    (patterns.isEmpty || patterns.contains { $0.matches(name) }) && shard?.contains(name) != false
  }

  /// Returns whether a session with these tags is selected, if its name is.
  package func contains(tags sessionTags: [String]) -> Bool {
    (tags.isEmpty || tags.contains { sessionTags.contains($0) })
      && !excludedTags.contains { sessionTags.contains($0) }
  }
}
