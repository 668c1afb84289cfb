import MIDICore

/// The whole notes and the other messages of a take, while mutations change them.
struct TakePieces {
  /// A whole note, or a message that belongs to none.
  private struct Piece {
    /// The number of the track.
    var track: Int
    var start: Event
    /// The end of a note.
    var end: Event?
    /// The number of messages: 2 for a whole note.
    var messageCount: Int { end == nil ? 1 : 2 }

    /// Moves the piece by a duration, but not before the start of the take.
    mutating func move(by span: Nanoseconds) {
      let span = max(span, .zero - start.time)
      changeTimes { $0.adding(span) }
    }

    /// Changes the times by a function that keeps their order.
    mutating func changeTimes(_ change: (Nanoseconds) -> Nanoseconds) {
      start.time = change(start.time)
      if let end { self.end?.time = change(end.time) }
    }

    /// Changes the messages, or leaves them if a result would be `nil`.
    mutating func changeMessages(_ change: (Message) -> Message?) {
      guard let message = change(start.message) else { return }
      start.message = message
      if let end { self.end?.message = change(end.message) ?? end.message }
    }
  }

  /// A message of a take.
  private struct Event {
    var time: Nanoseconds
    /// The place among messages at the same time.
    var order: Int
    var message: Message
  }

  /// The tracks without their messages.
  private var tracks: [Recording.Track]
  private var pieces: [Piece] = []
  /// The messages that would release what the take leaves held.
  private var held: [Message]

  /// Creates the pieces of a take.
  ///
  /// A note-off ends the latest note of its key, since earlier ones may have been ended by a panic.
  init(of take: Recording) {
    tracks = take.tracks.isEmpty ? [Recording.Track()] : take.tracks
    held = take.heldReleases
    for (number, track) in tracks.enumerated() {
      // The pieces of sounding notes by place.
      var sounding: [Int: [Int]] = [:]
      for (order, timed) in track.messages.enumerated() {
        let event = Event(time: timed.time, order: order, message: timed.message)
        let place = HoldPlace(of: timed.message)?.index ?? 0
        if timed.message.isNoteOff, let piece = sounding[place]?.popLast() {
          pieces[piece].end = event
        } else {
          if timed.message.isNoteOn { sounding[place, default: []].append(pieces.count) }
          pieces.append(Piece(track: number, start: event))
        }
      }
      tracks[number].messages = []
    }
    sort()
  }

  /// The pieces as a take, which ends by releasing what the original take doesn't leave held.
  var recording: Recording {
    var recording = joined
    let time = recording.duration
    // A replay sends the last track's messages after simultaneous ones of other tracks.
    let releases = recording.heldReleases.removingEach(of: held)
    recording.tracks[tracks.count - 1].messages += releases.map { TimedMessage(time: time, message: $0) }
    return recording.sorted()
  }

  /// The pieces as a take.
  private var joined: Recording {
    var events = tracks.map { _ in [Event]() }
    for piece in pieces {
      events[piece.track].append(piece.start)
      guard var end = piece.end else { continue }
      // A mutation can have moved the start behind it.
      end.order = max(end.order, piece.start.order)
      events[piece.track].append(end)
    }
    return Recording(
      tracks: zip(tracks, events).map { track, events in
        let messages = events.ordered(by: \.order).ordered(byTime: \.time)
          .map { TimedMessage(time: $0.time, message: $0.message) }
        return Recording.Track(name: track.name, port: track.port, messages: messages, end: track.end)
      })
  }

  private mutating func sort() { pieces = pieces.ordered(byTime: \.start.time) }
}

// Mutations.
extension TakePieces {
  /// Keeps a random passage of about a number of messages, if there are more than twice as many.
  mutating func cut(to count: Int, _ random: inout SeededRandom) {
    guard pieces.reduce(0, { $0 + $1.messageCount }) > 2 * max(count, 1) else { return }
    let first = random.below(pieces.count)
    var rest = count
    let passage = pieces[first...].prefix { piece in
      defer { rest -= piece.messageCount }
      return rest > 0
    }
    pieces = Array(passage)
    let start = pieces.first?.start.time ?? .zero
    for place in pieces.indices { pieces[place].move(by: .zero - start) }
    for number in tracks.indices { tracks[number].end = .zero }
    let others = joined.heldReleases
    held = held.removingEach(of: held.removingEach(of: others))
  }

  /// Changes a few pieces, unless this would release what the take leaves held.
  mutating func apply(_ mutation: StormMutation, _ random: inout SeededRandom, _ settings: StormSettings) {
    let pieces = pieces
    change(mutation, &random, settings)
    let isHeldStill = held.isEmpty || held.removingEach(of: joined.heldReleases).isEmpty
    if isHeldStill { sort() } else { self.pieces = pieces }
  }

  private mutating func change(
    _ mutation: StormMutation, _ random: inout SeededRandom, _ settings: StormSettings
  ) {
    guard mutation != .insert, !pieces.isEmpty else { return insert(&random, settings) }
    let passage = passage(&random, ofSeveral: mutation == .faster || mutation == .slower)
    switch mutation {
    case .drop: pieces.removeSubrange(passage)
    case .double:
      let span = random.pick([0, 1, 1000, random.below(500_000)])
      pieces += pieces[passage].map { piece in
        var copy = piece
        copy.move(by: .microseconds(span))
        return copy
      }
    case .move:
      let span = random.pick([1, 1000, 10_000, random.integer(in: 1...1_000_000)])
      let direction = random.pick([-1, 1])
      for place in passage { pieces[place].move(by: .microseconds(direction * span)) }
    case .swap: swap(passage.lowerBound)
    case .transpose:
      let semitones = random.pick([-12, -7, -1, 1, 5, 12])
      for place in passage { pieces[place].changeMessages { $0.transposed(by: semitones) } }
    case .overlap: for place in passage { overlap(place, &random) }
    case .faster: stretch(passage, random.pick([(0, 1), (1, 100), (1, 10), (1, 2)]))
    case .slower: stretch(passage, random.pick([(3, 2), (2, 1), (5, 1)]))
    case .channel: changeChannel(passage, &random, settings)
    case .insert: break
    }
  }

  /// Returns the place of a piece, or the places of up to 16 consecutive pieces.
  private func passage(_ random: inout SeededRandom, ofSeveral: Bool) -> Range<Int> {
    let first = random.below(pieces.count)
    let count = ofSeveral || random.chance(1, in: 2) ? random.integer(in: 2...16) : 1
    return first..<min(first + count, pieces.count)
  }

  /// Exchanges a piece with the next one, if there is one.
  private mutating func swap(_ place: Int) {
    guard place + 1 < pieces.count else { return }
    let span = pieces[place + 1].start.time.subtracting(pieces[place].start.time)
    pieces[place].move(by: span)
    pieces[place + 1].move(by: .zero - span)
    let order = pieces[place].start.order
    pieces[place].start.order = pieces[place + 1].start.order
    pieces[place + 1].start.order = order
  }

  /// Lengthens a note into the next one of its key, or adds a note that starts in its middle.
  private mutating func overlap(_ place: Int, _ random: inout SeededRandom) {
    let piece = pieces[place]
    guard let end = piece.end else { return }
    let note = HoldPlace(of: end.message)?.index
    let next = pieces[(place + 1)...].first {
      $0.track == piece.track && $0.start.message.isNoteOn && HoldPlace(of: $0.start.message)?.index == note
    }
    if let next {
      let span = Nanoseconds.microseconds(random.pick([0, 1, 1000, 50_000]))
      pieces[place].end?.time = max(end.time, next.start.time.adding(span))
    } else {
      var copy = piece
      copy.move(by: end.time.subtracting(piece.start.time) / 2)
      pieces.append(copy)
    }
  }

  /// Multiplies the times between pieces by a fraction, and moves everything later.
  private mutating func stretch(_ passage: Range<Int>, _ fraction: (numerator: Int64, denominator: Int64)) {
    let start = pieces[passage.lowerBound].start.time
    let length = pieces[passage.upperBound - 1].start.time.subtracting(start)
    // No product of a longer time would fit.
    guard length < .seconds(1_000_000) else { return }
    func stretched(_ span: Nanoseconds) -> Nanoseconds { span * fraction.numerator / fraction.denominator }
    for place in pieces.indices {
      pieces[place].changeTimes { time in
        let elapsed = time.subtracting(start)
        if elapsed <= .zero { return time }
        return elapsed < length
          ? start + stretched(elapsed) : time.adding(stretched(length) - length)
      }
    }
  }

  /// Moves the pieces of a channel, in a passage or in the whole take, to a different channel.
  private mutating func changeChannel(
    _ passage: Range<Int>, _ random: inout SeededRandom, _ settings: StormSettings
  ) {
    let channel = random.pick(settings.channels.sorted())
    let places = random.chance(1, in: 2) ? passage : pieces.startIndex..<pieces.endIndex
    guard let old = pieces[passage].lazy.compactMap(\.start.message.channel).first else { return }
    for place in places where pieces[place].start.message.channel == old {
      pieces[place].changeMessages { $0.onChannel(channel) }
    }
  }

  /// Inserts a short piece of a storm.
  private mutating func insert(_ random: inout SeededRandom, _ settings: StormSettings) {
    var settings = settings
    settings.messageCount = random.integer(in: 1...12)
    let storm = Storm(seed: random.next(), settings)
    let track = random.below(tracks.count)
    let time = pieces.isEmpty ? .zero : random.pick(pieces).start.time
    for var piece in TakePieces(of: storm.recording).pieces {
      piece.track = track
      piece.move(by: time)
      pieces.append(piece)
    }
  }
}

extension Recording {
  /// The messages that release what is held at the end.
  fileprivate var heldReleases: [Message] { messagesInOrder.lazy.map(\.message).releasesAfterPanics }
}

extension Message {
  /// Returns a channel message on a different channel, or `nil` if it is a system message.
  fileprivate func onChannel(_ channel: Channel) -> Message? {
    guard self.channel != nil else { return nil }
    let bytes = bytes
    let second = UInt7(masking: bytes.count > 2 ? bytes[2] : 0)
    return Message(status: bytes[0] & 0xF0 | channel.rawValue, UInt7(masking: bytes[1]), second)
  }
}
