internal import MIDICore
internal import Sessions
internal import Synth

/// The validated options of the subject `synth`. Their ranges are FluidSynth's.
struct SynthOptions: Hashable, Sendable {
  /// The names of the options in a session's file.
  enum Key: String, CaseIterable {
    case font, preset
    case bankSelect = "bank-select"
    case rate, gain, polyphony, reverb, chorus, tail, compare
  }

  /// The font: a name in the catalog or a path, or `nil` for the built-in font.
  private(set) var font: String?
  /// The preset for all channels, or `nil` to follow the recording's programs.
  private(set) var preset: PresetNumber?
  /// The settings of the synthesizer.
  private(set) var settings = SynthRenderer.Settings()
  /// The compared results, in the order of ``PartName``.
  private(set) var parts: [PartName] = [.timeline, .sound]

  private static let off = "off"
  /// The maximum tail. Audio that lasts longer is stuck.
  private static let maxTail = Nanoseconds.seconds(600)
  /// The comparable results by their names in sessions.
  private static let partNames: [String: PartName] = ["voices": .timeline, "sound": .sound]

  /// Validates the options of a session.
  ///
  /// - Throws: A `SubjectOptionError` for the first invalid option.
  init(_ options: SubjectOptions) throws(SubjectOptionError) {
    font = try options.value(
      of: Key.font.rawValue,
      expected: "the name of a font in the catalog, or a path from the session's folder"
    ) { text in
      text.isEmpty || text.unicodeScalars.contains { $0.value < 0x20 } ? nil : text
    }
    preset = try options.value(
      of: Key.preset.rawValue, expected: "a bank and a program, such as 0:4", { PresetNumber($0) })
    settings.bankStyle =
      try options.value(
        of: Key.bankSelect.rawValue, expected: "gs, gm, xg or mma", SynthRenderer.BankStyle.init(rawValue:))
      ?? settings.bankStyle
    settings.rate = try options.number(Key.rate.rawValue, in: 8_000...96_000) ?? settings.rate
    settings.gain =
      try options.value(of: Key.gain.rawValue, expected: "a number from 0 to 10") {
        Self.number($0, in: 0...10)
      } ?? settings.gain
    settings.polyphony = try options.number(Key.polyphony.rawValue, in: 1...65_535) ?? settings.polyphony
    settings.maxTail =
      try options.value(
        of: Key.tail.rawValue, expected: "a time from 0 to 10min, such as 2s"
      ) {
        Nanoseconds(parsing: $0, upTo: Self.maxTail)
      } ?? settings.maxTail
    try readReverb(options)
    try readChorus(options)
    try readParts(options)
  }

  private mutating func readReverb(_ options: SubjectOptions) throws(SubjectOptionError) {
    let names = ["room", "damping", "width", "level"]
    guard let values = try Self.effect(.reverb, names, options) else { return }
    guard var reverb = settings.reverb, !values.isOff else {
      settings.reverb = nil
      return
    }
    reverb.roomSize = try values.number("room", in: 0...1) ?? reverb.roomSize
    reverb.damping = try values.number("damping", in: 0...1) ?? reverb.damping
    reverb.width = try values.number("width", in: 0...100) ?? reverb.width
    reverb.level = try values.number("level", in: 0...1) ?? reverb.level
    settings.reverb = reverb
  }

  private mutating func readChorus(_ options: SubjectOptions) throws(SubjectOptionError) {
    let names = ["voices", "level", "speed", "depth"]
    guard let values = try Self.effect(.chorus, names, options) else { return }
    guard var chorus = settings.chorus, !values.isOff else {
      settings.chorus = nil
      return
    }
    chorus.voiceCount = try values.number("voices", in: 0...99).map { Int($0) } ?? chorus.voiceCount
    chorus.level = try values.number("level", in: 0...10) ?? chorus.level
    chorus.speed = try values.number("speed", in: 0.1...5) ?? chorus.speed
    chorus.depth = try values.number("depth", in: 0...256) ?? chorus.depth
    settings.chorus = chorus
  }

  private mutating func readParts(_ options: SubjectOptions) throws(SubjectOptionError) {
    guard let option = options[Key.compare.rawValue] else { return }
    let expected = "a list of voices and sound, each once"
    let names = try options.list(Key.compare.rawValue, expected: expected) ?? []
    let chosen = names.compactMap { Self.partNames[$0] }
    guard !names.isEmpty, chosen.count == names.count, Set(chosen).count == chosen.count else {
      throw SubjectOptionError(option, expected: expected)
    }
    parts = PartName.allCases.filter(chosen.contains)
  }

  /// Returns the values of an effect, or `nil` if the session sets none.
  private static func effect(
    _ key: Key, _ names: [String], _ options: SubjectOptions
  ) throws(SubjectOptionError) -> EffectValues? {
    guard let option = options[key.rawValue] else { return nil }
    if option.pairs.isEmpty {
      guard option.values == [off] else {
        throw SubjectOptionError(option, expected: "off, or a map such as {\(names[0]): 1, level: 0.5}")
      }
      return EffectValues(option: option, isOff: true)
    }
    for (index, pair) in option.pairs.enumerated() {
      guard names.contains(pair.key) else {
        throw SubjectOptionError(
          key.rawValue, pair, reason: "has no \(pair.key.quoted); it has \(names.joined(separator: ", "))")
      }
      if option.pairs[..<index].contains(where: { $0.key == pair.key }) {
        throw SubjectOptionError(key.rawValue, pair, reason: "\(pair.key.quoted) is duplicated")
      }
    }
    return EffectValues(option: option, isOff: false)
  }

  /// Reads a number with a decimal point, as YAML has it.
  fileprivate static func number(_ text: String, in range: ClosedRange<Double>) -> Double? {
    let isNumber = text.utf8.allSatisfy {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".")
    }
    return isNumber ? Double(text).flatMap { range.contains($0) ? $0 : nil } : nil
  }
}

/// The values of an effect in a session.
private struct EffectValues {
  let option: Session.Option
  let isOff: Bool

  func number(_ name: String, in range: ClosedRange<Double>) throws(SubjectOptionError) -> Double? {
    guard let pair = option.pairs.first(where: { $0.key == name }) else { return nil }
    guard let value = SynthOptions.number(pair.value, in: range) else {
      let (lower, upper) = (Self.text(range.lowerBound), Self.text(range.upperBound))
      throw SubjectOptionError(
        option.name, pair,
        reason: "\(name): expected a number from \(lower) to \(upper), found \(pair.value.quoted)")
    }
    return value
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
