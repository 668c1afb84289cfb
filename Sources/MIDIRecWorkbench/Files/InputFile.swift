package import MIDICore
package import MIDIFiles
internal import MIDIRecSessions
internal import MIDIRecSystem
package import SystemPackage
package import Timelines

/// A Standard MIDI File that the command line names; `-` is standard input.
package struct InputFile {
  /// The maximum number of diagnostics that a command prints on standard error.
  private static let maxListedCount = 5

  /// The file's name in messages.
  package let name: String
  /// The file's path, or `nil` for standard input.
  private let path: FilePath?
  private let includesLaterTracks: Bool
  /// Receives messages for the user, such as the file's violations.
  private let say: (String) -> Void

  /// Creates a reference to a file.
  ///
  /// - Parameters:
  ///   - argument: The path, or `-` for standard input.
  ///   - includesLaterTracks: Whether to read tracks of another recording that follow the declared tracks.
  ///   - say: Receives messages for the user.
  package init(
    _ argument: String, includesLaterTracks: Bool = false, say: @escaping (String) -> Void
  ) {
    path = argument == "-" ? nil : FilePath(argument: argument)
    name = argument == "-" ? "standard input" : argument
    self.includesLaterTracks = includesLaterTracks
    self.say = say
  }

  private init(
    name: String, path: FilePath?, includesLaterTracks: Bool, say: @escaping (String) -> Void
  ) {
    self.name = name
    self.path = path
    self.includesLaterTracks = includesLaterTracks
    self.say = say
  }

  /// Creates a reference to the file of a path, even if that is `-`.
  package init(_ path: FilePath, say: @escaping (String) -> Void) {
    self.path = path
    name = path.string
    includesLaterTracks = false
    self.say = say
  }

  /// Returns whether a file with the given beginning can be a recording or a timeline.
  package static func canBeginEvents(_ beginning: [UInt8]) -> Bool {
    Timeline.isText(beginning) || MIDIFile.canBegin(with: beginning)
  }

  /// Reads all bytes, or only the first megabyte if it isn't wanted: by default, if it can't begin a recording or a
  /// timeline.
  package func bytes(continuingIf isWanted: ([UInt8]) -> Bool = canBeginEvents) throws -> [UInt8] {
    try path.map { try FileSystem.bytes(of: $0, continuingIf: isWanted) }
      ?? FileSystem.bytesOfStandardInput(continuingIf: isWanted)
  }

  /// Decodes the file leniently.
  ///
  /// - Parameter bytes: The file's bytes if they are known, here as in the other functions.
  package func decoded(from bytes: [UInt8]? = nil) throws -> MIDIFile.Decoded {
    let bytes = try bytes ?? self.bytes()
    do {
      return try MIDIFile.decode(bytes, includesLaterTracks: includesLaterTracks)
    } catch {
      throw CommandFailure(.badData, "\(name): \(error)")
    }
  }

  /// Decodes the file leniently, and prints its violations on standard error.
  package func file(from bytes: [UInt8]? = nil) throws -> MIDIFile {
    let decoded = try decoded(from: bytes)
    let diagnostics = decoded.diagnostics
    for diagnostic in diagnostics.listed.prefix(Self.maxListedCount) {
      say("\(name): \(diagnostic)")
    }
    let rest = diagnostics.count - min(diagnostics.listed.count, Self.maxListedCount)
    if rest > 0 {
      say(
        "\(name): … and \(pluralized(rest, "violation")) more; run midirec show to list them")
    }
    return decoded.file
  }

  /// Returns the recording of the file or of an excerpt.
  package func recording(of excerpt: MIDIFile? = nil) throws -> Recording {
    let file = try excerpt ?? file()
    do {
      let recording = try file.recording()
      if recording.duration >= TempoMap.latestTime {
        say("\(name) lasts longer than 73 years; later events are moved to that time")
      }
      return recording
    } catch {
      throw CommandFailure(.badData, "\(name): \(MIDIFile.reason(of: error))")
    }
  }

  /// Throws a usage error if an excerpt begins or ends past the end of the file.
  package func requireExcerpt(from start: Nanoseconds?, to end: Nanoseconds?, of file: MIDIFile) throws {
    guard start != nil || end != nil else { return }
    let duration = file.duration
    try require(start, of: "--from", upTo: duration)
    try require(end, of: "--to", upTo: duration)
  }

  /// Throws a usage error if a time is past the end of the file.
  ///
  /// - Parameters:
  ///   - time: The time, or `nil` if the option isn't given.
  ///   - option: The option's name, with dashes.
  ///   - end: The file's duration.
  package func require(_ time: Nanoseconds?, of option: String, upTo end: Nanoseconds) throws {
    guard let time, time > end else { return }
    throw CommandFailure(.usage, "\(option) is past the end of \(name), which lasts \(end.shortText)")
  }
}

extension InputFile {
  /// Reads the file twice, with midirec and with libsmf, and returns the result and the file.
  ///
  /// - Throws: The reason why the file can't be opened or decoded.
  package func verified() throws -> (result: Verification, file: MIDIFile) {
    let bytes = try bytes()
    let decoded = try decoded(from: bytes)
    return (
      Verification(bytes, called: name, decoded: decoded, secondReader: .byThisProgram), decoded.file
    )
  }

  /// Returns a closure that finds the notes and values of the file's recording or timeline.
  ///
  /// Reading prints violations and throws errors. The closure does neither, so that it can run on a different thread.
  package func performance(from bytes: [UInt8]) throws -> @Sendable () -> Performance {
    if Timeline.isText(bytes) {
      let timeline = try timeline(from: bytes)
      return { Performance(timeline) }
    }
    let recording = try recording(of: file(from: bytes))
    return { Performance(recording) }
  }

  /// A recording and its file, or the error of reading it, with the messages for the user up to there.
  package typealias Reading = (
    messages: [String], result: Result<(file: MIDIFile, recording: Recording), any Error>
  )

  /// Returns a closure that reads the file's recording, and can run on a different thread.
  package func reading(_ bytes: [UInt8]) -> @Sendable () -> Reading {
    { [name, path, includesLaterTracks] in
      var messages: [String] = []
      let input = InputFile(
        name: name, path: path, includesLaterTracks: includesLaterTracks, say: { messages.append($0) })
      let result = Result {
        let file = try input.file(from: bytes)
        return (file: file, recording: try input.recording(of: file))
      }
      return (messages, result)
    }
  }

  /// Prints the messages of a reading, and returns the recording and its file.
  package func announced(_ reading: Reading) throws -> (file: MIDIFile, recording: Recording) {
    for message in reading.messages { say(message) }
    return try reading.result.get()
  }

  /// Warns if the file has no notes and no controllers, except for `/dev/null`, with which Git compares new files.
  package func warnAboutSilence(hasChannelMessages: Bool) {
    guard !hasChannelMessages, name != "/dev/null" else { return }
    say("warning: \(name) has no notes and no controllers")
  }

  /// Reads a recording or the text of a timeline, such as `notes.expected.txt`, which its first line identifies.
  package func timeline(from bytes: [UInt8]? = nil) throws -> Timeline {
    let bytes = try bytes ?? self.bytes()
    guard Timeline.isText(bytes) else { return Timeline(try recording(of: file(from: bytes))) }
    do {
      return try Timeline(text: bytes)
    } catch {
      throw CommandFailure(.badData, "\(name): \(error)")
    }
  }
}

extension MIDIFile {
  /// Returns a message about messages that many programs can't read, or `nil` if the file has none.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - advice: Returns what to do with the option that leaves them out.
  package func warningAboutPackets(called name: String, advice: (_ option: String) -> String) -> String? {
    let (kinds, hasInvalid) = (kindsInPackets, hasInvalidExclusive)
    func words(_ kinds: Set<Message.Kind>) -> String {
      Message.Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: ",")
    }
    let inPackets = kinds.isEmpty ? nil : "messages in F7 packets (\(words(kinds)))"
    let invalid = hasInvalid ? "System Exclusive messages with bytes above 7F" : nil
    let parts = [inPackets, invalid].compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    let programs = kinds.isEmpty ? "mido and pretty_midi" : "mido, pretty_midi, and libsmf"
    return "\(name) has \(parts.joined(separator: " and ")), which \(programs) can't open; "
      + advice("--drop \(words(kinds.union(hasInvalid ? [.systemExclusive] : [])))")
  }
}
