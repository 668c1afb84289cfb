extension PresetSettings {
  /// Makes sure that they are what a favorite can have. Much of it FluidSynth would take without a word, and make something
  /// else of.
  ///
  /// - Throws: ``SoundFontError/Kind/usage`` where one is out of its range.
  func check() throws(SoundFontError) {
    let limits: [(String, Double, ClosedRange<Double>)] = [
      ("the gain", gain, -90...30), ("the pan", pan, -1...1), ("the tuning", tuning, 220...880),
      ("the pitch-bend range", Double(pitchBendRange), 0...24),
      ("the lowest key", Double(lowestKey), 0...127),
      ("the reverb's room", reverb?.roomSize ?? 0, 0...1),
      ("the reverb's damping", reverb?.damping ?? 0, 0...1),
      ("the reverb's width", reverb?.width ?? 0, 0...100), ("the reverb's level", reverb?.level ?? 0, 0...1),
      ("the chorus's number of voices", Double(chorus?.voiceCount ?? 0), 0...99),
      ("the chorus's level", chorus?.level ?? 0, 0...10), ("the chorus's speed", chorus?.speed ?? 1, 0.1...5),
      ("the chorus's depth", chorus?.depth ?? 0, 0...256),
    ]
    guard let (name, _, range) = limits.first(where: { !$0.2.contains($0.1) }) else { return }
    throw SoundFontError(
      .usage, nil, "\(name) goes from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))")
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
