import MIDICore
import MIDIRecSoak
import Testing

struct SeededRandomTests {
  /// The values that the authors' C code prints for the seed 1,234,567.
  @Test func splitMixMatchesReference() {
    var seeds = SplitMix64(state: 1_234_567)
    #expect(
      (0..<5).map { _ in seeds.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  /// The values that the authors' C code prints for the state 1, 2, 3, 4.
  @Test func xoshiroMatchesReference() {
    var random = SeededRandom(state: (1, 2, 3, 4))
    #expect(
      (0..<10).map { _ in random.next() } == [
        11_520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360,
        607_988_272_756_665_600, 16_172_922_978_634_559_625, 8_476_171_486_693_032_832,
        10_595_114_339_597_558_777, 2_904_607_092_377_533_576,
      ])
  }

  @Test func seedFillsStateBySplitMix() {
    var random = SeededRandom(seed: 0)
    #expect(random.next() == 0x99EC_5F36_CB75_F2B4)
    #expect(random.next() == 0xBF6E_1F78_4956_452A)
  }

  @Test func boundedIntegersAreEquallyLikely() {
    var random = SeededRandom(seed: 1)
    var counts = [Int](repeating: 0, count: 7)
    for _ in 0..<70_000 { counts[random.integer(in: -3...3) + 3] += 1 }
    // Five standard deviations of a binomial distribution.
    #expect(counts.allSatisfy { abs($0 - 10_000) < 463 })
  }

  /// Of this limit, a product's upper half alone would make one number in three twice as likely.
  @Test func hugeLimitIsFair() {
    var random = SeededRandom(seed: 2)
    let limit = 3 << 61
    let thirds = (0..<30_000).map { _ in random.below(limit) / (1 << 61) }
    for third in 0...2 { #expect(abs(thirds.count { $0 == third } - 10_000) < 409) }
  }

  @Test func limitOfOneIsZero() {
    var random = SeededRandom(seed: 3)
    #expect(random.below(1) == 0)
    #expect(random.integer(in: 5...5) == 5)
  }

  @Test func pickFollowsWeights() {
    var random = SeededRandom(seed: 4)
    let picks = (0..<8000).map { _ in random.pick([0, 1, 3], weight: \.self) }
    #expect(!picks.contains(0))
    #expect(abs(picks.count { $0 == 3 } - 6000) < 194)
    let chances = (0..<8000).count { _ in random.chance(1, in: 8) }
    #expect(abs(chances - 1000) < 148)
  }

  @Test func sampleHasEachValueOnce() {
    var random = SeededRandom(seed: 5)
    let sample = random.sample(100, of: Array(0..<20))
    #expect(sample != Array(0..<20))
    #expect(sample.sorted() == Array(0..<20))
    #expect(Set(random.sample(3, of: Array(0..<20))).count == 3)
  }

  @Test func childIsIndependent() {
    var random = SeededRandom(seed: 6)
    var parent = random
    var child = random.child()
    _ = parent.next()
    let numbers = (0..<4).map { _ in child.next() }
    #expect((0..<4).map { _ in random.next() } == (0..<4).map { _ in parent.next() })
    #expect(numbers != (0..<4).map { _ in parent.next() })
  }
}
