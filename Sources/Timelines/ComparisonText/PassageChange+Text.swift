internal import MIDICore

extension Comparison {
  /// Returns a change of a passage as text: `bars 10 to 20: a tone higher (149 notes)`.
  func text(of change: PassageChange, _ middleC: MiddleC) -> DifferenceText {
    if let text = insertionText(of: change) { return text }
    let passage = change.passage
    let parts = [
      isThroughout(passage) ? nil : passage.timeText(options.beats),
      passage.part == TakePart() ? nil : name(of: passage.part),
      passage.pitchText(middleC),
    ].compactMap(\.self)
    return DifferenceText(
      subject: parts.isEmpty ? change.effect.wholeSubject : parts.joined(separator: ", "),
      verdict: change.verdict(options.beats, isWhole: parts.isEmpty))
  }

  /// Returns the text of inserted bars in which no actual note starts, or `nil` if a change is different:
  /// `before bar 7: an empty bar inserted (everything after is 2 s later)`.
  private func insertionText(of change: PassageChange) -> DifferenceText? {
    let start = change.passage.start
    guard case .delayed(let delay) = change.effect, delay > .zero, !isThroughout(change.passage),
      let count = options.beats?.barCount(delay, from: start),
      let position = options.beats?.position(of: start), position.isOnBarLine
    else { return nil }
    let end = ChangedAxis(passages).time(of: start)
    let notes = AlignedNotes(actual.notes, alignment)
    let next = notes.indices.partitioningIndex { notes.onset($0) >= end.subtracting(delay) }
    // The notes of the bar after it may be early.
    guard next == notes.count || notes.onset(next) >= end.subtracting(options.onsetTolerance) else {
      return nil
    }
    let bars = count == 1 ? "an empty bar" : "\(count) empty bars"
    return DifferenceText(
      subject: "before bar \(position.bar)",
      verdict: "\(bars) inserted (everything after is \(delayText(delay)))")
  }

  /// Returns whether all notes of the expected take start in the time range of a passage.
  func isThroughout(_ passage: Passage) -> Bool {
    guard let first = unchanged.notes.first, let last = unchanged.notes.last else { return true }
    return passage.contains(first.onset) && passage.contains(last.onset)
  }
}

extension Passage {
  /// Returns the time range: `bars 10 to 20`, `from 12:3.00 to 14:1.50`, or `from 72.5 s on`.
  fileprivate func timeText(_ beats: BeatGrid?) -> String {
    let first = beats?.position(of: start)
    guard let end else {
      return first?.isOnBarLine == true ? "from bar \(first?.bar ?? 1) on" : "from \(text(start, first)) on"
    }
    let next = beats?.position(of: end)
    if let first, let next, first.isOnBarLine, next.isOnBarLine, first.bar < next.bar {
      return next.bar - first.bar == 1 ? "bar \(first.bar)" : "bars \(first.bar) to \(next.bar - 1)"
    }
    return start <= .zero ? "up to \(text(end, next))" : "from \(text(start, first)) to \(text(end, next))"
  }

  private func text(_ time: Nanoseconds, _ position: BeatGrid.Position?) -> String {
    position?.text ?? decimalText((time.rawValue + 500_000) / 1_000_000, decimals: 3) + " s"
  }

  /// Returns the pitches, or `nil` if they are all: `notes below C4`.
  fileprivate func pitchText(_ middleC: MiddleC) -> String? {
    let (lowest, highest) = (pitches.lowerBound, pitches.upperBound)
    if pitches == Self.allPitches { return nil }
    if lowest == highest { return lowest.name(middleC) }
    if lowest == Self.allPitches.lowerBound {
      return "notes below \(NoteNumber(clamping: Int(highest.rawValue) + 1).name(middleC))"
    }
    if highest == Self.allPitches.upperBound { return "notes from \(lowest.name(middleC)) up" }
    return "notes from \(lowest.name(middleC)) to \(highest.name(middleC))"
  }
}

extension PassageEffect {
  /// The subject of the effect on the whole take.
  fileprivate var wholeSubject: String {
    switch self {
    case .delayed, .cut, .stretched, .drifted, .swung, .quantized: "the whole take"
    default: "all notes"
    }
  }
}

extension PassageChange {
  /// Returns the effect in a few words, with the number of notes that have it.
  fileprivate func verdict(_ beats: BeatGrid?, isWhole: Bool) -> String {
    let isCounted =
      !isWhole && noteCount > 0 && (!effect.movesTime || effect.isCut) && effect != .missing
    let remarks = [isCounted ? pluralized(noteCount, "note") : nil, isWhole ? nil : afterText].compactMap(
      \.self)
    return effectText(beats, isWhole: isWhole)
      + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))")
  }

  /// The delay of everything after a passage whose length changed.
  private var afterText: String? {
    guard effect.movesTime, let end = passage.end else { return nil }
    if case .delayed = effect { return nil }
    let delay = ChangedAxis([self]).time(of: end).subtracting(end)
    return delay == .zero ? nil : "everything after is \(delayText(delay))"
  }

  /// Returns the effect. Unless the subject names notes, the effect says that it is theirs and not the passage's.
  private func effectText(_ beats: BeatGrid?, isWhole: Bool) -> String {
    let notes = isWhole || passage.pitches != Passage.allPitches ? "" : "notes "
    return switch effect {
    case .transposed(let semitones): intervalText(semitones)
    case .missing: isWhole ? "missing" : "\(pluralized(noteCount, "note")) missing"
    case .velocitiesScaled(let thousandths, let roundsDown):
      velocityScaleText(thousandths, roundsDown: roundsDown)
    case .velocitiesShifted(let offset): "velocities \(offset.magnitude) \(offset > 0 ? "higher" : "lower")"
    case .velocitiesSet(let velocity): "velocity \(velocity) throughout"
    case .durationsScaled(500): notes + "held half as long"
    case .durationsScaled(2000): notes + "held twice as long"
    case .durationsScaled(let thousandths):
      notes + "held \(decimalText(Int64(thousandths), decimals: 3)) times as long"
    case .late(let delay): notes + (delay < .zero ? "early by " : "late by ") + spanText(delay)
    case .delayed(let delay): beats?.barText(delay, from: passage.start) ?? delayText(delay)
    case .cut(let keepsValues): keepsValues ? "cut out, values kept" : "cut out"
    case .stretched(let billionths): beats?.tempoText(billionths, in: passage) ?? tempoText(billionths)
    case .drifted(let first, let last, _):
      beats?.tempoText(from: first, to: last, in: passage) ?? driftText(from: first, to: last)
    case .swung(let ratio, let parts, _): "swing \(swingText(ratio)) in \(noteValue(parts)) notes"
    case .quantized(let parts, let includesEnds):
      (includesEnds ? "starts and ends quantized to " : "quantized to ") + noteValue(parts)
    case .humanized(let limit): "humanized, up to \(spanText(limit)) early or late"
    }
  }
}

/// Returns `480 ms later`.
private func delayText(_ delay: Nanoseconds) -> String {
  "\(spanText(delay)) \(delay < .zero ? "earlier" : "later")"
}

/// Returns `20% slower` for an extra length of a quarter: a fifth of the tempo is missing.
///
/// The percentage has at most two digits after leading zeros, and whole percents.
func tempoText(_ billionths: Int64) -> String {
  let length = max(Double(billionths) + 1_000_000_000, 1)
  if abs(length - 2_000_000_000) <= 5_000_000 { return "half as fast" }
  if abs(length - 500_000_000) <= 1_250_000 { return "twice as fast" }
  let percentage = abs(Double(billionths)) / length * 100
  let decimals = percentage < 0.995 ? 2 : percentage < 9.95 ? 1 : 0
  let parts = Int64((min(percentage, 1e15) * [1, 10, 100][decimals]).rounded())
  let text = parts == 0 ? "under 0.01" : decimalText(parts, decimals: decimals)
  return "\(text)% \(billionths < 0 ? "faster" : "slower")"
}

/// Returns `gets 20% slower`, or `from 5% faster to 20% slower`.
private func driftText(from first: Int64, to last: Int64) -> String {
  first == 0
    ? "gets \(tempoText(last))"
    : last == 0
      ? "from \(tempoText(first)) to the given tempo"
      : "from \(tempoText(first)) to \(tempoText(last))"
}

/// Returns the ratio of the two parts of a beat: `2:1`, or `1.72:1`.
private func swingText(_ thousandths: Int) -> String {
  for second in 1...3
  where abs(thousandths * second - (thousandths * second + 500) / 1000 * 1000) <= 3 * second {
    return "\((thousandths * second + 500) / 1000):\(second)"
  }
  return "\(decimalText(Int64(thousandths), decimals: 3)):1"
}

/// Returns the note value of a part of a quarter note: `1/16`, or `1/8 triplets`.
private func noteValue(_ partsPerQuarter: Int) -> String {
  partsPerQuarter % 3 == 0 ? "1/\(partsPerQuarter / 3 * 8) triplets" : "1/\(partsPerQuarter * 4)"
}

extension BeatGrid {
  /// A position in bars and beats.
  fileprivate struct Position {
    /// The bar. The first one is 1.
    var bar: Int
    /// The beat in its bar, in hundredths. The first beat is 100.
    var beatHundredths: Int

    var isOnBarLine: Bool { beatHundredths == 100 }
    var text: String { "\(bar):\(decimalText(Int64(beatHundredths), decimals: 2, keepsZeros: true))" }
  }

  /// The length of a beat in ticks, multiplied by the unit of a meter. The unit is the denominator of the meter.
  private var lengthOfBeat: UInt64 { 4 * ticksPerQuarter }

  /// Returns the position of a time, rounded to the nearest hundredth of a beat.
  ///
  /// - Complexity: O(log *n* + *m*), where *n* is the number of tempos, and *m* that of time signatures.
  fileprivate func position(of time: Nanoseconds) -> Position {
    let tick = tempoMap.nearestTicks(to: time)
    var bar = 1
    for (index, meter) in meters.enumerated() {
      let next = index + 1 < meters.count ? meters[index + 1].start : nil
      let end = min(tick, next ?? tick)
      let length = UInt128((end - meter.start).rawValue) * UInt128(meter.unit)
      if let next, next <= tick {
        let (bars, rest) = length.quotientAndRemainder(dividingBy: UInt128(meter.lengthOfBar))
        bar += Int(clamping: bars) + (rest > 0 ? 1 : 0)
        continue
      }
      let hundredths = (length * 100 + UInt128(lengthOfBeat) / 2) / UInt128(lengthOfBeat)
      let perBar = UInt128(max(1, meter.lengthOfBar / lengthOfBeat)) * 100
      let (bars, rest) = hundredths.quotientAndRemainder(dividingBy: perBar)
      return Position(bar: bar + Int(clamping: bars), beatHundredths: Int(clamping: rest) + 100)
    }
    return Position(bar: bar, beatHundredths: 100)
  }

  private func meter(at tick: Ticks) -> Meter? { meters.last { $0.start <= tick } ?? meters.first }

  /// Returns the number of whole bars of the passage after it that a delay has, or `nil` if it has parts of a bar.
  fileprivate func barCount(_ delay: Nanoseconds, from start: Nanoseconds) -> Int64? {
    let tick = tempoMap.nearestTicks(to: start)
    guard let meter = meter(at: tick) else { return nil }
    let end = tick.adding(meter.lengthOfBar / max(meter.unit, 1))
    let length = tempoMap.time(at: end).subtracting(tempoMap.time(at: tick)).rawValue
    guard length > 0 else { return nil }
    let (magnitude, tolerance) = (delay.magnitude.rawValue, Nanoseconds.milliseconds(1).rawValue)
    let count = (magnitude + tolerance) / length
    return count > 0 && abs(magnitude - count * length) <= tolerance ? count : nil
  }

  /// Returns a delay by whole bars of the passage after it: `a bar later (2 s)`.
  fileprivate func barText(_ delay: Nanoseconds, from start: Nanoseconds) -> String? {
    guard let count = barCount(delay, from: start) else { return nil }
    let bars = count == 1 ? "a bar" : "\(count) bars"
    return "\(bars) \(delay < .zero ? "earlier" : "later") (\(spanText(delay)))"
  }

  /// Returns a different tempo, if the expected tempo is known and steady: `tempo 60 instead of 72 BPM`.
  func tempoText(_ billionths: Int64, in passage: Passage) -> String? {
    guard let expected = steadyTempo(in: passage) else { return nil }
    let tempo = expected / max(1 + Double(billionths) / 1_000_000_000, 1e-9)
    let (text, expectedText) = (beatText(tempo), beatText(expected))
    return text == expectedText ? nil : "tempo \(text) instead of \(expectedText) BPM"
  }

  /// Returns a tempo that changes steadily, if the expected tempo doesn't: `tempo falls gradually from 120 to 108 BPM`.
  fileprivate func tempoText(from first: Int64, to last: Int64, in passage: Passage) -> String? {
    guard passage.end != nil, let expected = steadyTempo(in: passage) else { return nil }
    func tempo(_ billionths: Int64) -> String {
      beatText(expected / max(1 + Double(billionths) / 1_000_000_000, 1e-9))
    }
    return "tempo \(last < first ? "rises" : "falls") gradually from \(tempo(first)) to \(tempo(last)) BPM"
  }

  /// Returns the tempo of a passage in beats per minute, or `nil` if the passage has several.
  ///
  /// Beats are those at the start of the passage, and dotted in compound meters.
  private func steadyTempo(in passage: Passage) -> Double? {
    let start = tempoMap.nearestTicks(to: passage.start)
    guard let meter = meter(at: start) else { return nil }
    let end = passage.end.map { tempoMap.nearestTicks(to: $0) } ?? Ticks(rawValue: .max)
    let beatCount = meter.lengthOfBar / lengthOfBeat
    let isCompound = meter.unit >= 8 && beatCount > 3 && beatCount % 3 == 0
    let quartersPerBeat = Double(isCompound ? 12 : 4) / Double(meter.unit)
    let all = tempoMap.tempos
    let first = max(all.partitioningIndex { $0.time > start } - 1, 0)
    let tempos = all[first...].prefix { $0.time < end || $0.time <= start }
      .map { 60_000_000 / (Double(max($0.microsecondsPerQuarter, 1)) * quartersPerBeat) }
    guard let tempo = tempos.first, tempos.allSatisfy({ abs($0 - tempo) < 0.05 }) else { return nil }
    return tempo
  }

  private func beatText(_ tempo: Double) -> String { decimalText(Int64((tempo * 10).rounded()), decimals: 1) }
}

extension Ticks {
  /// Returns a later tick, at most the largest one.
  fileprivate func adding(_ count: UInt64) -> Ticks {
    let (sum, overflow) = rawValue.addingReportingOverflow(count)
    return Ticks(rawValue: overflow ? .max : sum)
  }
}

extension [PassageChange] {
  /// The changes in order of time. At equal times, longer ones come first.
  var inOrder: [PassageChange] {
    sorted { one, other in
      one.passage.start != other.passage.start
        ? one.passage.start < other.passage.start
        : (one.passage.end ?? .longest) > (other.passage.end ?? .longest)
    }
  }
}
