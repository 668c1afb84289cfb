internal import Dispatch
internal import FontCatalog
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecSynth
internal import Synchronization
internal import SystemPackage

/// A preset that plays the latest notes again, or a take.
struct RunningAudition: Sendable {
  let sound: Sound
  let number: Int
  let task: Task<Void, Never>
}

extension Studio {
  /// The actions that need the catalog or load fonts. They are performed on a queue of their own.
  static let soundActions: Set<String> = [
    "sounds", "sound", "effects", "audition", "favorite", "unfavorite", "tag", "untag",
  ]

  private static let nothingPlayed =
    "nothing was played in that time; play something first, or choose a take"

  /// Performs an action of ``soundActions``.
  func performSound(_ command: PageCommand) throws -> Reply {
    switch command.do {
    case "sounds": return try listSounds(command)
    case "sound": return try chooseSound(command)
    case "effects": return try changeEffects(command.effects)
    case "audition": return try audition(command)
    case "favorite":
      let preset = try command.part(\.preset, "preset")
      let current = command.isCurrent == true ? model.withLock(\.sound) : nil
      return try addFavorite(
        of: preset, as: command.name,
        current?.presetText == preset ? current?.changes ?? Effects() : command.effects)
    case "unfavorite": return try removeFavorite(try command.part(\.name, "name"))
    case "tag", "untag":
      return try tag(
        try command.part(\.font, "font"), with: try command.part(\.tag, "tag"), isAdded: command.do == "tag")
    default: throw StudioError("unknown command")
    }
  }

  // MARK: Choosing

  private func chosenSound(_ command: PageCommand) throws -> Sound? {
    if let preset = command.preset { return try Sound(preset: preset, in: try catalog.get()) }
    return try command.font.map { try Sound(font: $0, in: try catalog.get()) }
  }

  /// Chooses the studio's sound, or none.
  private func chooseSound(_ command: PageCommand) throws -> Reply {
    var sound = try chosenSound(command)
    try sound?.setEffects(command.effects)
    endAudition()
    try open(sound)
    change { $0.sound = sound }
    return Reply(command: sound.flatMap(commandLine), name: sound?.name)
  }

  /// Changes the effects of the studio's sound.
  private func changeEffects(_ effects: Effects) throws -> Reply {
    guard var sound = model.withLock(\.sound) else { throw StudioError("choose a preset first") }
    try sound.setEffects(effects)
    endAudition()
    try open(sound)
    change { [sound] in $0.sound = sound }
    return Reply(command: commandLine(sound), name: sound.name)
  }

  private func open(_ sound: Sound?) throws {
    do {
      try player.open(sound?.choice)
      change { $0.soundProblem = nil }
    } catch {
      let problem = Self.explanation(of: error)
      change { model in
        model.soundProblem = problem
        // The player has opened the earlier sound again, unless it also failed.
        if !player.isOn { model.sound = nil }
      }
      throw StudioError(problem)
    }
  }

  /// Returns the command that plays all inputs with a sound, after it has saved changed effects as a favorite.
  private func commandLine(_ sound: Sound) -> String? {
    if let options = sound.options { return "midirec synth --in all\(options)\(audioOptions)" }
    guard let preset = sound.presetText else { return nil }
    let name = "\(sound.name) copy".shellWord
    let clone = sound.isFavorite ? " --clone" : ""
    return "midirec fonts favorite \(preset.shellWord)\(clone) --name \(name)"
      + "\(sound.changes.options) && midirec synth --in all --preset \(name)\(audioOptions)"
  }

  /// Reports at once that the output that the user has chosen can't be opened. The default output is tried with the first
  /// sound, because most users of a machine without a sound card want no sound.
  func checkOutput() {
    guard player.output != .driver(nil) else { return }
    do {
      try LiveSynth.probe(player.output)
    } catch {
      change { [problem = Self.explanation(of: error)] in $0.soundProblem = problem }
    }
  }

  // MARK: Auditions

  /// Plays the messages of a time, or a take, with a preset, or with the studio's sound.
  private func audition(_ command: PageCommand) throws -> Reply {
    endAudition()
    let chosen = model.withLock(\.sound)
    guard command.isStop != true else {
      try open(chosen)
      return Reply()
    }
    guard let sound = try chosenSound(command) ?? chosen else { throw StudioError("choose a preset first") }
    let recording: Recording
    if let take = command.file {
      recording = try self.recording(of: take)
    } else {
      let (start, end) = (try command.time(\.from, "from"), try command.time(\.to, "to"))
      guard let played = try? played(from: start, to: min(end, now)) else {
        throw StudioError(Self.nothingPlayed)
      }
      recording = try played.recording()
    }
    let messages = recording.messagesInOrder
    guard let first = messages.first(where: { $0.message.startsNote })?.time, let last = messages.last?.time
    else { throw StudioError(Self.nothingPlayed) }
    // Without the silence before the first note and after the last message.
    let end = max(last, first + .milliseconds(1))
    let heard = try MIDIFile(recording).excerpt(from: first, to: end).recording()
    try open(sound)
    let number = Int(now.rawValue)
    let task = Task {
      await player.play(heard)
      await player.waitForSilence()
      soundQueue.async { self.auditionEnded(number) }
    }
    change { $0.audition = RunningAudition(sound: sound, number: number, task: task) }
    let line = command.file.flatMap { take in
      sound.options.map { "midirec play \(take.shellWord) --synth\($0)\(audioOptions)" }
    }
    return Reply(command: line, name: sound.name)
  }

  /// Stops the audition. The synth keeps its sound.
  func endAudition() {
    let audition = change { model in
      defer { model.audition = nil }
      return model.audition
    }
    audition?.task.cancel()
    if audition != nil { player.play([.releaseAll]) }
  }

  private func auditionEnded(_ number: Int) {
    let (isCurrent, sound) = change { model in
      let isCurrent = model.audition?.number == number
      if isCurrent { model.audition = nil }
      return (isCurrent, model.sound)
    }
    if isCurrent { try? open(sound) }
  }

  /// The options of the studio's audio output, as for `midirec synth`.
  var audioOptions: String {
    switch player.output {
    case .driver(let name): name.map { " --audio \($0.shellWord)" } ?? ""
    case .file(let path): " --audio-file \(path.string.shellWord)"
    }
  }

  // MARK: Playing

  /// Plays messages of pages with the studio's sound.
  func sound(_ messages: [Message]) {
    player.play(messages.map { .message($0, source: SoundPlayer.pages) })
  }

  // MARK: The catalog

  private func addFavorite(of preset: String, as name: String?, _ effects: Effects) throws -> Reply {
    let catalog = try catalog.get()
    let original = try catalog.preset(preset)
    let wanted = name ?? original.name
    // Without a name, the preset's own is used if it is free.
    let isTaken = name == nil && (try? catalog.preset(wanted)) != nil
    let favorite = try catalog.addFavorite(of: preset, name: isTaken ? nil : wanted) { settings in
      effects.apply(to: &settings)
    }
    change { $0.catalogVersion += 1 }
    let clone = original.kind == .favorite ? " --clone" : ""
    return Reply(
      command: "midirec fonts favorite \(preset.shellWord)\(clone) --name \(favorite.name.shellWord)"
        + effects.options, name: favorite.name)
  }

  private func removeFavorite(_ name: String) throws -> Reply {
    let favorite = try catalog.get().removeFavorite(name)
    change { $0.catalogVersion += 1 }
    return Reply(command: "midirec fonts favorite \(name.shellWord) --remove", name: favorite.name)
  }

  private func tag(_ font: String, with tag: String, isAdded: Bool) throws -> Reply {
    let catalog = try catalog.get()
    let fonts = try isAdded ? catalog.tag([font], with: tag) : catalog.untag([font], from: tag)
    change { $0.catalogVersion += 1 }
    return Reply(
      command: "midirec fonts \(isAdded ? "tag" : "untag") \(tag.shellWord) \(font.shellWord)",
      name: fonts.first?.name)
  }
}

extension Message {
  /// Whether the message is a note-on.
  fileprivate var startsNote: Bool {
    if case .noteOn(_, _, let velocity) = self { velocity > 0 } else { false }
  }
}

extension PageCommand {
  fileprivate var effects: Effects { Effects(volume: volume, reverb: reverb, chorus: chorus) }

  /// Returns a text of the command.
  ///
  /// - Throws: `StudioError` if it is missing or empty.
  fileprivate func part(_ part: KeyPath<PageCommand, String?>, _ name: String) throws -> String {
    let text = try required(part, name)
    guard !text.isEmpty else { throw StudioError("the command needs \(name)") }
    return text
  }
}
