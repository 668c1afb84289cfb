internal import MIDICore

/// The valid values of an option, and its effect.
struct GridOptionRule {
  /// A description of the valid values.
  let expected: String
  /// A closure that sets the option and returns whether the value is valid.
  let set: (inout GridSettings, String) -> Bool

  fileprivate init(_ expected: String, _ set: @escaping (inout GridSettings, String) -> Bool) {
    self.expected = expected
    self.set = set
  }

  /// Creates a rule for an option with a parsed value.
  fileprivate init<Value>(
    _ expected: String, _ place: WritableKeyPath<GridSettings, Value>, _ read: @escaping (String) -> Value?
  ) {
    self.init(expected) { settings, text in
      guard let value = read(text) else { return false }
      settings[keyPath: place] = value
      return true
    }
  }

  /// Creates a rule for an option with a fixed set of values.
  fileprivate init<Value>(
    _ place: WritableKeyPath<GridSettings, Value>, _ words: KeyValuePairs<String, Value>
  ) {
    self.init(Self.list(words.map(\.key)), place) { text in words.first { $0.key == text }?.value }
  }

  /// Creates a rule for an option with an integer value.
  fileprivate init(_ place: WritableKeyPath<GridSettings, Int>, _ range: ClosedRange<Int>) {
    self.init("a number from \(range.lowerBound) to \(range.upperBound)", place) {
      Int(wholeNumber: $0, in: range)
    }
  }

  fileprivate init(channel place: WritableKeyPath<GridSettings, Channel>) {
    self.init("a channel from 1 to 16", place) {
      Int(wholeNumber: $0, in: 1...16).flatMap(Channel.init(number:))
    }
  }

  /// Returns a list such as `left, right or both`.
  fileprivate static func list(_ words: [String]) -> String {
    "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
  }
}

extension GridOption {
  /// The rule of the option.
  var rule: GridOptionRule {
    let split: WritableKeyPath<GridSettings, GridSettings.Split> =
      rawValue.hasPrefix("right-") ? \.right : \.left
    return switch self {
    case .model: GridOptionRule(\.model, ["200": .model200, "128": .model128])
    case .rowOffset: .rowOffset
    case .guitarTuning:
      GridOptionRule("eight notes from 0 to 127, as 30,35,40,45,50,55,59,64", \.guitarTuning, rowNotes)
    case .leftHanded:
      GridOptionRule(\.leftHanded, ["none": .none, "both": .both, "left": .left, "right": .right])
    case .mode: .mode
    case .rightMode: GridOptionRule(\.right.mode, GridOptionRule.modes)
    case .octave, .rightOctave: GridOptionRule(split.appending(path: \.octave), -5...5)
    case .transposePitch, .rightTransposePitch:
      GridOptionRule(split.appending(path: \.transposePitch), -7...7)
    case .transposeLights, .rightTransposeLights:
      GridOptionRule(split.appending(path: \.transposeLights), -7...7)
    case .channel, .rightChannel: GridOptionRule(channel: split.appending(path: \.mainChannel))
    case .noteChannels, .rightNoteChannels:
      GridOptionRule(
        "channels from 1 to 16, as 2-8 or 2,4,6", split.appending(path: \.noteChannels), channels)
    case .firstRowChannel, .rightFirstRowChannel:
      GridOptionRule(channel: split.appending(path: \.firstRowChannel))
    case .rowOrder, .rightRowOrder:
      GridOptionRule(split.appending(path: \.isRowOrderReversed), ["normal": false, "reversed": true])
    case .splitColumn: .splitColumn
    case .selectedSplit: GridOptionRule(\.isRightSelected, ["left": false, "right": true])
    }
  }
}

extension GridOptionRule {
  fileprivate static var modes: KeyValuePairs<String, GridSettings.MIDIMode> {
    [
      "one-channel": .oneChannel, "channel-per-note": .channelPerNote, "channel-per-row": .channelPerRow,
    ]
  }

  /// The rule of the left split's mode, which includes User Firmware Mode for the whole surface.
  fileprivate static var mode: GridOptionRule {
    let userFirmware = "user-firmware"
    return GridOptionRule(list(modes.map(\.key) + [userFirmware])) { settings, text in
      let mode = modes.first { $0.key == text }?.value
      guard mode != nil || text == userFirmware else { return false }
      settings.left.mode = mode ?? settings.left.mode
      settings.isUserFirmware = mode == nil
      return true
    }
  }

  fileprivate static var rowOffset: GridOptionRule {
    let words: KeyValuePairs<String, GridSettings.RowOffset> = [
      "none": .noOverlap, "guitar": .guitar, "inverted-guitar": .invertedGuitar, "zero": .zero,
    ]
    let expected = "-16 to 16, " + list(words.map(\.key))
    return GridOptionRule(expected, \.rowOffset) { text in
      words.first { $0.key == text }?.value ?? Int(wholeNumber: text, in: -16...16).map { .semitones($0) }
    }
  }

  fileprivate static var splitColumn: GridOptionRule {
    GridOptionRule("a column from 2 to 25 (model 128: to 16), or none") { settings, text in
      let column = Int(wholeNumber: text, in: 2...settings.model.columnCount)
      guard column != nil || text == "none" else { return false }
      settings.splitColumn = column
      return true
    }
  }
}

/// Reads channels and ranges of channels, separated by commas.
private func channels(_ text: String) -> Set<Channel>? {
  var channels: Set<Channel> = []
  for part in text.split(separator: ",", omittingEmptySubsequences: false) {
    let ends = part.split(separator: "-", omittingEmptySubsequences: false)
    guard 1...2 ~= ends.count, let first = Int(wholeNumber: ends[0], in: 1...16),
      let last = Int(wholeNumber: ends[ends.count - 1], in: first...16)
    else { return nil }
    channels.formUnion((first...last).compactMap(Channel.init(number:)))
  }
  return channels
}

/// Reads the notes of all rows, separated by commas.
private func rowNotes(_ text: String) -> [NoteNumber]? {
  let parts = text.split(separator: ",", omittingEmptySubsequences: false)
  let notes = parts.compactMap { Int(wholeNumber: $0, in: 0...127).flatMap { NoteNumber(exactly: $0) } }
  return parts.count == LinnStrument.rowCount && notes.count == parts.count ? notes : nil
}
