internal import Following
internal import MIDICore
internal import MIDIFiles
internal import Timelines

extension PlayingSummary {
  /// The most places in a line.
  private static let placeCount = 3
  /// The greatest spread that a listener hears as a steady tempo.
  private static let steady = 0.1
  /// The numbers of parts that are counted one by one, and the least share of a part, as a divisor.
  private static let (partCounts, leastPart) = (2...4, 10)
  /// The most mistakes that a list shows at a glance, so that no line needs to say where most of them are.
  private static let glanceCount = 5

  /// The lines in a musician's words, each with a label: at most nine, and none that has nothing to say.
  func lines(_ middleC: MiddleC = .octave4) -> [(label: String, text: String)] {
    let lines: [(String, String?)] = [
      ("played", playedText(middleC)), ("stopped", stopText), ("hardest", hardestText), ("tempo", tempoText),
      ("chords", chordText), ("runs", runText), ("hands", handText), ("velocity", velocityText),
      ("pedal", pedalText),
    ]
    let isDoubtful = alignment.isDoubtful
    return lines.compactMap { label, text in
      guard let text, !isDoubtful || label == "played" else { return nil }
      return (label, text)
    }
  }

  /// Returns how much was played: the hands or parts, the notes, and the bars.
  func playedText(_ middleC: MiddleC) -> String {
    var noteCount = review.bars.reduce(0) { $0 + $1.noteCount }
    let playedCount = review.bars.reduce(0) { $0 + $1.playedCount }
    // Scattered notes are missing from all parts.
    let unplayed = alignment.unplayedParts.filter { !$0.isScattered }
    noteCount += alignment.unplayedParts.filter(\.isScattered).reduce(0) { $0 + $1.notes.count }
    let left = review.lines.filter { line in !unplayed.contains { $0.line == line.line } }
    let notes = "\(grouped(playedCount)) of \(pluralized(noteCount, "note"))"
    var text = notes
    if let hand = unplayed.first?.hand {
      text = "\(alignment.name(of: hand == .left ? .right : .left)) only: \(notes)"
    } else if let pitches = unplayed.first?.pitches {
      let isLow = pitches.lowerBound.rawValue == 0
      let edge = isLow ? Int(pitches.upperBound.rawValue) + 1 : Int(pitches.lowerBound.rawValue) - 1
      text = "only notes \(isLow ? "from" : "up to") \(NoteNumber(clamping: edge).name(middleC)): \(notes)"
    } else if !unplayed.isEmpty {
      text =
        left.count == 1
        ? "\(alignment.name(of: left[0].line)) only: \(notes)"
        : "\(notes), without \(unplayed.map { alignment.name(of: $0, middleC) }.joined(separator: ", "))"
    } else if playedCount == noteCount, noteCount > 1 {
      text = "all \(pluralized(noteCount, "note"))"
    } else if Self.partCounts ~= left.count, left.allSatisfy({ $0.noteCount * Self.leastPart >= noteCount }) {
      text =
        left.map { line in
          "\(alignment.name(of: line.line)) \(grouped(line.playedCount)) of \(grouped(line.noteCount))"
        }.joined(separator: ", ") + " notes"
    }
    if meter != nil, let bars = review.playedBars { text += ", \(barText(bars))" }
    let ornaments = alignment.ornaments.count
    if ornaments > 0 { text += "; \(pluralized(ornaments, "ornament")) that the expected notes don't have" }
    return text
  }

  /// The places where the player stopped, or `nil` if there are none.
  private var stopText: String? {
    guard !review.stops.isEmpty else { return nil }
    let longest = review.stops.indices.ordered { -Int(review.stops[$0].pause.rawValue) }.prefix(
      Self.placeCount)
    var texts = longest.sorted().map { index in
      let stop = review.stops[index]
      let tenths = stop.pause.subtracting(.milliseconds(-50)).rawValue / 100_000_000
      let pause = Nanoseconds(rawValue: tenths * 100_000_000).shortText
      if !stop.isJump { return "at \(place(stop.last)) for \(pause)" }
      let jump = "at \(place(stop.last)), went on at \(place(stop.next))"
      return stop.pause == .zero ? jump : "\(jump) after \(pause)"
    }
    let rest = review.stops.count - texts.count
    if rest > 0 { texts.append("and \(grouped(rest)) more") }
    return texts.joined(separator: "; ")
  }

  /// The bars with most mistakes, or `nil` if the mistakes are few or apart.
  private var hardestText: String? {
    let bars = review.hardestBars.prefix(Self.placeCount)
    guard alignment.mistakes.count > Self.glanceCount, !bars.isEmpty else { return nil }
    return bars.enumerated().map { place, bar in
      let count = review.bars[bar].mistakeCount
      return "\(barText(bar...bar)) (\(place == 0 ? pluralized(count, "mistake") : grouped(count)))"
    }.joined(separator: ", ")
  }

  /// The tempo, its steadiness, and where it differs most, or `nil` if nothing matches.
  private var tempoText: String? {
    guard let median = tempos.map(\.tempo.value).median() ?? meanTempo else { return nil }
    let beats = unit.map { "\(rounded(median)) \($0)" }
    guard let pace = review.pace else { return beats ?? "\(percent(median)) of the expected tempo" }
    let isExpected = percent(pace.median) == "100%"
    var parts = [beats, isExpected ? "as expected" : "\(percent(pace.median)) of the expected tempo"]
      .compactMap { $0 }
    if let spread = pace.spread, spread >= 0.005 {
      parts.append("\(spread <= Self.steady ? "steady within" : "varying by") \(percent(spread))")
    } else if pace.spread != nil, !isExpected {
      parts.append("steady")
    }
    let text = parts.joined(separator: ", ")
    let changes = [("slower", pace.slower), ("faster", pace.faster)].compactMap { word, part in
      part.map { "\(word) \(meter == nil ? "" : "in ")\(barText($0.bars)) (\(percent($0.speed)))" }
    }
    return changes.isEmpty ? text : "\(text); \(changes.joined(separator: ", "))"
  }

  /// The spread of the chords, or `nil` if all are as in the expected take.
  private var chordText: String? {
    guard let meanSpread, let widest = chords.max(by: { $0.spread < $1.spread }) else { return nil }
    let isExpected = chords.allSatisfy { chord in
      let onsets = chord.matches.map { alignment.expected.notes[$0.expected].onset }
      guard let first = onsets.min(), let last = onsets.max() else { return true }
      return abs(chord.spread.rawValue - last.subtracting(first).rawValue) <= 1_000_000
    }
    if isExpected { return nil }
    return
      "notes start within \(meanSpread.shortText) on average, at most \(widest.spread.shortText) at \(place(widest.expectedTime))"
  }

  /// The evenness of runs, or `nil` without runs, or if all are as even as a machine plays them.
  private var runText: String? {
    guard let median = review.runs.map(\.unevenness).median(),
      let worst = review.runs.max(by: { $0.unevenness < $1.unevenness }), worst.unevenness >= 0.02
    else { return nil }
    let text = "even within \(percent(median))"
    guard worst.unevenness >= max(1.5 * median, 0.05) else { return text }
    let bar = review.bar(at: worst.start)
    return
      "\(text); least even \(meter == nil ? "" : "in ")\(barText(bar...bar)) (\(percent(worst.unevenness)))"
  }

  /// The balance of the hands, or `nil` if it is as expected.
  private var handText: String? {
    guard let balance = review.balance, balance.difference != balance.expectedDifference ?? 0 else {
      return nil
    }
    let names = [balance.right, balance.left].map(alignment.name)
    func text(_ difference: Int) -> String {
      difference == 0
        ? "\(names[0]) as loud as \(names[1])"
        : "\(names[0]) \(abs(difference)) \(difference > 0 ? "louder" : "softer") than \(names[1])"
    }
    guard let expected = balance.expectedDifference else { return text(balance.difference) }
    return
      "\(text(balance.difference)); expected \(expected == 0 ? "as loud" : "\(abs(expected)) \(expected > 0 ? "louder" : "softer")")"
  }

  /// The velocities, or `nil` if no note matches, or all are as expected.
  private var velocityText: String? {
    guard let velocities, !hasExpectedVelocities else { return nil }
    let text =
      velocities.least == velocities.greatest
      ? "\(velocities.least)"
      : "\(rounded(velocities.mean)) on average, from \(velocities.least) to \(velocities.greatest)"
    guard let differences = velocityDifferences else { return text }
    let mean = Int(differences.mean.rounded())
    let change = mean == 0 ? "as expected" : "\(abs(mean)) \(mean > 0 ? "higher" : "lower") than expected"
    return
      "\(text); \(change) on average, from \(signed(differences.least)) to \(signed(differences.greatest))"
  }

  /// The use of the pedal, or `nil` if neither take has any, or both have the same.
  private var pedalText: String? {
    guard let pedaling = review.pedaling, pedaling.actual != pedaling.expected else { return nil }
    let (actual, expected) = (pedaling.actual, pedaling.expected)
    guard actual.pressCount > 0 else {
      return "not pressed; expected \(pluralized(expected.pressCount, "time"))"
    }
    let presses =
      "pressed \(pluralized(actual.pressCount, "time")), for \(percent(actual.heldShare)) of the notes"
    guard expected.pressCount > 0 else { return presses }
    return
      "\(presses); expected \(pluralized(expected.pressCount, "time")), for \(percent(expected.heldShare))"
  }

  /// Returns bars such as `bar 12` or `bars 20 to 24`, or their times if there are no bars.
  private func barText(_ bars: ClosedRange<Int>) -> String {
    bars.text(review.starts, isInBars: meter != nil)
  }

  /// Returns a time such as `12:3`, or `12:3.5`, or in seconds if there are no bars.
  private func place(_ time: Nanoseconds) -> String {
    guard let meter else { return time.shortText }
    let position = meter.position(at: time)
    return "\(position.bar):\(decimalText(Int64(position.beatHundredths), decimals: 2))"
  }

  private func rounded(_ value: Double) -> String { String(Int(value.rounded())) }

  private func percent(_ share: Double) -> String { "\(rounded(share * 100))%" }

  private func signed(_ value: Int) -> String { value > 0 ? "+\(value)" : "\(value)" }
}

extension PracticeReview.Pedaling.Use {
  /// The share of the notes that sound longer because of a pedal.
  fileprivate var heldShare: Double { Double(heldCount) / Double(max(noteCount, 1)) }
}
