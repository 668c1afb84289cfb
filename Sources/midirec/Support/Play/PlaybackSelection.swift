internal import ArgumentParser
internal import MIDICore
internal import MIDIFiles

/// The options that select what to play of a file, and how to change it.
struct PlaybackSelection: ParsableArguments {
  @Option(help: ArgumentHelp("Start at this time of the file, such as 30s or 1.5m", valueName: "time"))
  var from: Nanoseconds?

  @Option(help: ArgumentHelp("End at this time of the file, such as 45s or 2m", valueName: "time"))
  var to: Nanoseconds?

  @Option(help: ArgumentHelp("Play only these tracks, such as 1,3-5", valueName: "numbers"))
  var tracks: NumberSelection?

  @Option(help: ArgumentHelp("Leave out these tracks", valueName: "numbers"))
  var dropTracks: NumberSelection?

  @OptionGroup var filters: FileFilterOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Transpose all notes, from -127 to 127", valueName: "semitones"))
  var transpose: Int?

  @Option(help: ArgumentHelp("Play at this speed, such as 2, 0.5, 150%, or 3/2", valueName: "ratio"))
  var speed: Ratio?

  func validate() throws {
    if let to, to <= from ?? .zero { throw ValidationError("--to must be later than --from.") }
    if let transpose, !(-127...127 ~= transpose) {
      throw ValidationError("--transpose must be from -127 to 127 (found \(transpose)).")
    }
  }

  /// The recording to play, and the number of notes that --transpose would move outside 0 to 127.
  struct Result {
    var recording: Recording
    var leftOutNoteCount = 0
  }

  /// Reads the recording to play.
  ///
  /// - Throws: An error if the file can't be read, or the options leave no track or message.
  func recording(of input: InputFile) throws -> Result {
    let whole = try input.file()
    var file = try filters.applied(to: whole)
    if filters.isGiven, try input.recording(of: file).tracks.allSatisfy(\.messages.isEmpty) {
      throw Self.noMessage(of: try input.recording(of: whole))
    }
    try input.requireExcerpt(from: from, to: to, of: file)
    if from != nil || to != nil { file = file.excerpt(from: from ?? .zero, to: to) }
    try checkTracks(of: file)
    if tracks != nil || dropTracks != nil { file = file.keepingTracks { isKept($0 + 1) } }
    let recording = try input.recording(of: file)
    var result = Result(recording: recording)
    if let transpose { (result.recording, result.leftOutNoteCount) = recording.transposed(by: transpose) }
    if let speed {
      guard let faster = result.recording.faster(by: speed) else {
        throw ValidationError("At this --speed, the file would last longer than 292 years.")
      }
      result.recording = faster
    }
    return result
  }

  private func isKept(_ track: Int) -> Bool {
    tracks?.contains(track) ?? true && !(dropTracks?.contains(track) ?? false)
  }

  private func checkTracks(of file: MIDIFile) throws {
    guard tracks != nil || dropTracks != nil else { return }
    let numbers = file.tracks.indices.map { $0 + 1 }
    if numbers.contains(where: isKept) { return }
    let list = zip(numbers, file.tracks).map { number, track in
      track.name.map { "\(number) (\($0.printable))" } ?? "\(number)"
    }
    throw CommandFailure(
      CommandFailure.usage, "no track is left to play; the file has: \(list.joined(separator: ", "))")
  }

  private static func noMessage(of recording: Recording) -> CommandFailure {
    let list = recording.channels.sorted().map(\.description).joined(separator: ", ")
    return CommandFailure(
      CommandFailure.usage,
      "no message is left to play"
        + (list.isEmpty ? "" : "; the tracks have channels: \(list)"))
  }
}
