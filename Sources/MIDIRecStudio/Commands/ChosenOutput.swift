internal import ALSASequencer
internal import EventLanguage
internal import MIDICore
internal import Synchronization

/// The output of the pages, which is found again after a disconnection.
struct ChosenOutput: Sendable {
  let name: String
  let choice: PortChoice
  /// For notes of pages and for words.
  let output: Sequencer.Output
}

extension Studio {
  /// The chosen output.
  ///
  /// - Throws: `StudioError` if the user has chosen none.
  var chosenOutput: ChosenOutput {
    get throws {
      guard let output = model.withLock(\.output) else { throw StudioError("choose an output first") }
      return output
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
      name: endpoint.displayName, choice: choice, output: try sequencer.output(choice))
    // The earlier output ends its notes when it is released.
    change { model in
      model.output = chosen
      (model.playedNotes, model.sent) = ([:], ReleaseTracker())
    }
    return Reply()
  }

  /// Plays a key of a page.
  func press(_ played: PlayedNote, velocity: UInt7, of page: PageID) throws -> Reply {
    let chosen = try chosenOutput
    try send(
      [.noteOn(channel: played.channel, note: played.note, velocity: max(velocity, 1))], to: chosen)
    _ = change { $0.playedNotes[page, default: []].insert(played).inserted }
    return Reply(
      command: "midirec send --out \(chosen.name.shellWord) ch \(played.channel.number) "
        + "on \(played.note.name(.octave4)) \(max(velocity, 1))")
  }

  /// Ends a key of a page.
  func release(_ played: PlayedNote, of page: PageID) throws -> Reply {
    guard change({ $0.playedNotes[page]?.remove(played) != nil }) else { return Reply() }
    try send([played.release], to: try chosenOutput)
    return Reply()
  }

  /// Ends all keys of a page, such as when it is gone.
  func releaseAll(of page: PageID) throws -> Reply {
    let notes = change { $0.playedNotes.removeValue(forKey: page) ?? [] }
    guard !notes.isEmpty else { return Reply() }
    try send(notes.map(\.release), to: try chosenOutput)
    return Reply()
  }

  /// Sends words of `midirec send`. Messages with later times are played in the background.
  func send(_ words: String) throws -> Reply {
    let chosen = try chosenOutput
    let script = try SendScript.parse(text: words)
    if script.duration == .zero {
      try send(script.messages.map(\.message), to: chosen)
    } else {
      // A separate output, because the recordings of one output are played one after the other.
      let output = try sequencer.output(chosen.choice)
      let recording = Recording(tracks: [Recording.Track(messages: script.messages, end: script.duration)])
      Task { try? await output.play(recording) }
    }
    return Reply(command: "midirec send --out \(chosen.name.shellWord) \(words)")
  }

  /// Ends all notes on the output.
  func panic() throws -> Reply {
    _ = halt()
    // Many programs ignore the controllers.
    var messages = change { model in
      defer { (model.playedNotes, model.sent) = ([:], ReleaseTracker()) }
      return model.sent.noteAndPedalReleases
    }
    guard let chosen = model.withLock(\.output) else { return Reply() }
    messages += (1...16).map(Channel.number).flatMap { channel in
      [Controller.sustain, .sostenuto, .allSoundOff, .allNotesOff].map {
        Message.controlChange(channel: channel, controller: $0, value: 0)
      }
    }
    try send(messages, to: chosen)
    return Reply()
  }

  private func send(_ messages: [Message], to chosen: ChosenOutput) throws {
    try chosen.output.send(messages)
    let now = now
    change { model in
      for message in messages {
        model.sent.apply(message)
        model.log.append(StudioLog.Line(time: now, source: nil, port: chosen.name, message: message))
      }
    }
  }
}
