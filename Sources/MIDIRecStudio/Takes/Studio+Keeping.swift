internal import EventLanguage
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecTakes
internal import Synchronization
internal import SystemPackage

/// A mark that a user has set.
struct Mark: Sendable {
  let text: String
  let time: Nanoseconds
}

extension Studio {
  /// Sets a mark, which also becomes a marker of the take that is recorded.
  ///
  /// - Parameters:
  ///   - time: The time of the mark, or `nil` for now.
  ///   - name: The text, or `nil` for a number.
  func mark(at time: Nanoseconds?, named name: String?) -> Reply {
    let time = min(time ?? now, now)
    let mark = change { model in
      let mark = Mark(text: name ?? "mark \(model.marks.endNumber + 1)", time: time)
      model.marks.append(mark)
      model.recording?.add(mark)
      return mark
    }
    return Reply(name: mark.text)
  }

  /// Writes a take of the messages that arrived in a time.
  ///
  /// - Parameter isTrimmed: Whether the take begins with the first message, and ends with the last one unless a note is
  ///   held.
  func keep(from start: Nanoseconds, to end: Nanoseconds, isTrimmed: Bool = false) throws -> Reply {
    let part =
      isTrimmed ? model.withLock { $0.partWithMessages(from: start, to: end) } : start..<max(start, end)
    return Reply(file: try write(try played(from: part.lowerBound, to: part.upperBound)))
  }

  /// Returns the messages that arrived in a time, with its marks.
  ///
  /// - Throws: `StudioError` if there are none.
  func played(from start: Nanoseconds, to end: Nanoseconds) throws -> MIDIFile {
    let (messages, names) = model.withLock { model in
      (model.arrivals.stored.map { (timed: $0.timed, track: $0.source) }, model.live.inputs.map(\.name))
    }
    return try excerpt(of: messages, names, from: start, to: end)
  }

  /// Writes a take of the messages that a page's log shows, including the sent messages.
  ///
  /// - Parameters:
  ///   - start: The start, or `nil` for the first message in memory.
  ///   - end: The end, or `nil` for now.
  ///   - inputs: The shown inputs, or `nil` for all.
  func saveLog(
    from start: Nanoseconds?, to end: Nanoseconds?, _ filter: MessageFilter, inputs: [Int]?
  ) throws -> Reply {
    let (lines, inputNames) = model.withLock { model in
      (Array(model.log.lines.stored), model.live.inputs.map(\.name))
    }
    let shown = inputs.map { Set($0) }
    var names = inputNames
    // The outputs follow the inputs, and can have the same names.
    var outputs: [String: Int] = [:]
    let messages = lines.compactMap { line -> (timed: TimedMessage, track: Int)? in
      if let source = line.source, shown?.contains(source) == false { return nil }
      let track = line.source ?? outputs[line.port] ?? names.count
      if track == names.count {
        outputs[line.port] = track
        names.append(line.port)
      }
      return (TimedMessage(time: line.time, message: line.message), track)
    }
    let file = try excerpt(
      of: messages, names, from: start ?? messages.first?.timed.time ?? .zero, to: end ?? now
    ).keepingMessages(where: filter.keeps)
    let count = try file.recording().tracks.reduce(0) { $0 + $1.messages.count }
    guard count > 0 else { throw StudioError("no message matches the filter") }
    return Reply(file: try write(file), messages: count)
  }

  /// Returns a part of messages with the marks in it.
  ///
  /// - Parameters:
  ///   - messages: Messages on the studio's clock, each with the index of its track.
  ///   - names: The names of the tracks.
  private func excerpt(
    of messages: [(timed: TimedMessage, track: Int)], _ names: [String], from start: Nanoseconds,
    to end: Nanoseconds
  ) throws -> MIDIFile {
    guard end > start else { throw StudioError("the range is empty") }
    // Earlier messages have the programs and pedals that are in effect at the start.
    guard let first = messages.first?.timed.time,
      messages.contains(where: { $0.timed.time >= start && $0.timed.time < end })
    else { throw StudioError("nothing was played in that time") }
    let origin = min(first, start)
    let tracks = names.indices.compactMap { track -> Recording.Track? in
      let own = messages.filter { $0.track == track && $0.timed.time < end }
        .map { TimedMessage(time: $0.timed.time - origin, message: $0.timed.message) }
        .sorted { $0.time < $1.time }
      guard own.contains(where: { $0.time >= start - origin }) else { return nil }
      return Recording.Track(name: names[track], port: track, messages: own, end: end - origin)
    }
    let marks = model.withLock { Array($0.marks.stored) }.filter { start <= $0.time && $0.time < end }
      .map { Mark(text: $0.text, time: $0.time - origin) }
    return MIDIFile(Recording(tracks: tracks)).adding(marks).excerpt(from: start - origin, to: end - origin)
  }

  /// Writes a take, and returns its name.
  private func write(_ take: MIDIFile) throws -> String {
    let name = unusedTakeName()
    try take.write(to: folder.appending(name))
    change { $0.takesVersion += 1 }
    return name
  }
}

extension Studio.Model {
  /// Returns the part of a time from its first message or mark to the last one, or to its end if a note is held then. Clock
  /// and active sensing don't count.
  fileprivate func partWithMessages(from start: Nanoseconds, to end: Nanoseconds) -> Range<Nanoseconds> {
    let played = arrivals.stored.filter { arrival in
      start <= arrival.timed.time && arrival.timed.time < end
        && !MessageFilter.timing.contains(arrival.timed.message.kind)
    }
    var silence = Silence()
    for arrival in played { silence.messageCame(arrival.timed, from: arrival.source) }
    let times =
      played.map(\.timed.time) + marks.stored.map(\.time).filter { start <= $0 && $0 < end }
      + (played.isEmpty ? [] : [silence.since ?? end])
    guard let first = times.min(), let last = times.max() else { return start..<max(start, end) }
    return first..<min(end, last + .milliseconds(1))
  }
}

extension MIDIFile {
  /// Returns the file with markers in its first track.
  fileprivate func adding(_ marks: [Mark]) -> MIDIFile {
    guard !marks.isEmpty, let track = tracks.first, let times = tempoMaps().first else { return self }
    let markers = marks.map {
      TrackEvent(
        time: times.nearestTicks(to: $0.time), event: .meta(.text(kind: .marker, bytes: Array($0.text.utf8))))
    }
    var file = self
    file.tracks[0] = Track(
      events: (Array(track.events) + markers).sorted { $0.time < $1.time }, end: track.end)
    return file
  }
}
