internal import MIDICore

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
      + doubledSources.sorted { $0.key < $1.key }.map { source, copy in
        switch copy {
        case .same: .sourceDoubled(source, copy: nil)
        case .named(let name): .sourceDoubled(source, copy: name)
        }
      }
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
