import MIDIRecSessions
import Testing

@Suite struct SessionSelectionTests {
  @Test(arguments: [
    ("pedal", true), ("s/sos", true), ("Pedal", false), ("", true), ("pedals/*", true), ("*/sostenuto", true),
    ("pedals", true), ("pedals*x", false), ("*", true), ("sos*", false), ("pedals/sostenut?", true),
    ("pedals/sostenuto?", false), ("*e*t*o", true), ("*e*t*u", false), ("pedals/**", true),
  ])
  func patternMatchesPartOrWholeName(pattern: String, matches: Bool) {
    #expect(NamePattern(pattern).matches("pedals/sostenuto") == matches)
  }

  @Test func patternWithManyStarsIsFast() {
    let pattern = NamePattern(String(repeating: "*a", count: 500) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 5000)))
  }

  @Test func oneOfSeveralPatternsIsEnough() {
    let selection = SessionSelection(patterns: [NamePattern("a"), NamePattern("b")])
    #expect(["xa", "xb", "xc"].filter { selection.contains(name: $0) } == ["xa", "xb"])
  }

  @Test func oneOfSeveralTagsIsEnough() {
    let selection = SessionSelection(tags: ["mpe", "slow"])
    #expect(selection.contains(tags: ["x", "slow"]))
    #expect(!selection.contains(tags: ["x"]))
    #expect(!selection.contains(tags: []))
  }

  @Test func emptySelectionSelectsEverything() {
    let selection = SessionSelection()
    #expect(selection.contains(name: "x") && selection.contains(tags: []))
  }

  @Test func shardAndPatternMustBothMatch() throws {
    let shard = try #require(Shard(1, of: 3))
    let selection = SessionSelection(patterns: [NamePattern("1")], shard: shard)
    let names = (0..<100).map { "session-\($0)" }
    #expect(
      names.filter { selection.contains(name: $0) }
        == names.filter { $0.contains("1") }.filter { shard.contains($0) })
  }
}

@Suite struct ShardTests {
  private static let names = (0..<1000).map { "folder-\($0 % 7)/session-\($0)" }

  @Test(arguments: [1, 2, 3, 5, 8, 100]) func eachSessionIsInExactlyOneShard(count: Int) throws {
    let shards = try (1...count).map { try #require(Shard($0, of: count)) }
    for name in Self.names { #expect(shards.count { $0.contains(name) } == 1) }
  }

  @Test func shardsAreAboutEqual() throws {
    let sizes = try (1...5).map { number in
      let shard = try #require(Shard(number, of: 5))
      return Self.names.count { shard.contains($0) }
    }
    #expect(sizes.allSatisfy { 150...250 ~= $0 }, "\(sizes)")
  }

  /// Later versions must split in the same way, because the machines of one run can have different versions.
  @Test func splitIsFixed() throws {
    let names = ["a", "b", "pedals/sostenuto", "é", ""]
    let shards = names.map { name in (1...5).first { Shard($0, of: 5)?.contains(name) == true } }
    #expect(shards == [2, 2, 5, 1, 4])
  }

  @Test func shardIsParsed() {
    #expect(Shard(parsing: "2/5") == Shard(2, of: 5))
    #expect(Shard(parsing: "1/1") == Shard(1, of: 1))
  }

  @Test(arguments: [
    "", "2", "0/5", "6/5", "2/", "/5", "-1/5", "+2/5", "2/5/7", "1/10001", "1/99999999999999999999",
  ])
  func invalidShardIsRejected(text: String) {
    #expect(Shard(parsing: text) == nil)
  }
}
