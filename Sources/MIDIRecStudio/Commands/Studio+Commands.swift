internal import ALSASequencer
internal import EventLanguage
internal import MIDICore
internal import MIDIRecWorkbench
internal import Synchronization

extension Studio {
  /// Performs a command of a page, and returns the answer.
  ///
  /// The filter of the log belongs to the page, which performs that command itself.
  func perform(_ command: PageCommand, of page: PageID) -> Reply {
    var reply: Reply
    do {
      reply = try result(of: command, page)
    } catch {
      reply = Reply(error: Self.text(of: error))
    }
    reply.reply = command.id
    return reply
  }

  private func result(of command: PageCommand, _ page: PageID) throws -> Reply {
    switch command.do {
    // A page measures the time of an answer, and the difference of its clock.
    case "ping": Reply(now: now.microseconds)
    case "output": try choose(command.address)
    case "press":
      try press(try command.playedNote, velocity: try command.value(\.velocity, "velocity"), of: page)
    case "pressure":
      try press(
        try command.playedNote, by: try command.value(\.pressure, "pressure"),
        isOfChannel: command.isChannel ?? true, of: page)
    case "release": try release(try command.playedNote, of: page)
    case "releaseAll": try releaseAll(of: page)
    case "send": try send(try command.required(\.words, "words"), isHeard: command.isHeard ?? false)
    case "panic": try panic()
    case "record": try record(command.inputs, since: command.optionalTime(\.at))
    case "stop": try stopRecording()
    case "keep":
      try keep(
        from: try command.time(\.from, "from"), to: try command.time(\.to, "to"),
        isTrimmed: command.isTrimmed ?? false)
    case "takes": takes()
    case "replay":
      try replay(
        try command.required(\.file, "file"), from: Nanoseconds(microseconds: command.from ?? 0),
        speed: command.speed ?? 1, isLoop: command.isLoop ?? false, isHeard: command.isHeard ?? false)
    case "notes": try notes(of: try command.required(\.file, "file"))
    case "halt": halt()
    case "rename": try rename(try command.required(\.file, "file"), to: try command.required(\.name, "name"))
    case "trim":
      try trim(
        try command.required(\.file, "file"), from: try command.time(\.from, "from"),
        to: try command.time(\.to, "to"))
    case "clear": clear()
    case "sessions": try sessions()
    case "makeSession":
      try makeSession(
        try command.required(\.name, "name"), of: try command.required(\.file, "file"),
        subject: command.subject, program: command.program,
        from: command.optionalTime(\.from), to: command.optionalTime(\.to))
    case "run": try runSession(try command.required(\.name, "name"))
    case "accept":
      try accept(try command.required(\.name, "name"), digest: try command.required(\.digest, "digest"))
    case "reject": try reject(try command.required(\.name, "name"))
    case "review": try review(try command.required(\.name, "name"))
    case "undo": try undo(command.number)
    case "deleteTake": try deleteTake(try command.required(\.file, "file"))
    case "deleteSession": try deleteSession(try command.required(\.name, "name"))
    // A page that is opened later also shows it.
    case "shown": keepShown(try command.required(\.words, "words"))
    case "mark": mark(at: command.optionalTime(\.at), named: try command.markName)
    case "saveLog":
      try saveLog(
        from: command.optionalTime(\.from), to: command.optionalTime(\.to), try command.filter,
        inputs: command.inputs)
    case "look": try look(from: try command.time(\.from, "from"), to: try command.time(\.to, "to"))
    case "alias": try setAlias(command.name, of: try command.required(\.input, "input"))
    case "watch": try watch(try command.required(\.isOn, "isOn"))
    case "listen": try listen(try command.required(\.name, "name"))
    case "reportSession": try reportSession(try command.required(\.name, "name"))
    case "judge":
      try judge(
        by: command.file, orSession: command.name,
        tolerance: command.tolerance.map { Nanoseconds(milliseconds: $0) }, inputs: command.inputs)
    case "compare":
      try compare(
        try command.required(\.file, "file"), try command.required(\.other, "other"),
        tolerance: command.tolerance.map { Nanoseconds(milliseconds: $0) },
        makesReport: command.hasReport ?? false)
    default: try performSound(command)
    }
  }

  private func keepShown(_ command: String) -> Reply {
    model.withLock { $0.shownCommand = command.printable }
    return Reply()
  }

  /// Forgets the values and the held notes that are shown.
  private func clear() -> Reply {
    let now = now
    change { $0.live.clear(at: now) }
    return Reply()
  }

  /// Returns an error as text for the user: a message, and perhaps lines with its details.
  static func text(of error: any Error) -> String {
    guard let failure = CommandFailure(explaining: error) else { return "\(error)" }
    return ([failure.message] + failure.details).joined(separator: "\n")
  }
}

extension PageCommand {
  /// Whether the command can take so long that the page's other commands must not wait for it.
  var isLong: Bool { Self.long.contains(self.do) }

  private static let long: Set = [
    "run", "makeSession", "compare", "review", "reportSession", "listen", "look", "saveLog", "judge", "takes",
    "notes", "deleteTake", "deleteSession",
  ]

  /// Returns a part of the command.
  ///
  /// - Throws: `StudioError` if it is missing.
  func required<Value>(_ part: KeyPath<PageCommand, Value?>, _ name: String) throws -> Value {
    guard let value = self[keyPath: part] else { throw StudioError("the command needs \(name)") }
    return value
  }

  /// Returns a number from 0 to 127.
  fileprivate func value(_ part: KeyPath<PageCommand, Int?>, _ name: String) throws -> UInt7 {
    guard let value = UInt7(exactly: try required(part, name)) else {
      throw StudioError("\(name) must be from 0 to 127")
    }
    return value
  }

  /// The filter of a log, in the words of `--only`.
  var filter: MessageFilter {
    get throws {
      let terms = (only ?? "").trimmingPrefix(while: \.isWhitespace)
      return MessageFilter(
        only: terms.isEmpty ? [] : [try MessagePattern(parsing: String(terms))],
        keepsTiming: isTiming ?? false)
    }
  }

  fileprivate func optionalTime(_ part: KeyPath<PageCommand, Int64?>) -> Nanoseconds? {
    self[keyPath: part].map { Nanoseconds(microseconds: $0) }
  }

  /// The text of a mark, or `nil` if it has none.
  fileprivate var markName: String? {
    get throws {
      guard let name, !name.allSatisfy(\.isWhitespace) else { return nil }
      guard name.utf8.count <= 127, !name.contains(where: \.isNewline) else {
        throw StudioError("a mark needs a text of at most 127 bytes in one line")
      }
      return name
    }
  }

  func time(_ part: KeyPath<PageCommand, Int64?>, _ name: String) throws -> Nanoseconds {
    Nanoseconds(microseconds: try required(part, name))
  }

  fileprivate var playedNote: Studio.PlayedNote {
    get throws {
      let number = channel ?? 1
      guard 1...16 ~= number, let channel = Channel(exactly: number - 1) else {
        throw StudioError("channel must be from 1 to 16")
      }
      return Studio.PlayedNote(channel: channel, note: NoteNumber(try value(\.note, "note")))
    }
  }
}

extension Nanoseconds {
  /// Creates a time from microseconds, limited to the times of a recording.
  fileprivate init(microseconds: Int64) { self = .microseconds(max(0, min(microseconds, 1 << 50))) }

  /// Creates a time from milliseconds, limited to an hour.
  fileprivate init(milliseconds: Double) {
    self.init(microseconds: Int64((max(0, min(milliseconds, 3_600_000)) * 1000).rounded()))
  }
}
