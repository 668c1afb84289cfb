import Testing

/// Two changed passages in one take, of which one has another tempo or moves time.
@Suite struct MixedPassagesTests {
  private static let pairs: [(PassagePair.Kind, PassagePair.Kind)] = [
    (.slower, .late), (.late, .slower), (.slower, .cut), (.cut, .slower), (.faster, .inserted),
    (.slower, .higher), (.missing, .slower), (.faster, .softer), (.drifting, .late), (.cut, .drifting),
    (.slower, .faster), (.cut, .inserted), (.inserted, .cut), (.cut, .late), (.inserted, .late),
  ]

  @Test(arguments: pairs)
  func eachPassageIsOneChange(first: PassagePair.Kind, second: PassagePair.Kind) {
    for seed in [3, 5, 9] as [UInt64] {
      let pair = PassagePair(PassagePiece(seed: seed), first, second)
      let faults = pair.faults(of: pair.comparison)
      #expect(faults.isEmpty, "piece \(seed): \(faults)")
    }
  }
}
