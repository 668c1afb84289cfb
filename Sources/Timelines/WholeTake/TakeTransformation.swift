package import MIDICore

/// The changes of a whole take, except those of its times and velocities.
///
/// Applied to the expected performance, they leave only the differences that are reported one by one.
package struct TakeTransformation: Hashable, Sendable {
  /// A channel of an expected source.
  package struct Line: Hashable, Sendable {
    /// The expected source.
    package var source: Int
    /// The expected channel.
    package var channel: Channel
  }

  /// The place where the notes of a line are in the actual take.
  package struct Target: Hashable, Sendable {
    /// The channel, in the numbering of the expected take.
    package var channel: Channel
    /// The transposition.
    package var semitones = 0
  }

  /// The lines that are elsewhere in the actual take.
  package var targets: [Line: Target] = [:]
  /// The actual quantities of values that have a different controller number, by their expected line and quantity.
  var quantities: [Line: [ValueCurve.Quantity: ValueCurve.Quantity]] = [:]
  /// The expected sources of which nothing arrived.
  var missingSources: Set<Int> = []
  /// The expected sources of which everything arrived twice, each with the name of the source of the copies.
  ///
  /// The name is `nil` if the copies are in the source itself.
  var doubledSources: [Int: String?] = [:]

  /// Whether nothing changes.
  package var isIdentity: Bool { self == TakeTransformation() }

  /// Whether notes arrive on other channels, not at all, or twice.
  var movesNotes: Bool {
    !missingSources.isEmpty || !doubledSources.isEmpty
      || targets.contains { $0.key.channel != $0.value.channel }
  }

  func target(_ line: Line) -> Target { targets[line] ?? Target(channel: line.channel) }

  /// Returns the given line that is at a line of the actual take.
  func line(at place: Line) -> Line {
    targets.first { $0.key.source == place.source && $0.value.channel == place.channel }?.key ?? place
  }

  /// Returns a performance with these changes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes, steps, and events.
  package func applied(to performance: Performance) -> Performance {
    guard !isIdentity else { return performance }
    var sources = performance.sources
    var copies: [Int: Int] = [:]
    for (source, copy) in doubledSources.ordered(by: \.key) {
      copies[source] = copy == nil ? source : sources.count
      if let copy { sources.append(copy) }
    }
    // A value that arrives twice from the same source doesn't change the second time.
    let others = copies.filter { $0.key != $0.value }
    return Performance(
      sources: sources, notes: arrived(performance.notes, copies, source: \.source, changed),
      curves: arrived(performance.curves, others, source: \.source, changed).inOrder,
      events: arrived(performance.events, copies, source: \.source, changed),
      unended: arrived(performance.unended, others, source: \.source, changed), end: performance.end)
  }

  /// Returns the parts of a performance as often as they arrived.
  ///
  /// - Parameter changed: Returns a changed part with a source. The last parameter is whether a copy follows.
  private func arrived<Part>(
    _ parts: [Part], _ copies: [Int: Int], source: (Part) -> Int, _ changed: (Part, Int, Bool) -> Part
  ) -> [Part] {
    guard !missingSources.isEmpty || !copies.isEmpty else {
      return parts.map { changed($0, source($0), false) }
    }
    var arrived: [Part] = []
    for part in parts where !missingSources.contains(source(part)) {
      let copy = copies[source(part)]
      arrived.append(changed(part, source(part), copy == source(part)))
      if let copy { arrived.append(changed(part, copy, false)) }
    }
    return arrived
  }

  private func changed(_ note: Note, source: Int, isRepeated: Bool) -> Note {
    let target = target(Line(source: note.source, channel: note.channel))
    var note = note
    note.source = source
    note.channel = target.channel
    note.number = note.number.transposed(by: target.semitones)
    // The second note of a key takes over the pedal.
    if isRepeated { note.silence = note.offset }
    return note
  }

  private func changed(_ curve: ValueCurve, source: Int, isRepeated: Bool) -> ValueCurve {
    let line = Line(source: curve.source, channel: curve.channel)
    let target = target(line)
    var quantity = quantities[line]?[curve.quantity] ?? curve.quantity
    if case .notePressure(let note) = quantity {
      quantity = .notePressure(note.transposed(by: target.semitones))
    }
    return ValueCurve(source: source, channel: target.channel, quantity: quantity, steps: curve.steps)
  }

  private func changed(_ event: Timeline.Entry, source: Int, isRepeated: Bool) -> Timeline.Entry {
    let target = event.channel.map { self.target(Line(source: event.source, channel: $0)) }
    var change = event.change
    if let target, case .note(let number, let transition) = change {
      change = .note(number.transposed(by: target.semitones), transition)
    }
    return Timeline.Entry(
      time: event.time, source: source, channel: target?.channel, change: change,
      attributes: event.attributes)
  }
}

// MARK: Changes

extension TakeTransformation {
  /// Returns the changes of a take in a fixed order: sources, channels, transpositions, controllers.
  ///
  /// - Parameter given: The performance to which they are applied.
  /// - Complexity: O(*n*), where *n* is the number of notes.
  func changes(of given: Performance) -> [TakeChange] {
    guard !isIdentity else { return [] }
    let lines = Array(Set(given.notes.lazy.map { Line(source: $0.source, channel: $0.channel) })).inOrder
    return sourceChanges + channelChanges(lines) + transpositions(lines) + controllerChanges(lines)
  }

  private var sourceChanges: [TakeChange] {
    missingSources.sorted().map { .sourceMissing($0) }
      + doubledSources.ordered { $0.key }.map { .sourceDoubled($0.key, copy: $0.value) }
  }

  private func channelChanges(_ lines: [Line]) -> [TakeChange] {
    parts(lines) { line in
      let target = target(line).channel
      return target == line.channel ? nil : [line.channel, target]
    }.map { channels, part in
      .channelChanged(from: channels[0], to: channels[1], source: part.source)
    }
  }

  private func transpositions(_ lines: [Line]) -> [TakeChange] {
    parts(lines) { line in
      let semitones = target(line).semitones
      return semitones == 0 ? nil : semitones
    }.map { .transposed(bySemitones: $0, part: $1) }
  }

  private func controllerChanges(_ lines: [Line]) -> [TakeChange] {
    let changes = Set(quantities.values.flatMap { $0.map { [$0.key, $0.value] } })
      .sorted { $0[0].place < $1[0].place }
    var found: [TakeChange] = []
    for change in changes {
      let concerned = quantities.keys.filter { quantities[$0]?[change[0]] == change[1] }
      let parts = parts(Array(Set(lines + concerned)).inOrder) { line in
        quantities[line]?[change[0]] == change[1] ? change : nil
      }
      found += parts.map { .controllerChanged(from: change[0], to: change[1], part: $0.1) }
    }
    return found
  }

  /// Returns the values of lines, each with the largest part of the take whose lines all have it: the take, then a
  /// source, then channels.
  private func parts<Value: Hashable>(
    _ lines: [Line], _ value: (Line) -> Value?
  ) -> [(Value, TakePart)] {
    let values = lines.map(value)
    guard let first = values.first(where: { $0 != nil }) ?? nil else { return [] }
    if values.allSatisfy({ $0 == first }) { return [(first, TakePart())] }
    let hasSources = Set(lines.map(\.source)).count > 1
    var parts: [(Value, TakePart)] = []
    for (line, value) in zip(lines, values) {
      guard let value else { continue }
      let source = hasSources ? line.source : nil
      if let index = parts.firstIndex(where: { $0.0 == value && $0.1.source == source }) {
        parts[index].1.channels.append(line.channel)
      } else {
        parts.append((value, TakePart(source: source, channels: [line.channel])))
      }
    }
    // A source whose channels all have the value needs no list.
    for index in parts.indices {
      let channels = lines.filter { parts[index].1.source == nil || $0.source == parts[index].1.source }
      if channels.count == parts[index].1.channels.count { parts[index].1.channels = [] }
    }
    return parts
  }
}

extension [TakeTransformation.Line] {
  fileprivate var inOrder: Self {
    sorted { ($0.source, $0.channel.rawValue) < ($1.source, $1.channel.rawValue) }
  }
}

extension NoteNumber {
  /// Returns the note this many semitones higher, at most the highest and at least the lowest note.
  func transposed(by semitones: Int) -> NoteNumber {
    NoteNumber(clamping: Int(rawValue) + semitones)
  }
}
