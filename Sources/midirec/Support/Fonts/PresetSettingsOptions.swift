internal import ArgumentParser
internal import Synth

/// The options for a favorite's settings. Unset options leave the settings unchanged.
struct PresetSettingsOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Volume in decibels, from -90 to 30", valueName: "dB"))
  var volume: Double?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Panning, from -1 (left) to 1 (right)", valueName: "position")
  )
  var pan: Double?

  @Option(help: ArgumentHelp("Pitch of A4, from 220 to 880 Hz", valueName: "Hz"))
  var tuning: Double?

  @Option(help: ArgumentHelp("Pitch bend range in semitones, from 0 to 24", valueName: "semitones"))
  var pitchBendRange: Int?

  @Option(help: ArgumentHelp("Lowest key that sounds, from 0 to 127", valueName: "key"))
  var lowestKey: Int?

  @Option(
    help: ArgumentHelp(
      "Reverb level from 0 to 1, optionally followed by room size, damping, and width: 0.4,0.5,0.1,0.8",
      discussion: "off disables the reverb. own restores the synthesizer's default.", valueName: "reverb"))
  var reverb: EffectOption?

  @Option(
    help: ArgumentHelp(
      "Chorus level from 0 to 10, optionally followed by voices, speed, and depth: 2,3,0.3,8",
      discussion: "off disables the chorus. own restores the synthesizer's default.", valueName: "chorus"))
  var chorus: EffectOption?

  /// Whether no option is set.
  var isEmpty: Bool {
    volume == nil && pan == nil && tuning == nil && pitchBendRange == nil && lowestKey == nil && reverb == nil
      && chorus == nil
  }

  /// Changes the settings whose options are set.
  func apply(to settings: inout PresetSettings) {
    settings.gain = volume ?? settings.gain
    settings.pan = pan ?? settings.pan
    settings.tuning = tuning ?? settings.tuning
    settings.pitchBendRange = pitchBendRange ?? settings.pitchBendRange
    settings.lowestKey = lowestKey ?? settings.lowestKey
    switch reverb {
    case nil: break
    case .own: settings.reverb = nil
    case .numbers(let numbers):
      var reverb = settings.reverb ?? Reverb()
      reverb.level = numbers[0]
      if numbers.count > 1 { reverb.roomSize = numbers[1] }
      if numbers.count > 2 { reverb.damping = numbers[2] }
      if numbers.count > 3 { reverb.width = numbers[3] }
      settings.reverb = reverb
    }
    switch chorus {
    case nil: break
    case .own: settings.chorus = nil
    case .numbers(let numbers):
      var chorus = settings.chorus ?? Chorus()
      chorus.level = numbers[0]
      if numbers.count > 1 { chorus.voiceCount = Int(exactly: numbers[1]) ?? -1 }
      if numbers.count > 2 { chorus.speed = numbers[2] }
      if numbers.count > 3 { chorus.depth = numbers[3] }
      settings.chorus = chorus
    }
  }
}

/// An effect: `off`, `own`, or one to four numbers separated by commas.
enum EffectOption: ExpressibleByArgument {
  case own
  case numbers([Double])

  private static let maxCount = 4

  init?(argument: String) {
    switch argument {
    case "own": self = .own
    case "off": self = .numbers([0])
    default:
      let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      let known = numbers.compactMap { $0 }
      guard known.count == numbers.count, 1...Self.maxCount ~= known.count, known.allSatisfy(\.isFinite)
      else { return nil }
      self = .numbers(known)
    }
  }
}
