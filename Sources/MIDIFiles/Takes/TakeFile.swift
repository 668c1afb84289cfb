public import FileIO
public import MIDICore
public import SystemPackage

/// The file of a take that is being recorded: a Standard MIDI File that is whole at every moment.
///
/// It grows under a name of its own beside the one asked for (``journalPath``) and takes that name when it is
/// finished, in one step, so that nobody ever sees half a file under the name asked for, and nothing that
/// existed is lost. Whatever ends the process or the machine, the journal opens in any program and has what the
/// last ``sync()`` brought to disk; ``OrphanedJournal`` finishes it.
///
/// The take of one source is a file of format 0, the take of several one of format 1 with a track for each; both
/// on the grid of new recordings, with ticks of 16 µs.
public struct TakeFile: ~Copyable {
  /// Where the take will stand when it is finished.
  public let path: FilePath
  /// What it records from, in the order of the tracks.
  public let sources: [TakeSource]

  private var journal: TakeJournal
  private let replacing: Bool
  private var encoder: TrackEncoder
  /// The source of the events that were added last; only where there are several.
  private var currentSource: Int?
  /// Up to where the events are on disk.
  private var syncedTime = Ticks.zero

  /// What a tick lasts on the grid of new recordings.
  private static let tickLength: Int64 = 16_000
  /// The sources that a journal can tell apart.
  private static let maxSourceCount = 256

  /// Where it stands until it is finished.
  public var journalPath: FilePath { journal.path }

  private init(
    path: FilePath, sources: [TakeSource], journal: consuming TakeJournal, replacing: Bool,
    encoder: TrackEncoder
  ) {
    self.path = path
    self.sources = sources
    self.journal = journal
    self.replacing = replacing
    self.encoder = encoder
    currentSource = sources.count > 1 ? sources.count - 1 : nil
  }

  /// Starts a take.
  ///
  /// - Parameters:
  ///   - path: Where the take is to stand.
  ///   - sources: What it records from: one source, or up to 256.
  ///   - date: The date and time of its start in ISO 8601, for people who look into the file.
  ///   - replacing: Whether a file that exists there may be replaced, once the take is finished.
  /// - Throws: `EEXIST` where the file exists and may not be replaced; with ``journalPath`` where the journal of
  ///   another take is there, which is never replaced; and whatever else keeps the file from being created.
  public static func create(
    at path: FilePath, sources: [TakeSource], date: String? = nil, replacing: Bool
  ) throws(FileError) -> TakeFile {
    precondition((1...maxSourceCount).contains(sources.count), "a take has one through 256 sources")
    if FileSystem.isFolder(path) { throw FileError(operation: .create, path: path, errno: .isDirectory) }
    if !replacing, FileSystem.exists(path) {
      throw FileError(operation: .create, path: path, errno: .fileExists)
    }
    var encoder = TrackEncoder()
    var events: [UInt8] = []
    for event in openingEvents(sources: sources, date: date) {
      encoder.append(MIDIFile.TrackEvent(time: .zero, event: .meta(event)), to: &events)
    }
    let journalPath = Self.journalPath(for: path)
    do {
      let journal = try TakeJournal.create(
        at: journalPath,
        header: MIDIFile.encodedHeader(format: .singleTrack, trackCount: 1, division: .recording),
        events: events, end: encoder.end(at: .zero))
      return TakeFile(
        path: path, sources: sources, journal: journal, replacing: replacing, encoder: encoder)
    } catch {
      // A person knows the name that was asked for; the journal's matters only where it is in the way.
      throw FileError(operation: .create, path: error == .fileExists ? journalPath : path, errno: error)
    }
  }

  /// The journal of `take.mid` is `take.recording.mid`: the ending stays, so that any program opens it.
  public static func journalPath(for path: FilePath) -> FilePath {
    path.replacingLastComponentBytes { name in
      // A dot at the start marks a hidden file, and begins no extension.
      let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil }
      return name[..<(dot ?? name.endIndex)] + Array(".recording.mid".utf8)
    }
  }

  private static func openingEvents(sources: [TakeSource], date: String?) -> [MetaEvent] {
    var events: [MetaEvent] = []
    for (index, source) in sources.enumerated() {
      if sources.count > 1 { events.append(.sourceTag(UInt8(index))) }
      events += source.description
      if index == 0 {
        events += [date.map { .takeText(.text, "midirec: recorded \($0)") }].compactMap { $0 }
        events.append(.tempo(microsecondsPerQuarter: TempoMap.defaultTempo))
      }
    }
    return events
  }

  // MARK: Recording

  /// Adds a message that came at `time` from one of the sources. It is in memory until the next ``sync()``.
  public mutating func append(_ message: Message, at time: Nanoseconds, from source: Int = 0) {
    append(MIDIFile.Event(carrying: message), at: time, from: source)
  }

  /// Adds a marker to the track of one of the sources.
  public mutating func appendMarker(_ marker: TakeMarker, at time: Nanoseconds, from source: Int = 0) {
    let text = marker.text(source: sources[source].name)
    append(.meta(.takeText(.marker, text)), at: time, from: source)
  }

  private mutating func append(_ event: MIDIFile.Event, at time: Nanoseconds, from source: Int) {
    precondition(sources.indices.contains(source), "the take has no source of this index")
    let time = Self.ticks(time)
    var bytes: [UInt8] = []
    if sources.count > 1, source != currentSource {
      let tag = MetaEvent.sourceTag(UInt8(source))
      encoder.append(MIDIFile.TrackEvent(time: time, event: .meta(tag)), to: &bytes)
      currentSource = source
    }
    encoder.append(MIDIFile.TrackEvent(time: time, event: event), to: &bytes)
    journal.append(bytes)
  }

  /// The nearest tick, a half upwards.
  private static func ticks(_ time: Nanoseconds) -> Ticks {
    Ticks(rawValue: UInt64(max(0, (time.rawValue + tickLength / 2) / tickLength)))
  }

  /// Brings what was added to disk: after this, nothing added so far can be lost.
  ///
  /// - Throws: What keeps it from being written. What an earlier call has brought to disk is safe; the rest stays in
  ///   memory, and the next call tries it again.
  /// - Complexity: O(*n*) in the number of events that were added since the call before the last one.
  public mutating func sync() throws(FileError) {
    guard journal.needsSync else { return }
    try sync(endingAt: encoder.time)
  }

  private mutating func sync(endingAt end: Ticks) throws(FileError) {
    let time = encoder.time
    try journal.sync(end: encoder.end(at: end))
    syncedTime = max(time, end)
  }

  // MARK: The end

  /// Brings the last events to disk, ends the take at `end`, and gives it its name.
  ///
  /// - Throws: What kept it from being finished, with the means to save it elsewhere.
  public consuming func finish(at end: Nanoseconds) throws(UnfinishedTake) {
    let end = Self.ticks(end)
    do {
      try sync(endingAt: end)
      if sources.count == 1 {
        try journal.rename(to: path, replacing: replacing)
      } else {
        try writeSeparateTracks(endLength: encoder.end(at: end).count)
      }
    } catch {
      throw UnfinishedTake(
        cause: error, saved: journal.saved, rest: journal.pendingEvents + encoder.end(at: end),
        savedDuration: Nanoseconds(rawValue: Int64(syncedTime.rawValue) * Self.tickLength),
        isWhole: journal.pendingEvents.isEmpty)
    }
  }

  private func writeSeparateTracks(endLength: Int) throws(FileError) {
    let (journalPath, file, endOffset) = journal.saved
    let bytes: [UInt8]
    do {
      bytes = try file.bytes(endOffset + Int64(endLength))
    } catch {
      throw FileError(operation: .read, path: journalPath, errno: error)
    }
    try FileSystem.write(MIDIFile.finishedTake(ofJournal: bytes), to: path, replacing: replacing)
    try journal.remove()
  }

  /// Takes the file away: nothing was recorded.
  public consuming func abandon() {
    try? journal.remove()
  }
}

extension TrackEncoder {
  /// The End of Track event at `time`.
  fileprivate func end(at time: Ticks) -> [UInt8] {
    var bytes: [UInt8] = []
    var encoder = self
    encoder.appendEnd(at: time, to: &bytes)
    return bytes
  }
}
