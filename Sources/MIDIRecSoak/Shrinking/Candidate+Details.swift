internal import MIDICore

/// A part of a candidate that can be simpler, while the messages and their order stay.
enum Detail: Hashable {
  /// One of ``Candidate/pauses``, by its index.
  case pause(Int)
  /// A channel, with all of its messages.
  case channel(Channel)
  /// A key, with its notes and pressures on all channels.
  case key(NoteNumber)
  /// The value of an event, by its index.
  case value(Int)
  /// The data of a System Exclusive event, by its index.
  case data(Int)
}

extension Candidate {
  /// The details that aren't the simplest ones.
  var details: [Detail] {
    let pauses = pauses
    let events = events.enumerated()
    return pauses.indices.filter { Pause(at: $0, of: pauses.count).rank(of: pauses[$0]) > 0 }.map {
      .pause($0)
    }
      + Set(events.compactMap(\.element.message.channel)).sorted().filter { $0.rawValue > 0 }.map {
        .channel($0)
      }
      + Set(events.compactMap(\.element.message.key)).sorted().filter { $0 != .middleC }.map { .key($0) }
      + events.filter { $0.element.message.valueRank > 0 }.map { .value($0.offset) }
      + events.compactMap { index, event in
        guard case .systemExclusive(let message) = event.message, message != .simplest else { return nil }
        return .data(index)
      }
  }

  /// Returns the candidate with some details as simple as they can be.
  func simplifying(_ details: some Sequence<Detail>) -> Candidate {
    var candidate = self
    var pauses = pauses
    var (channels, keys): ([Channel: Channel], [NoteNumber: NoteNumber]) = ([:], [:])
    for detail in details {
      switch detail {
      case .pause(let index): pauses[index] = Pause(at: index, of: pauses.count).simplePauses[0]
      case .channel(let channel): channels[channel] = .number(1)
      case .key(let key): keys[key] = .middleC
      case .value(let index): candidate.events[index].message = events[index].message.withSimplestValue
      case .data(let index): candidate.events[index].message = .systemExclusive(.simplest)
      }
    }
    if pauses != self.pauses { candidate.pauses = pauses }
    return candidate.mapping(channels: channels).mapping(keys: keys)
  }

  /// Returns the candidates with a simpler detail, the simplest first.
  func simplifications(of detail: Detail) -> [Candidate] {
    switch detail {
    case .pause(let index):
      let pauses = pauses
      return Pause(at: index, of: pauses.count).simpler(than: pauses[index]).map { pause in
        settingPauses(at: [index], to: pause)
      }
    case .channel(let channel):
      let used = Set(events.compactMap(\.message.channel))
      let unused = (0..<Int(channel)).first { !used.contains(Channel(masking: UInt8($0))) }
      return (approach(Int(channel), from: 0) + (unused.map { [$0] } ?? [])).map {
        mapping(channels: [channel: Channel(masking: UInt8($0))])
      }
    case .key(let key):
      let used = Set(events.compactMap(\.message.key))
      let unused = (0...127).map { NoteNumber(masking: $0) }.filter { !used.contains($0) }
        .min { Complexity.rank($0) < Complexity.rank($1) }
      return (approach(Int(key), from: Int(NoteNumber.middleC)) + (unused.map { [Int($0)] } ?? [])).map {
        mapping(keys: [key: NoteNumber(clamping: $0)])
      }
    case .value(let index): return events[index].message.withSimplerValues.map { setting(index, to: $0) }
    case .data(let index):
      guard case .systemExclusive(let message) = events[index].message else { return [] }
      return message.simpler.map { setting(index, to: .systemExclusive($0)) }
    }
  }

  /// The candidates in which several details are simpler together.
  ///
  /// - The channels become the first ones, in the same order.
  /// - The keys are transposed so that the first one or the middle one becomes C4.
  /// - The pauses that aren't the simplest become equal, or at most a second.
  var commonSimplifications: [Candidate] {
    let usedChannels = Set(events.compactMap(\.message.channel)).sorted()
    let firstChannels = usedChannels.indices.map { (usedChannels[$0], Channel(masking: UInt8($0))) }

    let keys = events.compactMap(\.message.key)
    let transpositions = [keys.first, keys.median()].compactMap { $0 }.compactMap { center in
      let transposed = Set(keys).map { ($0, $0.advanced(by: Int(NoteNumber.middleC) - Int(center))) }
      return Dictionary(uniqueKeysWithValues: transposed).compactMapValues { $0 }
    }
    .filter { $0.count == Set(keys).count }

    let pauses = pauses
    let between = pauses.indices.filter { Pause(at: $0, of: pauses.count) == .betweenMessages }
    let unusual = between.filter { Pause.betweenMessages.rank(of: pauses[$0]) > 0 }
    let long = between.filter { pauses[$0] > .seconds(1) }

    return [mapping(channels: Dictionary(uniqueKeysWithValues: firstChannels))]
      + transpositions.map { mapping(keys: $0) }
      + Pause.betweenMessages.simplePauses.map { settingPauses(at: unusual, to: $0) }
      + [settingPauses(at: long, to: .seconds(1))]
  }

  private func setting(_ index: Int, to message: Message) -> Candidate {
    var candidate = self
    candidate.events[index].message = message
    return candidate
  }

  private func settingPauses(at indices: [Int], to pause: Nanoseconds) -> Candidate {
    var (candidate, pauses) = (self, pauses)
    for index in indices { pauses[index] = pause }
    candidate.pauses = pauses
    return candidate
  }

  private func mapping(channels: [Channel: Channel]) -> Candidate {
    guard !channels.isEmpty else { return self }
    return mappingMessages { message in
      message.channel.flatMap { channels[$0] }.map { message.moved(to: $0) } ?? message
    }
  }

  private func mapping(keys: [NoteNumber: NoteNumber]) -> Candidate {
    guard !keys.isEmpty else { return self }
    return mappingMessages { message in
      guard let key = message.key, let simpler = keys[key] else { return message }
      return message.transposed(by: Int(simpler) - Int(key)) ?? message
    }
  }

  private func mappingMessages(_ transform: (Message) -> Message) -> Candidate {
    var candidate = self
    for index in events.indices { candidate.events[index].message = transform(events[index].message) }
    return candidate
  }
}
