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

  @Option(help: ArgumentHelp("Skip these tracks", valueName: "numbers"))
  var muteTracks: NumberSelection?

  @OptionGroup var filters: FileFilterOptions

  @Option(help: ArgumentHelp("Play only these channels, such as 1-4", valueName: "numbers"))
  var channels: NumberSelection?

  @Option(help: ArgumentHelp("Skip these channels", valueName: "numbers"))
  var muteChannels: NumberSelection?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Transpose all notes, from -127 to 127", valueName: "semitones"))
  var transpose: Int?

  @Option(help: ArgumentHelp("Play at this speed, such as 2, 0.5, 150%, or 3/2", valueName: "ratio"))
  var speed: Ratio?

  func validate() throws {
    if let to, to <= from ?? .zero { throw ValidationError("--to must be later than --from.") }
    for (name, selection) in [("--channels", channels), ("--mute-channels", muteChannels)] {
      if let selection, selection.largest > 16 {
        throw ValidationError(
          "\(name) must be from 1 to 16 (found \(selection.largest)).")
      }
    }
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
  /// - Throws: An error if the file can't be read, or the options leave no track or channel.
  func recording(of input: InputFile) throws -> Result {
    var file = try filters.applied(to: input.file())
    try input.requireExcerpt(from: from, to: to, of: file)
    if from != nil || to != nil { file = file.excerpt(from: from ?? .zero, to: to) }
    try checkTracks(of: file)
    if tracks != nil || muteTracks != nil {
      file = file.keepingTracks { isKept($0 + 1, tracks, muteTracks) }
    }
    var recording = try input.recording(of: file)
    try checkChannels(of: recording)
    recording = recording.keepingChannels { isKept($0.number, channels, muteChannels) }
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

  private func isKept(_ number: Int, _ chosen: NumberSelection?, _ muted: NumberSelection?) -> Bool {
    chosen?.contains(number) ?? true && !(muted?.contains(number) ?? false)
  }

  private func checkTracks(of file: MIDIFile) throws {
    guard tracks != nil || muteTracks != nil else { return }
    let numbers = file.tracks.indices.map { $0 + 1 }
    if numbers.contains(where: { isKept($0, tracks, muteTracks) }) { return }
    let list = zip(numbers, file.tracks).map { number, track in
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
