import MIDICore
import MIDIFiles
import TestSupport
import Timelines

extension Relation {
  private static let exact = Comparison.Options(
    onsetTolerance: .zero, offsetTolerance: .zero, alignsStart: false)

  /// Returns up to 6 changes of a list, one at a time. A short list gets all, so that a failure can be simplified.
  private static func changes(of count: Int, _ random: inout SeededGenerator) -> [(
    change: Change, index: Int
  )] {
    if count <= 4 { return (0..<count).flatMap { index in Change.allCases.map { ($0, index) } } }
    return (0..<6).map { _ in
      (Change.allCases.randomElement(using: &random) ?? .remove, .random(in: 0..<count, using: &random))
    }
  }

  /// A message is removed, doubled, moved, or swapped with the next. `diff` is silent exactly if the timeline stays.
  static func changedMessageIsReportedIfTimelineChanges(_ take: WildTake) throws -> String? {
    guard let recording = try? MIDIFile.decode(take.bytes).file.recording() else { return nil }
    let places = recording.tracks.indices.flatMap { track in
      recording.tracks[track].messages.indices.map { (track: track, index: $0) }
    }
    let timeline = Timeline(recording)
    let hasZones = timeline.entries.contains(where: \.configuresZone)
    let performance = Performance(recording)
    var random = SeededGenerator(seed: take.seed)
    for (change, place) in changes(of: places.count, &random) {
      let (track, index) = places[place]
      var changed = recording
      if recording.isOrderUncompared(at: index, in: track) { continue }
      // In an MPE zone, which excludes such messages, the pressures of a channel's notes are one value (268361788238250).
      if case .polyPressure = recording.tracks[track].messages[index].message, hasZones { continue }
      change.apply(to: &changed.tracks[track].messages, at: index)
      // Without messages, a track isn't a source.
      if changed.tracks[track].messages.isEmpty { continue }
      let other = Timeline(changed)
      let differences = Comparison(
        expected: performance, actual: Performance(changed), options: exact
      ).differences
      let place = "\(change) \(recording.tracks[track].messages[index]) in track \(track + 1)"
      if other.entries == timeline.entries, !differences.isEmpty { return "\(place): \(differences)" }
      // Hanging notes are lines of the end, which isn't compared.
      if other.heard != timeline.heard, other.end == timeline.end, differences.isEmpty {
        return "\(place): not reported"
      }
    }
    return nil
  }

  /// A line of a timeline is removed, doubled, moved, or swapped with the next. `diff` reports it.
  ///
  /// Lines of one time aren't swapped: not every order can occur. The relation of messages has the possible orders.
  static func changedLineIsReported(_ take: WildTake) throws -> String? {
    guard let recording = try? MIDIFile.decode(take.bytes).file.recording() else { return nil }
    let timeline = Timeline(recording)
    let performance = Performance(timeline)
    var random = SeededGenerator(seed: take.seed)
    for (change, index) in changes(of: timeline.entries.count, &random) {
      if timeline.isUncompared(index) { continue }
      var entries = timeline.entries
      let next = entries[min(index + 1, entries.count - 1)]
      if change == .swap, next.time == entries[index].time { continue }
      // A note-off without a velocity has any.
      if change == .swap, next.change.withoutReleaseVelocity == entries[index].change.withoutReleaseVelocity {
        continue
      }
      change.apply(to: &entries, at: index)
      let changed = Timeline(sources: timeline.sources, entries: entries, end: timeline.end)
      if changed.entries == timeline.entries { continue }
      // Hanging notes and pedals are always lines of the end.
      if changed.entries.contains(where: { $0.change.isOfTheEnd && $0.time != timeline.end }) { continue }
      let comparison = Comparison(
        expected: performance, actual: Performance(changed), options: exact)
      if comparison.differences.isEmpty { return "\(change) isn't reported: \(timeline.entries[index])" }
    }
    return nil
  }

  /// A change of one element of a list in order of time.
  private enum Change: CaseIterable {
    case remove, double, move, swap

    func apply(to list: inout [some Timed], at index: Int) {
      let element = list[index]
      switch self {
      case .remove: list.remove(at: index)
      case .double: list.insert(element, at: index)
      case .move:
        let moved = element.moved(to: element.time + .milliseconds(20))
        list.remove(at: index)
        list.insert(moved, at: list.firstIndex { $0.time > moved.time } ?? list.endIndex)
      case .swap:
        guard index + 1 < list.count else { return }
        let next = list[index + 1]
        list[index] = next.moved(to: element.time)
        list[index + 1] = element.moved(to: next.time)
      }
    }
  }

  /// A whole-take change that is reported, applied to the expected take, leaves exactly the other differences.
  static func wholeTakeChangeLeavesTheRest(_ take: WildTake) throws -> String? {
    guard let recording = try? MIDIFile.decode(take.bytes).file.recording() else { return nil }
    var random = SeededGenerator(seed: take.seed)
    let semitones = [-12, -1, 1, 7].randomElement(using: &random) ?? 1
    let note = Int.random(in: 0..<6, using: &random)
    var changed = recording.transposed(by: semitones).recording
    if Bool.random(using: &random) { changed = recording }
    for track in changed.tracks.indices {
      // A missing track that shares a channel changes the effects of other tracks' messages.
      let isMissing = Int.random(in: 0..<6, using: &random) == 0
      if isMissing, !recording.sharesChannels(track) { changed.tracks[track].messages = [] }
      let count = changed.tracks[track].messages.count
      if count > note { changed.tracks[track].messages.remove(at: note) }
    }
    let comparison = Comparison(
      expected: Performance(recording), actual: Performance(changed), options: exact)
    var plain = exact
    plain.findsPassages = false
    let rest = Comparison(expected: comparison.expected, actual: comparison.actual, options: plain)
    // Sources that share a channel are paired by all their content, so also by the messages that the change removes.
    let isMissing = zip(recording.tracks, changed.tracks).contains {
      !$0.messages.isEmpty && $1.messages.isEmpty
    }
    let reportsMissing = comparison.differences.contains {
      if case .take(.sourceMissing) = $0 { true } else { false }
    }
    // The rest of sources with equal names is paired differently without the missing one.
    let names = Timeline(recording).sources
    if isMissing || reportsMissing,
      recording.tracks.indices.contains(where: recording.sharesChannels) || Set(names).count < names.count
    {
      return nil
    }
    // Changes are sought once. Without a missing source, a second comparison can find that the rest is transposed.
    if rest.differences.contains(where: \.isOfTakeContent) { return nil }
    let first = comparison.differences.filter { !$0.isOfTakeContent }
    let second = rest.differences.filter { !$0.isOfTakeContent }
    if first == second { return nil }
    return
      "\(first.filter { !second.contains($0) }.prefix(3)), then \(second.filter { !first.contains($0) }.prefix(3))"
  }
}

extension Difference {
  /// Whether it is a change of the whole take or of a passage that changes the expected take. Times and velocities of the
  /// whole take align the actual one.
  fileprivate var isOfTakeContent: Bool {
    if case .passage = self { return true }
    guard case .take(let change) = self else { return false }
    return switch change {
    case .shifted, .stretched, .velocitiesScaled, .velocitiesShifted: false
    default: true
    }
  }
}

extension Recording {
  /// Returns whether other tracks have messages on the channels of a track.
  fileprivate func sharesChannels(_ index: Int) -> Bool {
    func channels(_ track: Track) -> Set<Channel> { Set(track.messages.compactMap(\.message.channel)) }
    let own = channels(tracks[index])
    return tracks.indices.contains {
      $0 != index && !channels(tracks[$0]).isDisjoint(with: own)
    }
  }
}

extension Recording {
  /// Returns whether a message has the time of another one of its track, or of its channel on any track, and one of them is
  /// a pedal, a mode message, or expression, or replaces the value of another one at once.
  ///
  /// Open: the comparison takes either order at one time for the same (seeds 302, 1000, 1407, 2094, 2338, 3308, 5709,
  /// 239445605854400), and ignores a value that lasts no time if it is also the value before or after (123217644747846).
  fileprivate func isOrderUncompared(at index: Int, in track: Int) -> Bool {
    let timed = tracks[track].messages[index]
    let moment = tracks.indices.flatMap { other in
      tracks[other].messages.lazy.filter { $0.time == timed.time }.map(\.message)
        .filter { other == track || $0.channel == timed.message.channel }
    }
    let controllers = moment.compactMap(\.controllerPlace)
    return moment.count > 1
      && (moment.contains(where: \.actsOnKeys) || Set(controllers).count < controllers.count)
  }
}

extension Message {
  /// The channel and number of a controller, or `nil` for other messages.
  fileprivate var controllerPlace: Int? {
    guard case .controlChange(let channel, let controller, _) = self else { return nil }
    return Int(channel.rawValue) << 7 | Int(controller.rawValue)
  }

  /// Whether the message changes the notes of other messages.
  fileprivate var actsOnKeys: Bool {
    switch self {
    case .controlChange(_, let controller, _):
      controller == .sustain || controller == .sostenuto || controller == .brightness || controller >= 120
    case .channelPressure, .polyPressure, .pitchBend: true
    default: false
    }
  }
}

extension Timeline {
  /// Returns whether the comparison is known to miss changes of an entry. These exceptions are open:
  ///
  /// - The end of a note at the time of a different change of its key (seeds 444, 514, 777, 1391, 1478, 1617).
  /// - A value between others at its time (686, 63054675545399), and the moment when a different pedal holds a held note
  ///   (2084).
  /// - The end of a note if a pedal goes down at the time of a change of its key (809, 3231, 3588, 3894).
  /// - The expression of a note in an MPE zone if several notes or sources have one channel (146, 473, 1079, 1344, 1900),
  ///   or of the channel at the time of a note's (15494) or of two others (254247317404705).
  fileprivate func isUncompared(_ index: Int) -> Bool {
    let entry = entries[index]
    let others = entries.indices.lazy.filter { $0 != index }.map { entries[$0] }
    if entry.change.setsValue {
      return others.contains {
        $0.change.setsSameValue(as: entry.change) && $0.time == entry.time && $0.channel == entry.channel
      }
    }
    if case .expression = entry.change {
      return others.contains {
        switch $0.change {
        case .note(_, .expression), .expression: $0.channel == entry.channel && $0.time == entry.time
        default: false
        }
      }
    }
    guard case .note(let note, let transition) = entry.change else { return false }
    if case .held(_, nil) = transition { return true }
    if case .expression = transition {
      return others.contains {
        if case .note(let other, _) = $0.change {
          $0.channel == entry.channel && (other != note || $0.source != entry.source)
        } else {
          false
        }
      }
    }
    let times = Set(
      others.compactMap { other -> Nanoseconds? in
        guard case .note(note, let transition) = other.change, !transition.isExpression else { return nil }
        return other.channel == entry.channel ? other.time : nil
      })
    return times.contains(entry.time)
      || entries.contains { $0.pressesPedal && (times.contains($0.time) || $0.time == entry.time) }
  }
}

extension Timeline.Entry {
  fileprivate var pressesPedal: Bool {
    if case .controller(let controller, let value) = change {
      (controller == .sustain || controller == .sostenuto) && value >= 64
    } else {
      false
    }
  }
}

extension Timeline.NoteTransition {
  fileprivate var isExpression: Bool { if case .expression = self { true } else { false } }
}

extension Timeline {
  /// The entries in a form in which equal timelines are equal to a musician.
  ///
  /// The pressure of a note can precede or follow its start, and a note-off without a velocity has any.
  fileprivate var heard: [Entry] {
    let isNoteExpression = { (entry: Entry) in
      if case .note(_, .expression) = entry.change { true } else { false }
    }
    let others = entries.filter { !isNoteExpression($0) }.map { entry in
      Entry(
        time: entry.time, source: entry.source, channel: entry.channel,
        change: entry.change.withoutReleaseVelocity)
    }
    return entries.filter(isNoteExpression) + others
  }
}

extension Timeline.Change {
  /// Whether the change sets a controller or a parameter of its channel.
  fileprivate var setsValue: Bool { setsSameValue(as: self) }

  /// Returns whether both changes set one controller or one parameter.
  fileprivate func setsSameValue(as other: Self) -> Bool {
    switch (self, other) {
    case (.controller(let number, _), .controller(let otherNumber, _)): number == otherNumber
    case (.parameter(let number, _), .parameter(let otherNumber, _)): number == otherNumber
    default: false
    }
  }
}

extension Timeline.Change {
  fileprivate var withoutReleaseVelocity: Self {
    guard case .note(let note, let transition) = self else { return self }
    return switch transition {
    case .released: .note(note, .released(releaseVelocity: nil))
    case .stillSounding: .note(note, .stillSounding(releaseVelocity: nil))
    case .held(let pedal, _): .note(note, .held(by: pedal, releaseVelocity: nil))
    case .strayNoteOff: .note(note, .strayNoteOff(releaseVelocity: nil))
    default: self
    }
  }
}

extension Timeline.Change {
  fileprivate var isOfTheEnd: Bool {
    switch self {
    case .note(_, .hanging), .pedalLeftDown: true
    default: false
    }
  }
}

/// An element of a list in order of time.
private protocol Timed {
  var time: Nanoseconds { get }
  func moved(to time: Nanoseconds) -> Self
}

extension TimedMessage: Timed {
  fileprivate func moved(to time: Nanoseconds) -> Self { TimedMessage(time: time, message: message) }
}

extension Timeline.Entry: Timed {
  fileprivate func moved(to time: Nanoseconds) -> Self {
    Timeline.Entry(time: time, source: source, channel: channel, change: change, attributes: attributes)
  }
}
