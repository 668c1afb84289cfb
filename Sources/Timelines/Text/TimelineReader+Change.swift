internal import MIDICore

extension TimelineReader {
  /// Reads a change on a channel.
  mutating func change() throws(TimelineTextError) -> Timeline.Change {
    let start = next
    let word = try choice("what changed")
    switch word {
    case "note": return try note()
    case "bend", "pressure", "timbre": return .expression(try expression(word))
    case "controller": return try setting(of: numberedController())
    case "pedal": return try setting(of: controller(among: Controller.pedalWords, from: 64, "a pedal"))
    case "mode": return try setting(of: controller(among: Controller.modeWords, from: 120, "a mode message"))
    case "program": return try program()
    case "light": return .light(try light())
    case "rpn", "nrpn": return try parameter(isRegistered: word == "rpn")
    default:
      throw failure(
        "note, bend, pressure, timbre, controller, pedal, mode, program, rpn, nrpn or light", start)
    }
  }

  /// Reads the value of a controller, and whether it is a pedal left down.
  private mutating func setting(of controller: Controller) throws(TimelineTextError) -> Timeline.Change {
    let value: UInt7 = try value("a value")
    return takes("left-down") ? .pedalLeftDown(controller, value) : .controller(controller, value)
  }

  /// Reads the number of a controller without a name, so that each controller has only one form.
  private mutating func numberedController() throws(TimelineTextError) -> Controller {
    let word = next
    let controller = Controller(clamping: try integer(0...127, "a controller"))
    let own = controller.words
    guard own.utf8.starts(with: "controller ".utf8) else { throw failure("\"\(own)\"", word) }
    return controller
  }

  private mutating func controller(
    among names: [String], from first: Int, _ expected: String
  ) throws(TimelineTextError) -> Controller {
    let list = "\(expected): \(names.joined(separator: ", "))"
    let word = next
    guard let index = names.firstIndex(of: try choice(list)) else { throw failure(list, word) }
    return Controller(clamping: first + index)
  }

  private mutating func program() throws(TimelineTextError) -> Timeline.Change {
    let program: UInt7 = try value("a program")
    guard takes("bank") else { return .program(program, bank: nil) }
    let coarse: UInt7 = try value("a bank's MSB")
    let fine: UInt7 = try value("a bank's LSB")
    return .program(program, bank: UInt14(mostSignificant: coarse, leastSignificant: fine))
  }

  private mutating func light() throws(TimelineTextError) -> Timeline.Light {
    let column: UInt7 = try value("a column")
    let row: UInt7 = try value("a row")
    let word = next
    guard takes("color") else { throw failure("\"color\"", isAtEnd ? nil : word) }
    return Timeline.Light(column: column, row: row, color: try value("a color"))
  }

  private mutating func parameter(isRegistered: Bool) throws(TimelineTextError) -> Timeline.Change {
    let number: UInt14 = try value("a parameter's number")
    let parameter = Timeline.Parameter(isRegistered: isRegistered, number: number)
    let word = next
    switch try choice("value, increment or decrement") {
    case "value": return .parameter(parameter, .value(try value("a value")))
    case "increment": return .parameter(parameter, .increment(try value("a step")))
    case "decrement": return .parameter(parameter, .decrement(try value("a step")))
    default: throw failure("value, increment or decrement", word)
    }
  }

  private mutating func expression(_ word: String) throws(TimelineTextError) -> Timeline.Expression {
    switch word {
    case "bend": .bend(try value("a bend"))
    case "pressure": .pressure(try value("a pressure"))
    default: .timbre(try value("a timbre"))
    }
  }

  /// Reads the name and number of a note, which must agree, and its transition.
  private mutating func note() throws(TimelineTextError) -> Timeline.Change {
    let name = try word("the name of a note: C4")
    let number = try integer(0...127, "a note number")
    let note = NoteNumber(clamping: number)
    guard name.elementsEqual(NoteNumber.words[number]) else {
      throw failure("\(note) for note \(number)", name)
    }
    return .note(note, try transition())
  }

  private mutating func transition() throws(TimelineTextError) -> Timeline.NoteTransition {
    let start = next
    let word = try choice("a note transition")
    switch word {
    case "sounding": return .sounding(velocity: try velocity())
    case "retriggered":
      let velocity = try velocity()
      let count = try takes("over") ? integer(1...255, "a number of notes") : 1
      return .retriggered(velocity: velocity, over: UInt8(clamping: count))
    case "still-sounding": return .stillSounding(releaseVelocity: try releaseVelocity())
    case "held":
      let found = next
      guard let pedal = Timeline.HoldingPedal(rawValue: try choice("sustain or sostenuto")) else {
        throw failure("sustain or sostenuto", found)
      }
      return .held(by: pedal, releaseVelocity: try releaseVelocity())
    case "released": return .released(releaseVelocity: try releaseVelocity())
    case "bend", "pressure", "timbre": return .expression(try expression(word))
    case "stray-note-off": return .strayNoteOff(releaseVelocity: try releaseVelocity())
    case "hanging": return .hanging
    case "silent": return .silent
    case "stolen": return .stolen
    default:
      throw failure(
        """
        sounding, retriggered, still-sounding, held, released, bend, pressure, timbre, stray-note-off, hanging, \
        silent or stolen
        """, start)
    }
  }

  private mutating func velocity() throws(TimelineTextError) -> UInt7 {
    let word = next
    guard takes("velocity") else { throw failure("\"velocity\"", isAtEnd ? nil : word) }
    return try value("a velocity")
  }

  private mutating func releaseVelocity() throws(TimelineTextError) -> UInt7? {
    try takes("velocity") ? value("a velocity") : nil
  }
}
