public import MIDICore
internal import MIDIFiles
public import MIDIRecSystem
public import SystemPackage

/// The file of a take in progress: a Standard MIDI File that is valid at every moment.
///
/// It grows under a separate name (``journalPath``) next to the requested one. When the take is finished, the file gets
/// the requested name in one step. No partial file ever has that name, and no existing file is lost. If the
/// process or the machine dies, the journal is a valid file with all events up to the last ``sync()``.
/// ``OrphanedJournal`` finishes it.
///
/// If the folder is renamed, the take stays in it. If a different program deletes or replaces the folder or the journal,
/// the next ``sync()`` writes a new journal with all events.
///
/// The take of one source has format 0. The take of several sources has format 1 and a track per source. Both use the
/// resolution of new recordings, with ticks of 16 µs. Sources can be added while the take grows.
public struct TakeFile: ~Copyable {
  /// The requested path of the finished take.
  public let path: FilePath
  /// The sources of the recording, in the order of the tracks.
  public private(set) var sources: [TakeSource]

  private var journal: TakeJournal
  private let replacing: Bool
  /// The source of the last events, or `nil` if the journal has no tags, because there is only one source.
  private var currentSource: Int?

  /// The length of a tick at the resolution of new recordings, in nanoseconds.
  static let tickLength: Int64 = 16_000
  /// The start of the text with the date.
  static let dateStart = "midirec: recorded "
  /// The maximum number of sources of a journal.
  private static let maxSourceCount = Int(UInt16.max)

  /// The current path of the file until the take is finished.
  public var journalPath: FilePath { journal.path }
  /// The number of times that a different program deleted or replaced the journal, and all events were written again.
  public var restartCount: Int { journal.restartCount }

  /// Starts a take.
  ///
  /// - Parameters:
  ///   - path: The path of the finished take.
  ///   - sources: The sources of the recording, from 1 through 65,535.
  ///   - addsSources: Whether sources can be added later.
  ///   - date: The date and time of the start in ISO 8601, stored as a text for the user.
  ///   - replacing: Whether to replace an existing file when the take is finished.
  ///   - mayStayInMemory: Whether the take starts in memory if the disk fails. Each ``sync()`` then tries to create the
  ///     file.
  /// - Throws: `FileError` if the file can't be created. It is `EEXIST` with `path` if the file exists and `replacing`
  ///   is false, or with ``journalPath`` if the journal of another take exists, which is never replaced.
  public static func create(
    at path: FilePath, sources: [TakeSource], addsSources: Bool = false, date: String? = nil, replacing: Bool,
    mayStayInMemory: Bool = false
  ) throws(FileError) -> TakeFile {
    precondition((1...maxSourceCount).contains(sources.count), "a take must have from 1 to 65,535 sources")
    if FileSystem.isFolder(path) { throw FileError(operation: .create, path: path, errno: .isDirectory) }
    if !replacing, FileSystem.exists(path) {
      throw FileError(operation: .create, path: path, errno: .fileExists)
    }
    let hasTags = addsSources || sources.count > 1
    do {
      let journal = try TakeJournal.create(
        forTakeAt: path, events: openingEvents(sources: sources, hasTags: hasTags, date: date),
        mayLackFiles: mayStayInMemory)
      return TakeFile(
        path: path, sources: sources, journal: journal, replacing: replacing,
        currentSource: hasTags ? sources.count - 1 : nil)
    } catch {
      // Report the requested name, which the user knows, unless the journal's name is in the way.
      let path = error == .fileExists ? journalPath(for: path) : path
      throw FileError(operation: .create, path: path, errno: error)
    }
  }

  /// Returns the path of the journal: `take.recording.mid` for `take.mid`.
  ///
  /// The extension stays, so that any program can open it.
  public static func journalPath(for path: FilePath) -> FilePath {
    path.replacingLastComponentBytes { name in
      // A leading dot marks a hidden file, not an extension.
      let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil }
      return name[..<(dot ?? name.endIndex)] + Array(".recording.mid".utf8)
    }
  }

  private static func openingEvents(
    sources: [TakeSource], hasTags: Bool, date: String?
  ) -> [MetaEvent] {
    var events: [MetaEvent] = []
    for (index, source) in sources.enumerated() {
      events += hasTags ? opening(of: source, at: index) : source.description
      if index == 0 {
        events += [date.map { .takeText(.text, dateStart + $0) }].compactMap { $0 }
        events.append(.tempo(microsecondsPerQuarter: TempoMap.defaultTempo))
      }
    }
    return events
  }

  /// Returns the events at the start of a track among several.
  ///
  /// Its port has its own channels, even if two sources have the same name. Port events number 128 ports, and the ports
  /// of further sources have names.
  private static func opening(of source: TakeSource, at index: Int) -> [MetaEvent] {
    let port = UInt7(exactly: index).map { MetaEvent.port($0) } ?? .takeText(.deviceName, "port \(index + 1)")
    return [.sourceTag(index)] + source.description + [port]
  }

  // MARK: Recording

  /// Adds a source, whose index is the number of earlier ones. Its track starts with the others.
  ///
  /// - Precondition: The take was created with `addsSources`.
  public mutating func addSource(_ source: TakeSource) {
    precondition(
      currentSource != nil && sources.count < Self.maxSourceCount, "the take can't have more sources")
    for event in Self.opening(of: source, at: sources.count) {
      journal.append(.meta(event), at: journal.time)
    }
    currentSource = sources.count
    sources.append(source)
  }

  /// Adds a message that arrived at `time` from a source. It stays in memory until the next ``sync()``.
  public mutating func append(_ message: Message, at time: Nanoseconds, from source: Int = 0) {
    append(MIDIFile.Event(carrying: message), at: time, from: source)
  }

  /// Adds a marker to the track of a source.
  public mutating func appendMarker(_ marker: TakeMarker, at time: Nanoseconds, from source: Int = 0) {
    appendMark(marker.text(source: sources[source].name), at: time, from: source)
  }

  /// Adds a marker with any text to the track of a source.
  mutating func appendMark(_ text: String, at time: Nanoseconds, from source: Int = 0) {
    append(.meta(.takeText(.marker, text)), at: time, from: source)
  }

  private mutating func append(_ event: MIDIFile.Event, at time: Nanoseconds, from source: Int) {
    precondition(sources.indices.contains(source), "the take has no source with this index")
    let time = Self.ticks(time)
    if currentSource.map({ $0 != source }) ?? false {
      journal.append(.meta(.sourceTag(source)), at: time)
      currentSource = source
    }
    journal.append(event, at: time)
  }

  /// Returns the nearest tick, halves up.
  private static func ticks(_ time: Nanoseconds) -> Ticks {
    let (count, rest) = max(0, time.rawValue).quotientAndRemainder(dividingBy: tickLength)
    return Ticks(rawValue: UInt64(rest < tickLength / 2 ? count : count + 1))
  }

  /// Writes all added events to disk.
  ///
  /// It also looks for the files of the journal, so a regular call limits what the removal of the journal costs.
  ///
  /// - Throws: `FileError` if writing fails. Events from earlier calls are safe, unless a different program deleted them;
  ///   all events stay in memory for the next call.
  /// - Complexity: O(*n*) in the number of events that were added since the call before the last one, or in the number
  ///   of all events if a different program deleted or replaced the journal.
  public mutating func sync() throws(FileError) {
    guard journal.needsSync else { return }
    try journal.sync(end: journal.time)
  }

  // MARK: Finishing

  /// Writes the last events to disk, ends the take at `end`, and gives the file its final name.
  ///
  /// - Returns: The path of the take. It differs from ``path`` if the folder was renamed.
  /// - Throws: ``UnfinishedTake``, which can save the take to a different path.
  @discardableResult
  public consuming func finish(at end: Nanoseconds) throws(UnfinishedTake) -> FilePath {
    let end = Self.ticks(end)
    do {
      try journal.sync(end: end)
      if currentSource == nil, !(replacing && journal.isTakeNameTaken) {
        try journal.becomeTake()
      } else {
        let contents = MIDIFile.finishedTake(ofJournal: journal.contents(end: end))
        try FileSystem.write(contents, to: journal.takePath, replacing: replacing)
        try journal.remove()
      }
      return journal.takePath
    } catch {
      throw UnfinishedTake(cause: error, part: journal.saved, contents: journal.contents(end: end))
    }
  }

  /// Deletes the files of a take without events.
  public consuming func abandon() {
    try? journal.remove()
  }
}
