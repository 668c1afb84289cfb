internal import ArgumentParser
internal import SoundFonts

/// The options that say how a favorite is played; what isn't said stays as it is.
struct PresetSettingsOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("How much louder, in decibels: -90 to 30.", valueName: "dB"))
  var gain: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("From -1, left, to 1, right.", valueName: "place"))
  var pan: Double?

  @Option(help: ArgumentHelp("The pitch of A4: 220 to 880.", valueName: "Hz"))
  var tuning: Double?

  @Option(help: ArgumentHelp("How far a bend goes: 0 to 24.", valueName: "semitones"))
  var pitchBendRange: Int?

  @Option(help: ArgumentHelp("The lowest key that sounds: 0 to 127.", valueName: "key"))
  var lowestKey: Int?

  @Option(
    help: ArgumentHelp(
      "How loud the reverb is, 0 to 1, and more of it if wanted: LEVEL,ROOM,DAMPING,WIDTH.",
      discussion: "off is none, own is the synthesizer's own.", valueName: "reverb"))
  var reverb: EffectOption?

  @Option(
    help: ArgumentHelp(
      "How loud the chorus is, 0 to 10, and more of it if wanted: LEVEL,VOICES,SPEED,DEPTH.",
      discussion: "off is none, own is the synthesizer's own.", valueName: "chorus"))
  var chorus: EffectOption?

  /// Whether nothing is said.
  var isEmpty: Bool {
    gain == nil && pan == nil && tuning == nil && pitchBendRange == nil && lowestKey == nil && reverb == nil
      && chorus == nil
  }

  /// Changes what is said.
  func apply(to settings: inout PresetSettings) {
    settings.gain = gain ?? settings.gain
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

/// `off`, `own`, or one to four numbers with commas between them.
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
