/// Which sessions are to run. A session runs where its name, its tags and the shard all say yes.
package struct SessionSelection: Hashable, Sendable {
  /// Patterns, one of which the name has to fit; without any, all names do.
  package var patterns: [NamePattern]
  /// Tags, one of which the session has to have; without any, all sessions do.
  package var tags: [String]
  /// Tags, none of which the session may have.
  package var excludedTags: [String]
  /// The part of all sessions that this machine runs; by default all of them.
  package var shard: Shard?

  /// Makes a selection; by default of everything.
  package init(
    patterns: [NamePattern] = [], tags: [String] = [], excludedTags: [String] = [], shard: Shard? = nil
  ) {
    self.patterns = patterns
    self.tags = tags
    self.excludedTags = excludedTags
    self.shard = shard
  }

  /// Whether a session can be selected by its name, which is known before its file is read: one that can't be read has
  /// no tags.
  package func contains(name: String) -> Bool {
    (patterns.isEmpty || patterns.contains { $0.matches(name) }) && shard?.contains(name) != false
  }

  /// Whether a session with these tags is selected, if its name is.
  package func contains(tags sessionTags: [String]) -> Bool {
    (tags.isEmpty || tags.contains { sessionTags.contains($0) })
      && !excludedTags.contains { sessionTags.contains($0) }
  }
}
