internal import ArgumentParser
internal import MIDICore
internal import MIDIFiles

/// The options that say what of a file is played, and how it is changed on the way.
struct PlaybackSelection: ParsableArguments {
  @Option(help: ArgumentHelp("Begin at this time of the file: 30s, 1.5m.", valueName: "time"))
  var from: Nanoseconds?

  @Option(help: ArgumentHelp("End at this time of the file: 45s, 2m.", valueName: "time"))
  var to: Nanoseconds?

  @Option(help: ArgumentHelp("Play only these tracks: 1,3-5.", valueName: "numbers"))
  var tracks: NumberSelection?

  @Option(help: ArgumentHelp("Leave these tracks out.", valueName: "numbers"))
  var muteTracks: NumberSelection?

  @Option(help: ArgumentHelp("Play only these channels: 1-4.", valueName: "numbers"))
  var channels: NumberSelection?

  @Option(help: ArgumentHelp("Leave these channels out.", valueName: "numbers"))
  var muteChannels: NumberSelection?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Move all notes by semitones, up or, with a minus, down.", valueName: "semitones"))
  var transpose: Int?

  @Option(help: ArgumentHelp("Play faster or slower: 2, 0.5, 150%, 3/2.", valueName: "ratio"))
  var speed: Ratio?

  func validate() throws {
    if let to, to <= from ?? .zero { throw ValidationError("--to must be later than --from.") }
    for (name, selection) in [("--channels", channels), ("--mute-channels", muteChannels)] {
      if let selection, selection.largest > 16 {
        throw ValidationError(
          "\(name) expects channels from 1 to 16, such as 1-4; found \(selection.largest).")
      }
    }
    if let transpose, !(-127...127 ~= transpose) {
      throw ValidationError("--transpose expects semitones from -127 to 127; found \(transpose).")
    }
  }

  /// What is to be played, and how many notes are left out because they can't be moved that far.
  struct Result {
    var recording: Recording
    var leftOutNoteCount = 0
  }

  /// Reads what is to be played.
  ///
  /// - Throws: Where the file can't be read, and where nothing of it was chosen.
  func recording(of input: InputFile) throws -> Result {
    var file = try input.file()
    try input.requireExcerpt(from: from, to: to, of: file)
    if from != nil || to != nil { file = file.excerpt(from: from ?? .zero, to: to) }
    let whole = try input.recording(of: file)
    try checkTracks(of: whole)
    var recording = whole.keepingTracks { isKept($0 + 1, tracks, muteTracks) }
    try checkChannels(of: recording)
    recording = recording.keepingChannels { isKept($0.number, channels, muteChannels) }
    var result = Result(recording: recording)
    if let transpose { (result.recording, result.leftOutNoteCount) = recording.transposed(by: transpose) }
    if let speed {
      guard let faster = result.recording.faster(by: speed) else {
        throw ValidationError("At that --speed the file would last longer than 292 years.")
      }
      result.recording = faster
    }
    return result
  }

  private func isKept(_ number: Int, _ chosen: NumberSelection?, _ muted: NumberSelection?) -> Bool {
    chosen?.contains(number) ?? true && !(muted?.contains(number) ?? false)
  }

  private func checkTracks(of recording: Recording) throws {
    guard tracks != nil || muteTracks != nil else { return }
    let numbers = recording.tracks.indices.map { $0 + 1 }
    if numbers.contains(where: { isKept($0, tracks, muteTracks) }) { return }
    let list = zip(numbers, recording.tracks).map { number, track in
      track.name.map { "\(number) (\($0.printable))" } ?? "\(number)"
    }
    throw CommandFailure(
      CommandFailure.usage, "no track is left to play; the file has: \(list.joined(separator: ", "))")
  }

  private func checkChannels(of recording: Recording) throws {
    guard channels != nil || muteChannels != nil, !recording.channels.isEmpty else { return }
    if recording.channels.contains(where: { isKept($0.number, channels, muteChannels) }) { return }
    let list = recording.channels.sorted().map(\.description).joined(separator: ", ")
    throw CommandFailure(
      CommandFailure.usage, "no channel is left to play; the tracks have channels: \(list)")
  }
}
