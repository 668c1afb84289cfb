internal import Glibc
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import SystemPackage
internal import Timelines

/// Plays the expected or the new version of a result through an audio player.
///
/// Notes are rendered with the default SoundFont first. Audio is played as it is.
struct ReviewPlayer {
  /// The programs that can play an audio file, in order of preference.
  private static let players = ["pw-play", "paplay", "aplay", "ffplay", "play"]

  private var process: ChildProcess?
  /// Whether the expected version plays.
  private var playsExpected = false
  private var folder: FilePath?

  /// A descriptor that is readable once the player has ended, or `nil` if nothing plays.
  var endDescriptor: Int32? { process?.endDescriptor }

  /// Cleans up if the player has ended by itself.
  ///
  /// - Returns: A message for the user if the player failed, or `nil`.
  mutating func finish() -> String? {
    guard let process, process.hasEnded else { return nil }
    let end = process.waitForEnd()
    self.process = nil
    stop()
    guard end != .exit(0), let player = Self.player else { return nil }
    return "can't play: \(player) ended \(end); set MIDIREC_PLAYER to another player".printable
  }

  /// Plays a version, or stops it if it plays.
  ///
  /// - Returns: A message for the user.
  mutating func toggle(
    _ change: PendingChange, _ contents: PendingChange.Contents, isExpected: Bool
  ) -> String {
    let version = isExpected ? "expected" : "new"
    let wasPlaying = process?.hasEnded == false && playsExpected == isExpected
    stop()
    if wasPlaying { return "" }
    guard let player = Self.player else {
      return "no audio player found: install \(Self.players[0]) or \(Self.players[2]), or set MIDIREC_PLAYER"
    }
    do {
      guard let source = try source(of: change, contents, isExpected: isExpected) else {
        return "there is no \(version) version to hear"
      }
      let sound = folder.map { $0.appending("notes.wav") } ?? source
      let program = FileSystem.realPath("/proc/self/exe") ?? "midirec"
      let rendering = folder == nil ? "" : "\"$1\" render \"$2\" -o \"$3\" && "
      process = try ChildProcess.start(
        [
          "/bin/sh", "-c", "\(rendering)exec \(player) \"$3\"", "midirec", program.string, source.string,
          sound.string,
        ],
        environment: ProcessEnvironment.entries(of: ProcessEnvironment.variables))
      playsExpected = isExpected
      return "playing the \(version) version; the same key stops it"
    } catch {
      return "can't play the \(version) version: \(error)".printable
    }
  }

  /// Stops playing, and deletes the temporary files.
  mutating func stop() {
    if let process {
      // The process is the leader of its session and group.
      if !process.hasEnded { kill(-process.id, SIGTERM) }
      _ = process.waitForEnd()
    }
    process = nil
    if let folder { try? FileSystem.removeFolder(folder) }
    folder = nil
  }

  private static var player: String? {
    let variables = ProcessEnvironment.variables
    if let own = variables["MIDIREC_PLAYER"], !own.isEmpty { return own }
    let entries = ProcessEnvironment.entries(of: variables)
    return players.first { ChildProcess.file(named: $0, in: entries) != nil }
  }

  /// Returns an audio file, or a MIDI file of the notes, or `nil` if the version doesn't exist or can't be heard.
  private mutating func source(
    of change: PendingChange, _ contents: PendingChange.Contents, isExpected: Bool
  ) throws -> FilePath? {
    guard let part = isExpected ? contents.expected : contents.pending else { return nil }
    if type(of: part).isAudio { return isExpected ? change.file.acceptedPath : change.file.pendingPath }
    guard let notes = part.notes else { return nil }
    let folder = FilePath.temporary(for: "review")
    try FileSystem.makeFolder(folder, permissions: 0o700)
    self.folder = folder
    let file = folder.appending("notes.mid")
    try FileSystem.write(try MIDIFile(notesOf: notes).encoded(), to: file, replacing: false)
    return file
  }
}

extension MIDIFile {
  /// Creates a file with the notes of a performance. Notes end with their sound, so pedals aren't needed.
  fileprivate init(notesOf performance: Performance) {
    let ticks = { (time: Nanoseconds) in Ticks(rawValue: UInt64(max(0, time.rawValue / 100_000))) }
    var events: [TrackEvent] = []
    for note in performance.notes {
      let end = note.silence ?? performance.end
      let on = Message.noteOn(channel: note.channel, note: note.number, velocity: note.velocity)
      let off = Message.noteOff(
        channel: note.channel, note: note.number, velocity: note.releaseVelocity ?? 64)
      events.append(TrackEvent(time: ticks(note.onset), event: .message(on)))
      events.append(TrackEvent(time: max(ticks(end), ticks(note.onset)), event: .message(off)))
    }
    events.sort { $0.time < $1.time }
    let end = max(ticks(performance.end), events.last?.time ?? .zero)
    // At the standard tempo of 500 ms per quarter note, a tick lasts 0.1 ms.
    self.init(
      format: .singleTrack, division: .ticksPerQuarter(5000), tracks: [Track(events: events, end: end)])
  }
}
