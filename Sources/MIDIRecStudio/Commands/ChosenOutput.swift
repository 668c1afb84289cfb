internal import ALSASequencer
internal import EventLanguage
internal import MIDICore
internal import Synchronization
internal import Timelines

/// The output of the pages, which is found again after a disconnection.
struct ChosenOutput: Sendable {
  let name: String
  let choice: PortChoice
  /// Whether it is the studio's own port.
  let isOwn: Bool
  /// For notes of pages and for words.
  let output: Sequencer.Output
}

extension Studio {
  /// Returns the chosen output, or `nil` if only a sound plays: the studio's or, if it is heard, the page's.
  ///
  /// - Throws: `StudioError` if the user has chosen neither.
  func output(orPage isHeard: Bool) throws -> ChosenOutput? {
    let output = model.withLock(\.output)
    guard output != nil || player.isOn || isHeard else {
      throw StudioError("choose an output or a sound first")
    }
    return output
  }

  /// The maximum number of notes for the sound of a page.
  private static let mostHeardNotes = 100_000

  /// Returns the notes of a take for the sound of a page.
  func notes(of take: String) throws -> Reply {
    let performance = Performance(try recording(of: take))
    guard performance.notes.count <= Self.mostHeardNotes else {
      throw StudioError("\(take) has too many notes for the page's sound")
    }
    return Reply(noteList: Self.noteList(of: performance))
  }

  /// Returns notes for the sound of a page, as lists of onset, end, channel, note, and velocity.
  private static func noteList(of performance: Performance) -> [[Int64]] {
    performance.notes.map { note in
      [
        note.onset.microseconds, (note.offset ?? performance.end).microseconds, Int64(note.channel.number),
        Int64(note.number.rawValue), Int64(note.velocity.rawValue),
      ]
    }
  }

  /// Chooses the output by its address, or none.
  func choose(_ address: String?) throws -> Reply {
    guard let address else {
      _ = try? panic()
      change { $0.output = nil }
      return Reply()
    }
    let outputs = try sequencer.ports.current.filter { $0.directions.contains(.output) }
    guard let endpoint = outputs.first(where: { "\($0.address)" == address }) else {
      throw StudioError("no output has the address \(address)")
    }
    let choice = PortChoice(endpoint, among: outputs, direction: .output)
    let chosen = ChosenOutput(
      name: endpoint.displayName, choice: choice,
      isOwn: endpoint.address == model.withLock(\.ownAddress), output: try sequencer.output(choice))
    chosen.output.whenConnectionChanges { [weak self] in self?.tell(.stateChanged) }
    // The earlier output ends its notes when it is released.
    let ends = change { model in
      defer { model.output = chosen }
      return model.forgetPlayed()
    }
    hear(ends)
    return Reply()
  }

  /// Plays a key of a page.
  func press(_ played: PlayedNote, velocity: UInt7, of page: PageID) throws -> Reply {
    let chosen = try play([
      .noteOn(channel: played.channel, note: played.note, velocity: max(velocity, 1))
    ])
    _ = change { $0.playedNotes[page, default: []].insert(played).inserted }
    return Reply(
      command: chosen.map {
        "midirec send --out \($0.name.shellWord) ch \(played.channel.number) "
          + "on \(played.note.name(.octave4)) \(max(velocity, 1))"
      })
  }

  /// Changes the pressure on a key that a page holds, or on its channel.
  func press(_ played: PlayedNote, by pressure: UInt7, isOfChannel: Bool, of page: PageID) throws -> Reply {
    guard model.withLock({ $0.playedNotes[page]?.contains(played) == true }) else { return Reply() }
    func message(_ pressure: UInt7) -> Message {
      isOfChannel
        ? .channelPressure(channel: played.channel, pressure: pressure)
        : .polyPressure(channel: played.channel, note: played.note, pressure: pressure)
    }
    try play([message(pressure)])
    let end = message(0)
    change { model in
      if pressure == 0 {
        model.pressureEnds[page]?.remove(end)
      } else {
        model.pressureEnds[page, default: []].insert(end)
      }
    }
    return Reply()
  }

  /// Ends a key of a page.
  func release(_ played: PlayedNote, of page: PageID) throws -> Reply {
    let ends = change { model -> [Message]? in
      guard model.playedNotes[page]?.remove(played) != nil else { return nil }
      return model.endPressures(of: played, page) + [played.release]
    }
    guard let ends else { return Reply() }
    try play(ends)
    return Reply()
  }

  /// Ends all keys of a page, such as when it is gone.
  func releaseAll(of page: PageID) throws -> Reply {
    let ends = change { model -> [Message] in
      let notes = model.playedNotes.removeValue(forKey: page) ?? []
      return Array(model.pressureEnds.removeValue(forKey: page) ?? []) + notes.map(\.release)
    }
    guard !ends.isEmpty else { return Reply() }
    try play(ends)
    return Reply()
  }

  /// Sends words of `midirec send`. Messages with later times are played in the background.
  ///
  /// - Parameter isHeard: Whether the page plays the notes if no output is chosen.
  func send(_ words: String, isHeard: Bool) throws -> Reply {
    let chosen = try output(orPage: isHeard)
    let script = try SendScript.parse(text: words)
    let recording = Recording(tracks: [Recording.Track(messages: script.messages, end: script.duration)])
    if script.duration == .zero {
      try send(script.messages.map(\.message), to: chosen)
    } else {
      // A separate output, because the recordings of one output are played one after the other.
      let output = try chosen.map { try sequencer.output($0.choice) }
      Task {
        async let heard: Void = player.play(recording)
        _ = try? await output?.play(recording)
        await heard
      }
    }
    return Reply(
      command: chosen.map { "midirec send --out \($0.name.shellWord) \(words)" },
      noteList: isHeard && chosen == nil ? Self.noteList(of: Performance(recording)) : nil)
  }

  /// Ends all notes on the output.
  func panic() throws -> Reply {
    _ = halt()
    endAudition()
    player.play([.releaseAll])
    // Many programs ignore the controllers.
    var (messages, ends) = change { ($0.sent.releaseMessages, $0.forgetPlayed()) }
    hear(ends)
    guard let chosen = model.withLock(\.output) else { return Reply() }
    // They would become a part of takes.
    if !chosen.isOwn {
      messages += (1...16).map(Channel.number).flatMap { channel in
        [Controller.sustain, .sostenuto, .allSoundOff, .allNotesOff].map {
          Message.controlChange(channel: channel, controller: $0, value: 0)
        }
      }
    }
    try send(messages, to: chosen)
    return Reply(command: "midirec send --out \(chosen.name.shellWord) panic")
  }

  /// Plays messages of a page to the output and with the studio's sound, and takes them as input.
  ///
  /// - Returns: The output, or `nil` if there is none.
  @discardableResult
  private func play(_ messages: [Message]) throws -> ChosenOutput? {
    let chosen = model.withLock(\.output)
    // The own port receives them from the sequencer.
    if chosen?.isOwn != true { hear(messages) }
    if let chosen { try send(messages, to: chosen) } else { sound(messages) }
    return chosen
  }

  /// Sends messages to an output, and plays them with the studio's sound.
  private func send(_ messages: [Message], to chosen: ChosenOutput?) throws {
    // What arrives at the own port is played as the messages of all inputs are.
    if chosen?.isOwn != true { sound(messages) }
    try chosen?.output.send(messages)
    let now = now
    change { model in
      for message in messages {
        if chosen != nil { model.sent.apply(message) }
        model.log.append(
          StudioLog.Line(time: now, source: nil, port: chosen?.name ?? "sound", message: message))
      }
    }
  }
}

extension Studio.Model {
  /// Forgets what was sent to the output.
  ///
  /// - Returns: The ends of the notes and pressures that pages hold, unless the studio's own port receives them.
  fileprivate mutating func forgetPlayed() -> [Message] {
    defer { (playedNotes, pressureEnds, sent) = ([:], [:], ReleaseTracker()) }
    guard output?.isOwn != true else { return [] }
    return pressureEnds.values.joined() + playedNotes.values.joined().map(\.release)
  }

  /// Returns the messages that end the pressure on a note that a page has released, and on its channel after the last note.
  fileprivate mutating func endPressures(of played: Studio.PlayedNote, _ page: Studio.PageID) -> [Message] {
    let isLast = playedNotes[page]?.contains { $0.channel == played.channel } != true
    let ends = pressureEnds[page, default: []].filter { end in
      switch end {
      case .polyPressure(let channel, let note, _): (channel, note) == (played.channel, played.note)
      default: isLast && end.channel == played.channel
      }
    }
    pressureEnds[page]?.subtract(ends)
    return Array(ends)
  }
}
