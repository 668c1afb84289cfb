internal import MIDICore

extension Timeline {
  /// The timeline as text, version 1: human-readable lines. One wrong note changes one or two lines.
  ///
  /// ```
  /// midirec timeline 1
  /// source 1 "LinnStrument MIDI"
  /// 0.000000 1 1 note C4 60 sounding velocity 100 cells=55,124 color=blue
  /// 0.250000 1 1 pedal sustain 127
  /// 0.500000 1 1 note C4 60 held sustain velocity 64
  /// 1.000000 1 1 pedal sustain 0
  /// 1.000000 1 1 note C4 60 released
  /// 2.500000 end
  /// ```
  ///
  /// The heading is followed by the sources, numbered from 1, with quoted names. Each further line is an entry: seconds
  /// with six decimals, the source, the channel from 1 to 16 or `-`, the change, and the subject's attributes as
  /// `key=value`. Keys and values are quoted unless they consist of ASCII letters, digits, and signs. The last line is
  /// the end. Words are separated by one space, lines end with a line feed, and the encoding is UTF-8.
  ///
  /// The changes are:
  /// - `note C4 60` (C4 is 60) and `sounding velocity 100`, `retriggered velocity 90` or, over several unended notes,
  ///   `retriggered velocity 90 over 2`, `still-sounding velocity 64`, `held sustain velocity 64`, `held sostenuto`,
  ///   `released velocity 64`, `bend 8192`, `pressure 0`, `timbre 64`, `stray-note-off velocity 64`, `hanging`, `silent`,
  ///   or `stolen`; a release velocity is omitted if the note-off has no such value;
  /// - `bend 8192`, `pressure 0`, or `timbre 64` of the channel;
  /// - `controller 7 100`, `pedal sustain 127`, `mode all-notes-off 0`; `pedal sustain 127 left-down` at the end;
  /// - `program 5`, or `program 5 bank 1 0` with the MSB and LSB of a selected bank;
  /// - `rpn 0 value 256`, `nrpn 245 value 1`, `rpn 0 increment 0`, `rpn 0 decrement 0`;
  /// - `light 6 2 color 5`: the column, row, and color of an instrument's light;
  /// - a system message by its kind and bytes: `clock F8`, `sysex F0 7E 7F 09 01 F7`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of entries.
  public var text: String {
    var text = TimelineText()
    text.append(Self.heading)
    for (index, name) in sources.enumerated() {
      text.append("\nsource ")
      text.append(index + 1)
      text.append(" ")
      text.append(quoted(name))
    }
    for entry in entries { text.append(entry) }
    text.append("\n\(end) end\n")
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

/// The growing text, as bytes, which are faster to append than strings.
private struct TimelineText {
  private(set) var bytes: [UInt8] = []
  private var time = Nanoseconds.zero
  private var timeText = "\(Nanoseconds.zero)"

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
  mutating func append(_ number: Int) { append(String(number)) }
  mutating func append(_ number: UInt7) { append(Int(number.rawValue)) }
  mutating func append(_ number: UInt14) { append(Int(number.rawValue)) }

  mutating func append(_ entry: Timeline.Entry) {
    if entry.time != time {
      time = entry.time
      timeText = "\(time)"
    }
    append("\n")
    append(timeText)
    append(" ")
    append(entry.source + 1)
    append(" ")
    if let channel = entry.channel { append(channel.number) } else { append("-") }
    append(" ")
    append(entry.change)
    for attribute in entry.attributes {
      append(" ")
      append(quotedWhereNeeded(attribute.key))
      append("=")
      append(quotedWhereNeeded(attribute.value))
    }
  }

  private mutating func append(_ change: Timeline.Change) {
    switch change {
    case .system(let message): append("\(message.kind.rawValue) \(hexadecimal(message.bytes))")
    case .controller(let controller, let value):
      append("\(controller.words) \(value)")
    case .pedalLeftDown(let controller, let value):
      append("\(controller.words) \(value) left-down")
    case .program(let program, let bank):
      append("program \(program)")
      if let bank { append(" bank \(bank.mostSignificant) \(bank.leastSignificant)") }
    case .light(let light): append("light \(light.column) \(light.row) color \(light.color)")
    case .parameter(let parameter, let change):
      append("\(parameter.isRegistered ? "rpn" : "nrpn") \(parameter.number) ")
      append(change)
    case .expression(let expression): append(expression)
    case .note(let note, let transition):
      append("note ")
      bytes += NoteNumber.words[Int(note.rawValue)]
      append(" ")
      append(Int(note.rawValue))
      append(" ")
      append(transition)
    }
  }

  private mutating func append(_ change: Timeline.ParameterChange) {
    switch change {
    case .value(let value): append("value \(value)")
    case .increment(let step): append("increment \(step)")
    case .decrement(let step): append("decrement \(step)")
    }
  }

  private mutating func append(_ expression: Timeline.Expression) {
    switch expression {
    case .bend(let value):
      append("bend ")
      append(value)
    case .pressure(let value):
      append("pressure ")
      append(value)
    case .timbre(let value):
      append("timbre ")
      append(value)
    }
  }

  private mutating func append(_ transition: Timeline.NoteTransition) {
    switch transition {
    case .sounding(let velocity): append("sounding", velocity)
    case .retriggered(let velocity, let count):
      append("retriggered", velocity)
      if count != 1 { append(" over \(count)") }
    case .stillSounding(let velocity): append("still-sounding", velocity)
    case .held(let pedal, let velocity): append("held \(pedal.rawValue)", velocity)
    case .released(let velocity): append("released", velocity)
    case .expression(let expression): append(expression)
    case .strayNoteOff(let velocity): append("stray-note-off", velocity)
    case .hanging: append("hanging")
    case .silent: append("silent")
    case .stolen: append("stolen")
    }
  }

  private mutating func append(_ word: String, _ velocity: UInt7?) {
    append(word)
    guard let velocity else { return }
    append(" velocity ")
    append(velocity)
  }
}
