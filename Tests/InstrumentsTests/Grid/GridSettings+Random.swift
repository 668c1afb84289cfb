import Instruments
import MIDICore

extension GridSettings {
  /// Returns random valid settings outside User Firmware Mode.
  static func random(_ model: LinnStrument, using generator: inout some RandomNumberGenerator) -> GridSettings
  {
    var settings = GridSettings(model)
    settings.rowOffset = GridLayoutTests.rowOffsets.randomElement(using: &generator) ?? .zero
    settings.guitarTuning = (0..<8).map { _ in .random(using: &generator) }
    settings.leftHanded = [.none, .both, .left, .right].randomElement(using: &generator) ?? .none
    settings.isRightSelected = .random(using: &generator)
    if .random(using: &generator) {
      // The instrument accepts the columns of the larger model on both models.
      settings.splitColumn = .random(in: 2...25, using: &generator)
    }
    settings.left = .random(using: &generator)
    settings.right = .random(using: &generator)
    return settings
  }
}

extension GridSettings.Split {
  fileprivate static func random(using generator: inout some RandomNumberGenerator) -> Self {
    var split = GridSettings().left
    split.octave = .random(in: -5...5, using: &generator)
    split.transposePitch = .random(in: -7...7, using: &generator)
    split.transposeLights = .random(in: -7...7, using: &generator)
    split.mode =
      [.oneChannel, .channelPerNote, .channelPerRow].randomElement(using: &generator) ?? .oneChannel
    split.mainChannel = .random(using: &generator)
    split.noteChannels = Set(
      (1...16).compactMap(Channel.init(number:)).filter { _ in .random(using: &generator) })
    split.firstRowChannel = .random(using: &generator)
    split.isRowOrderReversed = .random(using: &generator)
    return split
  }
}

extension BoundedInteger {
  /// Returns a random value.
  static func random(using generator: inout some RandomNumberGenerator) -> Self {
    Self(masking: .random(in: 0...maximum, using: &generator))
  }
}
