internal import Instruments
internal import MIDICore
internal import Timelines

/// The compact form of the contents, which `take.js` reads.
extension ComparisonPage {
  /// The contents in compact form.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes, steps, and differences.
  var packed: [UInt8] {
    var bytes = PackedBytes()
    bytes.append(Timelines.Difference.Kind.allCases.count)
    for kind in Timelines.Difference.Kind.allCases {
      let name = kind == .wrongAttribute ? wrongAttributes : kind.rawValue
      for text in [name, kind.mark.sign, kind.mark.color] { bytes.append(text) }
    }
    for text in [title, verdict] { bytes.append(text) }
    bytes.append(remarks)
    bytes.append(beats.count)
    var last: Int64 = 0
    for beat in beats {
      bytes.append(Int(beat.time - last) * 2 + (beat.startsBar ? 1 : 0))
      last = beat.time
    }
    bytes.append(startsInBars ? 1 : 0)
    packView(into: &bytes)
    let places = packNotes(into: &bytes)
    bytes.append(lanes.count)
    for lane in lanes { bytes.append(lane) }
    bytes.append(differences.count)
    var lastPlaces: LastPlaces = (0, 0, 0)
    for difference in differences { bytes.append(difference, after: &lastPlaces, places) }
    return bytes.bytes
  }

  /// Writes the additional view of the takes: 0 for none, 1 for keys, otherwise the number of columns of cells; then
  /// the names and colors of cells and of lights, and the lights of both takes.
  private func packView(into bytes: inout PackedBytes) {
    switch view {
    case nil: bytes.append(0)
    case .piano: bytes.append(1)
    case .grid(let model):
      bytes.append(model.columnCount)
      let notes = [expected.notes, actual.notes].joined()
      let names = Set(notes.flatMap(\.attributes).filter { $0.key == "color" }.map(\.value))
      let used = (0..<Self.maxColorCount).map(HighlightColor.init).filter { names.contains($0.name) }
      bytes.append(used.count)
      for color in used {
        bytes.append(color.name)
        bytes.append(color.rgb)
      }
      bytes.append(LinnStrumentLight.colorNames.count)
      for number in LinnStrumentLight.colorNames.indices {
        let light = LinnStrumentLight(column: 0, row: 0, color: UInt7(clamping: number))
        bytes.append(light.colorName)
        bytes.append(light.rgb)
      }
      for side in [expected, actual] { bytes.append(side.lights, on: model) }
    }
  }

  /// The maximum number of held notes: 128 on each of 16 channels.
  private static let maxColorCount = 2048

  /// Writes the notes of both takes: all expected notes, then the actual notes without an identical expected note.
  ///
  /// - Returns: The new indices of the actual notes. Identical notes come first, in order of the expected notes.
  private func packNotes(into bytes: inout PackedBytes) -> [Int?] {
    var places = [Int?](repeating: nil, count: actual.notes.count)
    var count = 0
    bytes.append(expected)
    bytes.append(expected.notes.count)
    var last: Note?
    for (index, note) in expected.notes.enumerated() {
      let twin = twins[index]
      bytes.append(note, after: &last, isTwin: twin != nil)
      guard let twin else { continue }
      places[twin] = count
      count += 1
    }
    bytes.append(actual)
    bytes.append(actual.notes.count - count)
    last = nil
    for (index, note) in actual.notes.enumerated() where places[index] == nil {
      bytes.append(note, after: &last, isTwin: false)
      places[index] = count
      count += 1
    }
    return places
  }
}

/// The values that indices and times are relative to, so that they are small.
private typealias LastPlaces = (time: Int64, expected: Int, actual: Int)

extension PackedBytes {
  fileprivate mutating func append(_ side: ComparisonPage.Side) {
    append(side.name)
    append(side.sources)
    append(signed: side.end)
  }

  /// Writes the lights of a surface by their cells.
  fileprivate mutating func append(
    _ lights: [(time: Int64, light: LinnStrumentLight)], on model: LinnStrument
  ) {
    let shown = lights.compactMap { light in model.cell(of: light.light).map { (light, $0) } }
    append(shown.count)
    var time: Int64 = 0
    for (light, cell) in shown {
      append(signed: light.time - time)
      append(cell)
      append(light.light.color.rawValue)
      time = light.time
    }
  }

  fileprivate mutating func append(
    _ note: ComparisonPage.Note, after last: inout ComparisonPage.Note?, isTwin: Bool
  ) {
    let end = note.offset ?? note.onset
    let isElsewhere = last?.source != note.source || last?.channel != note.channel
    let isHeld = note.silence.map { $0 != end } ?? false
    // From the highest bit to the lowest.
    let flags = [
      note.isStolen, note.soundEnd != nil, isElsewhere, !note.attributes.isEmpty, isHeld, note.silence == nil,
      note.offset == nil, isTwin,
    ]
    append(flags.reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) })
    append(signed: note.onset - (last?.onset ?? 0))
    append(note.number.rawValue)
    append(note.velocity.rawValue)
    if isElsewhere { append(note.source * 16 + Int(note.channel.rawValue)) }
    if let offset = note.offset { append(signed: offset - note.onset) }
    if let silence = note.silence, isHeld { append(signed: silence - end) }
    if let soundEnd = note.soundEnd { append(signed: soundEnd - (note.silence ?? end)) }
    if !note.attributes.isEmpty {
      append(note.attributes.count)
      for attribute in note.attributes {
        append(attribute.key)
        append(attribute.value)
      }
    }
    last = note
  }

  fileprivate mutating func append(_ lane: ComparisonPage.Lane) {
    append(lane.name)
    for value in [lane.edges.lowerBound, lane.edges.upperBound, lane.zero] { append(signed: Int64(value)) }
    append(lane.isProgram ? 1 : 0)
    append(lane.initial.map { $0 + 1 } ?? 0)
    append(lane.expected)
    let isSame = lane.expected.elementsEqual(lane.actual, by: ==)
    append(isSame ? 1 : 0)
    if !isSame { append(lane.actual) }
  }

  private mutating func append(_ steps: [ComparisonPage.Step]) {
    append(steps.count)
    var time: Int64 = 0
    for step in steps {
      append(signed: step.time - time)
      append(step.value)
      time = step.time
    }
  }

  fileprivate mutating func append(
    _ difference: ComparisonPage.Difference, after last: inout LastPlaces, _ actualPlaces: [Int?]
  ) {
    append(difference.kinds.count)
    for kind in difference.kinds { append(Difference.Kind.allCases.firstIndex(of: kind) ?? 0) }
    append(difference.subject)
    // Verdicts are written by word: the words are few, and their combinations many.
    let words = difference.verdict.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    append(words.map { String(Substring($0)) })
    append(difference.time == nil ? 0 : 1)
    if let time = difference.time {
      append(signed: time - last.time)
      last.time = time
      if let position = difference.position { append(position) }
    }
    switch difference.place {
    case .take: append(0)
    case .notes(let expected, let actual):
      append(1)
      append(indices: expected, after: &last.expected)
      append(indices: actual.compactMap { actualPlaces[$0] }, after: &last.actual)
    case .lane(let lane, let from, let to):
      append(2)
      append(lane)
      append(signed: from - last.time)
      append(signed: to - from)
    case .event(let expected, let actual):
      append(3)
      append((expected == nil ? 0 : 1) + (actual == nil ? 0 : 2))
      for time in [expected, actual].compactMap({ $0 }) { append(signed: time - last.time) }
    case .passage(let place):
      append(4)
      append(signed: place.from - last.time)
      append(signed: place.to - place.from)
      append(place.sign)
      append(place.color)
      append(indices: place.expected, after: &last.expected)
      append(indices: place.actual.compactMap { actualPlaces[$0] }, after: &last.actual)
    }
  }

  private mutating func append(indices: [Int], after last: inout Int) {
    append(indices.count)
    for index in indices {
      append(signed: Int64(index - last))
      last = index
    }
  }
}

extension Difference.Kind {
  /// The sign and the name of the color of the kind on a page.
  ///
  /// Each aspect has a separate color, so that a wrong pitch, channel, velocity, and time are distinguishable at a glance.
  /// All others, such as missing notes, have the color of the actual take.
  var mark: (sign: String, color: String) {
    switch self {
    case .shifted: ("⇥", "time")
    case .stretched: ("↔", "time")
    case .orderSwapped: ("⇄", "time")
    case .early: ("←", "time")
    case .late: ("→", "time")
    case .tooLong, .heldTooLong, .rangTooLong: ("»", "time")
    case .tooShort, .heldTooShort, .rangTooShort: ("«", "time")
    case .transposed, .wrongPitch: ("↕", "pitch")
    case .channelChanged, .wrongChannel: ("#", "channel")
    case .velocitiesScaled: ("%", "velocity")
    case .velocitiesShifted: ("±", "velocity")
    case .wrongVelocity: ("v", "velocity")
    case .wrongReleaseVelocity: ("r", "velocity")
    case .controllerChanged, .valueOff: ("~", "actual")
    case .passageChanged: ("[]", "actual")
    case .missing, .sourceMissing: ("−", "actual")
    case .extra, .sourceDoubled: ("+", "actual")
    case .sourceExchanged: ("⇄", "actual")
    case .retriggered, .notStolen: ("»", "actual")
    case .notRetriggered: ("«", "actual")
    case .hanging: ("∞", "actual")
    case .ended: ("|", "actual")
    case .stolen: ("×", "actual")
    case .wrongAttribute: ("=", "actual")
    case .changedEvent: ("!", "actual")
    }
  }
}
