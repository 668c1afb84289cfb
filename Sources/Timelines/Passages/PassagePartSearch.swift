internal import MIDICore

/// Finds the range and the part of the notes of a take that a change explains best.
struct PassagePartSearch {
  /// The notes of a part in a range.
  struct Selection {
    /// The first to the last explained note.
    var range: Range<Int>
    /// The gain of the notes.
    var sum: Int
    /// The number of notes that the change explains.
    var explained: Int
    var part = TakePart()
    var pitches = Passage.allPitches
  }

  private let notes: [Note]
  private let sourceCount: Int
  /// The source, channel, and pitch of each note in one number, because notes themselves are large.
  private let places: [Int32]
  private let beats: BeatGrid?

  /// Creates a search among the notes of a performance.
  ///
  /// - Parameter beats: The bar lines, or `nil` if they are unknown.
  init(_ performance: Performance, beats: BeatGrid?) {
    self.beats = beats
    notes = performance.notes
    places = notes.map { Int32(ComparisonKeys.packed($0.source, $0.channel, $0.number)) }
    sourceCount = (ComparisonKeys.channel(of: Int(places.max() ?? 0)) >> 4) + 1
  }

  /// Returns the pitch of a note.
  private func pitch(_ index: Int) -> Int { ComparisonKeys.number(of: Int(places[index])) }

  /// Returns the source and the channel of a note in one number.
  private func voice(_ index: Int) -> Int { ComparisonKeys.channel(of: Int(places[index])) }

  /// Returns the simplest selection whose gain is nearly the largest, or `nil` if no gain is positive.
  ///
  /// It may contradict more notes than the selection with the largest gain, but it doesn't explain fewer. Whole bars are
  /// simplest. Then, all notes are simpler than a source, a source is simpler than a channel, and pitches are least simple.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes, and less if few notes are explained.
  func best(_ gains: PassageGains) -> Selection? {
    let selections = ofVoices(gains) + ofPitches(gains)
    guard let most = selections.max(by: { $0.sum < $1.sum }) else { return nil }
    // A single note never decides: contradicted notes cost two.
    let slack = min(most.sum / 4, 3)
    let large = selections.filter { $0.sum >= most.sum - slack && $0.explained >= most.explained }
    return large.first { hasWholeBars(extended($0, gains)) } ?? large.first
  }

  /// Returns the best selections of all notes, of each source, and of each channel.
  private func ofVoices(_ gains: PassageGains) -> [Selection] {
    var all = LargestSum()
    var sources = [LargestSum](repeating: all, count: sourceCount)
    var channels = [LargestSum](repeating: all, count: 16)
    var sourceChannels = [LargestSum](repeating: all, count: sourceCount << 4)
    walk(gains) { index, isExplained in
      let voice = voice(index)
      func isOpen() -> Bool {
        all.isOpen || channels[voice & 0xF].isOpen
          || sourceCount > 1 && (sources[voice >> 4].isOpen || sourceChannels[voice].isOpen)
      }
      guard isExplained || isOpen() else { return 0 }
      let gain = Int(gains[index])
      guard gain != 0 else { return 0 }
      var opened = all.add(gain, at: index) + channels[voice & 0xF].add(gain, at: index)
      if sourceCount > 1 {
        opened += sources[voice >> 4].add(gain, at: index) + sourceChannels[voice].add(gain, at: index)
      }
      return opened
    }
    var found = [all.selection()]
    found += sources.indices.map { sources[$0].selection(TakePart(source: $0)) }
    found += channels.indices.map { channels[$0].selection(TakePart(channels: [Channel(clamping: $0)])) }
    found += sourceChannels.indices.map {
      sourceChannels[$0].selection(TakePart(source: $0 >> 4, channels: [Channel(clamping: $0 & 0xF)]))
    }
    return found.compactMap(\.self)
  }

  /// Calls a closure with each explained note, and with the notes after it as long as a sum is open.
  ///
  /// - Parameter add: Adds the gain of a note to the sums, and returns how many more of them are open.
  private func walk(_ gains: PassageGains, _ add: (_ index: Int, _ isExplained: Bool) -> Int) {
    var openCount = 0
    var next = gains.explained.makeIterator()
    var index = next.next()
    while let explained = index {
      openCount += add(explained, true)
      index = next.next()
      var other = explained + 1
      let end = index ?? gains.indices.upperBound
      // After the last explained note, no sum grows.
      while index != nil, openCount > 0, other < end {
        openCount += add(other, false)
        other += 1
      }
    }
  }

  /// Returns the best selections of low and of high pitches.
  private func ofPitches(_ gains: PassageGains) -> [Selection] {
    let count = gains.explained.count
    guard count > 0 else { return [] }
    var explained = [Int](repeating: 0, count: 128)
    for index in gains.explained { explained[pitch(index)] += 1 }
    // Some notes are explained by accident, so bounds also leave out a few of them.
    var bounds: [ClosedRange<Int>] = []
    for outliers in [0, max(1, count / 32), count / 8] {
      bounds.append(0...(explained.lastBound(outliers) ?? 127))
      bounds.append((127 - (Array(explained.reversed()).lastBound(outliers) ?? 127))...127)
    }
    guard let found = bestOf(Set(bounds), gains) else { return [] }
    return [found] + [bestOf([refined(found, gains)], gains)].compactMap(\.self)
  }

  /// Returns the best selection of one of some ranges of pitches.
  private func bestOf(_ bounds: Set<ClosedRange<Int>>, _ gains: PassageGains) -> Selection? {
    let bounds = bounds.filter { $0 != 0...127 }.sorted {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    }
    let selections = bounds.map { bound in
      var sums = LargestSum()
      walk(gains) { index, _ in
        bound ~= pitch(index) ? sums.add(Int(gains[index]), at: index) : 0
      }
      return sums.selection(
        pitches: NoteNumber(clamping: bound.lowerBound)...NoteNumber(clamping: bound.upperBound))
    }
    return selections.lazy.compactMap { $0 }.max {
      ($0.sum, $0.explained) < ($1.sum, $1.explained)
    }
  }

  /// Returns the low or high pitches with the largest gain in the range of a selection. If gains are equal, more explained
  /// notes decide.
  private func refined(_ selection: Selection, _ gains: PassageGains) -> ClosedRange<Int> {
    var sums = [(gain: Int, explained: Int)](repeating: (0, 0), count: 128)
    for index in selection.range {
      sums[pitch(index)].gain += Int(gains[index])
      if gains[index] > 0 { sums[pitch(index)].explained += 1 }
    }
    let isLow = selection.pitches.lowerBound == 0
    if !isLow { sums.reverse() }
    var (sum, best, bound) = ((gain: 0, explained: 0), (gain: 0, explained: 0), 0)
    for (pitch, gains) in sums.enumerated() {
      sum = (sum.gain + gains.gain, sum.explained + gains.explained)
      if sum > best { (best, bound) = (sum, pitch) }
    }
    return isLow ? 0...bound : (127 - bound)...127
  }

  /// The minimum gain of a selection.
  private static let minSum = 4
  /// The minimum number of times at which explained notes start, if they aren't many. One or two chords are few notes,
  /// unless two are whole bars.
  private static let minTimes = 3
  /// The number of explained notes that are many.
  private static let manyNotes = 8
  /// The longest time between the onsets of one chord.
  private static let chordLength = Nanoseconds.milliseconds(30)

  /// Returns whether a selection isn't an accident.
  ///
  /// If notes outside of the range are often explained, a few notes in a row are.
  func isClear(_ selection: Selection, _ gains: PassageGains) -> Bool {
    guard selection.sum >= Self.minSum else { return false }
    let members = selection.range.filter { gains[$0] != 0 && contains($0, selection) }
    // A third of the notes may have other differences.
    return selection.sum * 3 >= members.count
      && hasEnoughTimes(selection, gains, explained: members.filter { gains[$0] > 0 })
      && isUnlikely(selection, gains)
  }

  /// Returns whether a selection has many explained notes, or they start at several times.
  private func hasEnoughTimes(_ selection: Selection, _ gains: PassageGains, explained: [Int]) -> Bool {
    if selection.sum >= Self.manyNotes { return true }
    var (times, last) = (0, Nanoseconds.zero)
    for index in explained where times == 0 || notes[index].onset.subtracting(last) > Self.chordLength {
      (times, last) = (times + 1, notes[index].onset)
    }
    return times >= Self.minTimes
      || times == Self.minTimes - 1 && hasWholeBars(extended(selection, gains))
  }

  /// Returns whether the notes outside of a selection's range show that its explained notes aren't an accident.
  private func isUnlikely(_ selection: Selection, _ gains: PassageGains) -> Bool {
    let (low, high) = (selection.range.lowerBound, selection.range.upperBound)
    let explained = gains.explained.count { !(selection.range ~= $0) && contains($0, selection) }
    func isUnlikely(_ contradicting: Int) -> Bool {
      // By accident, each longer run is less likely by these odds, and may begin at any note.
      let odds = Double(contradicting + 3) / Double(explained + 1)
      let limit = 20 * Double(contradicting + explained + 1)
      var power = 1.0
      for _ in 0..<selection.sum where power < limit && odds > 1 { power *= odds }
      return power >= limit
    }
    // The more notes contradict the change, the less likely the accident. Most changes are clear after a few of them.
    var left = (0..<gains.indices.count + 1).partitioningIndex(where: isUnlikely)
    guard left <= gains.indices.count - selection.range.count - explained else { return false }
    func isEnough(_ index: Int) -> Bool {
      if gains[index] < 0, contains(index, selection) { left -= 1 }
      return left <= 0
    }
    return left <= 0 || gains.indices[..<low].contains(where: isEnough)
      || gains.indices[high...].contains(where: isEnough)
  }

  private func contains(_ index: Int, _ selection: Selection) -> Bool {
    guard
      Int(selection.pitches.lowerBound.rawValue)...Int(selection.pitches.upperBound.rawValue)
        ~= pitch(index)
    else { return false }
    return selection.part == TakePart() || selection.part.contains(notes[index])
  }

  /// Returns a selection with its neighbors that are the same with and without the change.
  ///
  /// It reaches to the ends of the take, or to bar lines.
  func extended(_ selection: Selection, _ gains: PassageGains) -> Selection {
    let (low, high) = (selection.range.lowerBound, selection.range.upperBound)
    let most = selection.sum / 10
    var (start, end) = (low, high)
    if isOpen(gains.indices.prefix(low), selection, gains, most) {
      start = 0
    } else if let bar = beats?.barLine(before: notes[low].onset) {
      let begin = notes[..<low].partitioningIndex { $0.onset >= bar }
      if isOpen(begin..<low, selection, gains, min(most, 1)) { start = begin }
    }
    if isOpen(high..<gains.indices.upperBound, selection, gains, most) {
      end = gains.indices.upperBound
    } else if let bar = beats?.barLine(after: notes[high - 1].onset.adding(Nanoseconds(rawValue: 1))) {
      let next = notes[high...].partitioningIndex { $0.onset >= bar }
      if isOpen(high..<next, selection, gains, min(most, 1)) { end = next }
    }
    while start < low, !contains(start, selection) { start += 1 }
    while end > high, !contains(end - 1, selection) { end -= 1 }
    var selection = selection
    selection.range = start..<end
    return selection
  }

  /// Returns whether no note of a selection's part is in the same bars before or after the selection.
  private func hasWholeBars(_ selection: Selection) -> Bool {
    guard let beats else { return false }
    let (low, high) = (selection.range.lowerBound, selection.range.upperBound)
    let start = beats.barLine(before: notes[low].onset)
    let end = beats.barLine(after: notes[high - 1].onset.adding(Nanoseconds(rawValue: 1)))
    return !notes[..<low].indices.reversed().prefix { notes[$0].onset >= start }
      .contains { contains($0, selection) }
      && !notes[high...].indices.prefix { notes[$0].onset < end }.contains { contains($0, selection) }
  }

  /// Returns whether no note of a range contradicts the change of a selection, and at most some differ in any case.
  private func isOpen(_ range: Range<Int>, _ selection: Selection, _ gains: PassageGains, _ most: Int) -> Bool
  {
    var left = min(most, 2)
    return range.allSatisfy { index in
      guard gains[index] < 0, contains(index, selection) else { return true }
      left -= 1
      return gains[index] == -1 && left >= 0
    }
  }
}

extension [Int] {
  /// Returns the last index up to which all but some of the counted things are, or `nil` if nothing is counted.
  fileprivate func lastBound(_ outliers: Int) -> Int? {
    var left = outliers
    return indices.last {
      left -= self[$0]
      return left < 0
    }
  }
}
