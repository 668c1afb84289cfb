internal import ALSASequencer
internal import EventLanguage
internal import Instruments
internal import MIDICore
internal import MIDIRecReports
internal import MIDIRecSessions
internal import MIDIRecSynth
internal import MIDIRecWorkbench
internal import Timelines

/// A message of the server to a page. Exactly one part is present. Times are in microseconds since the start.
struct ServerMessage: Encodable {
  var hello: Hello?
  var state: StateMessage?
  var log: LogMessage?
  var strip: StripMessage?
  var judgment: JudgmentMessage?
  var notice: String?
  /// The command line that a page showed last, for a new page.
  var shownCommand: String?

  /// The first message to a page.
  struct Hello: Encodable {
    /// Time zero in milliseconds since 1970.
    let startedAt: Int64
    let folder: String
    /// The columns of the grid.
    let columns = LinnStrument.model200.columnCount
    /// The notes of the cells without a change of the instrument's settings.
    let notes: [Int?] = {
      let layout = GridLayout(GridSettings())
      return (0..<LinnStrument.model200.cellCount).map { number in
        layout.note(of: GridCell(number: number, of: .model200)).map { Int($0.rawValue) }
      }
    }()
    /// The names of the subjects of new sessions.
    let subjects = SubjectRegistry.names
    /// The colors of the grid by name, as in style sheets.
    let colors = Dictionary(
      uniqueKeysWithValues: (0..<64).map { HighlightColor(index: $0) }.map {
        ($0.name, svgColor($0.rgb))
      })
  }
}

/// The state of the studio.
struct StateMessage: Encodable {
  struct Clock: Encodable {
    let bpm: Double
    let jitter: Double
  }

  struct Input: Encodable {
    let id: Int
    let name: String
    let address: String
    let isConnected: Bool
    let since: Int64?
    let count: Int
    let place: Int?
    let last: Int64?
    let clock: Clock?
    let usb: String?
    let alias: String?
  }

  struct Output: Encodable {
    let name: String
    let address: String
    let alias: String?
  }

  struct Chosen: Encodable {
    let name: String
    let isConnected: Bool
  }

  struct Held: Encodable {
    let input: Int
    let channel: Int
    let note: Int
    let velocity: Int
    let since: Int64
    let isPedal: Bool
    /// In semitones.
    let bend: Double
    let pressure: Int?
    let timbre: Int?
    /// The end of a note of an earlier time.
    var end: Int64?
  }

  struct Value: Encodable {
    let input: Int
    let channel: Int
    let name: String
    let controller: Int?
    let value: Int
    let low: Int
    let high: Int
    let text: String
  }

  struct Cell: Encodable {
    let cell: Int
    let note: Int
    let channel: Int
    let input: Int
    let color: String
    let pressure: Int?
    let bend: Double
  }

  struct Light: Encodable {
    let cell: Int
    let color: String
  }

  struct Sound: Encodable {
    let font: String
    let preset: String?
    let name: String
    let isAudition: Bool
    let isFavorite: Bool
    /// In decibels.
    let volume: Double
    /// The levels of the effects.
    let reverb: Double
    let chorus: Double
    /// The number of sounding voices.
    let voices: Int
  }

  struct Key: Encodable {
    let note: Int
    let look: String
    let velocity: Int
  }

  struct Recording: Encodable {
    let file: String
    let since: Int64
    let messages: Int
    let notes: Int
    let problem: String?
  }

  struct Replay: Encodable {
    let file: String
    let position: Int64
    let length: Int64
    let isLoop: Bool
    let speed: Double
  }

  struct Judgment: Encodable {
    let name: String
    /// In milliseconds.
    let tolerance: Double
    let right: Int
    let wrong: Int
    let missing: Int
  }

  struct Watch: Encodable {
    let count: Int
    let isRunning: Bool
  }

  struct Undo: Encodable {
    let number: Int
    let text: String
  }

  let now: Int64
  let lost: Int
  let failure: String?
  let inputs: [Input]
  let outputs: [Output]
  let output: Chosen?
  let held: [Held]
  let values: [Value]
  let cells: [Cell]
  let lights: [Light]
  let keys: [Key]
  let recording: Recording?
  let kept: Int64
  let replay: Replay?
  let takes: Int
  let sessions: Int
  let catalog: Int
  let sound: Sound?
  let soundProblem: String?
  let played: [Int]
  let judgment: Judgment?
  /// The marks as lists: number, time, and text.
  let marks: [MarkMessage]
  let watch: Watch?
  /// The action that can be taken back.
  let undo: Undo?

  /// Creates the state for a page.
  init(_ model: borrowing Studio.Model, for page: Studio.PageID, at now: Nanoseconds) {
    let live = model.live
    self.now = now.microseconds
    lost = model.lostCount
    failure = model.failure
    inputs = live.inputs.enumerated().map { id, input in
      Input(
        id: id, name: input.name, address: input.address, isConnected: input.isConnected,
        since: input.since?.microseconds, count: input.messageCount, place: input.place,
        last: input.lastTime?.microseconds,
        clock: input.clock.reading(at: now).map {
          Clock(bpm: $0.tempo.hundredths, jitter: $0.jitter.hundredths)
        },
        usb: input.endpoint?.hardware?.usbID, alias: input.alias)
    }
    outputs = model.outputs.map {
      Output(name: $0.displayName, address: "\($0.address)", alias: model.aliases["\($0.address)"])
    }
    output = model.output.map { Chosen(name: $0.name, isConnected: $0.output.isConnected) }
    held = live.held.all.map { Held($0, of: live) }
    let expressions = Dictionary(
      zip(live.held.all.map(\.key), held), uniquingKeysWith: { first, _ in first })
    values = Value.all(of: live)
    cells = live.grid.highlights.flatMap { highlight in
      let key = HeldNotes.Key(source: highlight.source, channel: highlight.channel, note: highlight.note)
      let expression = expressions[key]
      return highlight.cells.map { cell in
        Cell(
          cell: cell, note: Int(highlight.note.rawValue), channel: highlight.channel.number,
          input: highlight.source, color: highlight.color.name, pressure: expression?.pressure,
          bend: expression?.bend ?? 0)
      }
    }
    let surface = live.grid.settings.model
    lights = live.grid.lights.all.compactMap { light in
      surface.cell(of: light).map { Light(cell: $0, color: light.colorName) }
    }
    keys = live.piano.activeKeys.map { note in
      let key = live.piano[note]
      return Key(
        note: Int(note.rawValue), look: key.isPressed ? "pressed" : "held",
        velocity: Int(key.velocity.rawValue))
    }
    recording = model.recording.map {
      Recording(
        file: $0.file, since: $0.since.microseconds, messages: $0.messageCount, notes: $0.noteCount,
        problem: $0.problem)
    }
    kept = model.arrivals.stored.first?.timed.time.microseconds ?? now.microseconds
    replay = model.replay.map {
      Replay(
        file: $0.file, position: $0.position(at: now).microseconds, length: $0.length.microseconds,
        isLoop: $0.isLoop, speed: $0.speed)
    }
    judgment = model.judgment.map {
      Judgment(
        name: $0.name, tolerance: Double($0.tolerance.microseconds) / 1000, right: $0.result.rightCount,
        wrong: $0.result.wrongCount, missing: $0.result.missingCount)
    }
    marks = zip(model.marks.firstNumber..., model.marks.stored).map { MarkMessage(number: $0, mark: $1) }
    watch = model.watch.map { Watch(count: $0.count, isRunning: $0.isRunning) }
    undo = model.undo.map { Undo(number: $0.number, text: $0.text) }
    (takes, sessions, catalog) = (model.takesVersion, model.sessionsVersion, model.catalogVersion)
    soundProblem = model.soundProblem
    sound = (model.audition?.sound ?? model.sound).map { sound in
      let settings = sound.choice.settings
      return Sound(
        font: sound.font, preset: sound.presetText, name: sound.name, isAudition: model.audition != nil,
        isFavorite: sound.isFavorite, volume: settings.gain, reverb: (settings.reverb ?? Reverb()).level,
        chorus: (settings.chorus ?? Chorus()).level, voices: model.voiceCount)
    }
    played = model.playedNotes[page].map { $0.map { Int($0.note.rawValue) }.sorted() } ?? []
  }
}

extension StateMessage.Held {
  /// Creates the entry of a note.
  init(_ hold: HeldNotes.Hold, of live: LiveState, until end: Nanoseconds? = nil) {
    let key = hold.key
    let expression = hold.expression.over(live.values.expression(of: key.source, key.channel))
    let bend =
      expression.bend.map {
        live.values.semitones($0, of: key.source, key.channel, isInZone: hold.expression.bend != nil)
      } ?? 0
    self.init(
      input: key.source, channel: key.channel.number, note: Int(key.note.rawValue),
      velocity: Int(hold.velocity.rawValue), since: hold.since.microseconds, isPedal: hold.isPedal,
      bend: bend.hundredths, pressure: expression.pressure.map { Int($0.rawValue) },
      timbre: expression.timbre.map { Int($0.rawValue) }, end: end?.microseconds)
  }
}

extension StateMessage.Value {
  /// Returns the values, or those that arrived since a time, in order.
  static func all(of live: LiveState, since start: Nanoseconds? = nil) -> [StateMessage.Value] {
    live.values.values.filter { $0.value.time >= start ?? .zero }.map { key, latest in
      StateMessage.Value(
        input: key.source, channel: key.channel.number, name: key.quantity.name(),
        controller: key.quantity.controllerNumber, value: latest.value, low: key.quantity.range.lowerBound,
        high: key.quantity.range.upperBound, text: key.quantity.shownText(of: latest.value))
    }
    .sorted { ($0.input, $0.channel, $0.name) < ($1.input, $1.channel, $1.name) }
  }
}

/// The latest judged notes as lists of channel, note, start, and verdict, and the missing ones of note, start, and end.
struct JudgmentMessage: Encodable {
  let result: RunningJudgment.JudgedNotes

  private enum CodingKeys: String, CodingKey {
    case notes, missing
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    var notes = container.nestedUnkeyedContainer(forKey: .notes)
    for note in result.played {
      var list = notes.nestedUnkeyedContainer()
      try list.encode(note.channel.number)
      try list.encode(Int(note.note.rawValue))
      try list.encode(note.start.microseconds)
      try list.encode(note.verdict.rawValue)
    }
    var missing = container.nestedUnkeyedContainer(forKey: .missing)
    for note in result.missing {
      var list = missing.nestedUnkeyedContainer()
      try list.encode(Int(note.note.rawValue))
      try list.encode(note.start.microseconds)
      try list.encode(note.end.microseconds)
    }
  }
}

/// A mark as a list: number, time, and text.
struct MarkMessage: Encodable {
  let number: Int
  let mark: Mark

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(number)
    try list.encode(mark.time.microseconds)
    try list.encode(mark.text)
  }
}

/// New lines of a log.
struct LogMessage: Encodable {
  /// A line as a list: number, time, direction, input, port, channel, kind, values, and bytes.
  struct Line: Encodable {
    let number: Int
    let line: StudioLog.Line

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(number)
      try list.encode(line.time.microseconds)
      try list.encode(line.source == nil ? "out" : "in")
      if let source = line.source { try list.encode(source) } else { try list.encodeNil() }
      try list.encode(line.port)
      if let channel = line.message.channel { try list.encode(channel.number) } else { try list.encodeNil() }
      try list.encode(line.message.kind.name)
      try list.encode(line.message.listedValues())
      let bytes = line.message.bytes
      try list.encode(hexadecimal(bytes.prefix(64)) + (bytes.count > 64 ? " … \(bytes.count) bytes" : ""))
    }
  }

  let leftOut: Int
  let hidden: Int
  let matching: Int
  let total: Int
  let isReset: Bool
  let lines: [Line]

  init(_ news: LogReader.News, of log: StudioLog) {
    (leftOut, hidden, matching) = (news.leftOutCount, log.timingCount, news.matchingCount)
    (total, isReset) = (log.lines.count, news.isReset)
    lines = news.lines.map { Line(number: $0.number, line: $0.line) }
  }
}

/// Notes that started or ended.
struct StripMessage: Encodable {
  /// A note as a list: number, input, channel, note, velocity, start, and end.
  struct Note: Encodable {
    let entry: RecentNotes.Entry

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      let (hold, key) = (entry.hold, entry.hold.key)
      for number in [
        hold.number, key.source, key.channel.number, Int(key.note.rawValue), Int(hold.velocity.rawValue),
      ] { try list.encode(number) }
      try list.encode(hold.since.microseconds)
      if let end = entry.end { try list.encode(end.microseconds) } else { try list.encodeNil() }
    }
  }

  let isReset: Bool
  let notes: [Note]
}

extension Nanoseconds {
  /// The time in microseconds, rounded down.
  var microseconds: Int64 { rawValue / 1000 }
}

extension Double {
  /// The value rounded to hundredths.
  fileprivate var hundredths: Double { (self * 100).rounded() / 100 }
}
