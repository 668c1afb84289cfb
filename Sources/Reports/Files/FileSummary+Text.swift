internal import MIDICore
internal import MIDIFiles

extension FileSummary {
  /// Returns the summary as text: the file in one line, a table of its tracks, and its diagnostics.
  package func text(name: String) -> String {
    var lines = [
      "\(name.printable): format \(format.rawValue), \(pluralized(tracks.count, "track")), \(division.text), \(duration.shortText)"
    ]
    let signs = [
      tempoText, signatureText("time signature", timeSignatures), signatureText("key", keySignatures),
    ]
    if !signs.joined().isEmpty { lines.append(signs.filter { !$0.isEmpty }.joined(separator: ", ")) }
    if !tracks.isEmpty { lines += ["", trackTable] }
    if !otherChunks.isEmpty {
      let chunks = otherChunks.map { "\($0.type) (\(pluralized($0.bytes.count, "byte")))" }
      lines += ["", "other chunks: \(chunks.joined(separator: ", "))"]
    }
    if !diagnostics.isEmpty { lines += ["", diagnostics.text] }
    return lines.joined(separator: "\n")
  }

  private var trackTable: String {
    var table = TextTable([
      ("TRACK", .right), ("NAME", .left), ("CHANNELS", .left), ("NOTES", .right), ("RANGE", .left),
      ("EVENTS", .right), ("SECONDS", .right),
    ])
    for (index, track) in tracks.enumerated() {
      table.append([
        "\(index + 1)", track.name?.printable ?? "", track.channels.text, "\(track.noteCount)",
        track.noteRange.map { "\($0.lowerBound)-\($0.upperBound)" } ?? "", "\(track.eventCount)",
        "\(track.duration)",
      ])
    }
    return table.text
  }

  private var tempoText: String {
    guard case .ticksPerQuarter = division else { return "" }
    let said = tempos.filter { $0 > 0 }
    guard let slowest = said.max(), let fastest = said.min() else {
      return "tempo \(beatsPerMinute(TempoMap.defaultTempo)) (default; no tempo event)"
    }
    let texts = [beatsPerMinute(slowest), beatsPerMinute(fastest)]
    if said.count == 1 { return "tempo \(texts[0])" }
    if slowest == fastest { return "tempo \(texts[0]) (\(pluralized(said.count, "event")))" }
    let range = texts[0] == texts[1] ? "about \(texts[0])" : "\(texts[0]) to \(texts[1])"
    return "\(pluralized(said.count, "tempo")), \(range)"
  }

  private func signatureText(_ name: String, _ signatures: [some CustomStringConvertible & Equatable])
    -> String
  {
    guard let first = signatures.first else { return "" }
    let changeCount = zip(signatures, signatures.dropFirst()).count { $0 != $1 }
    return "\(name) \(first)" + (changeCount == 0 ? "" : " and \(pluralized(changeCount, "change"))")
  }
}

/// Returns the tempo with two decimals, rounded: `120.00 BPM`.
func beatsPerMinute(_ microsecondsPerQuarter: UInt32) -> String {
  guard microsecondsPerQuarter > 0 else { return "0 µs per quarter note" }
  let hundredths = (6_000_000_000 + UInt64(microsecondsPerQuarter) / 2) / UInt64(microsecondsPerQuarter)
  return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) BPM"
}

extension Division {
  /// The division as text: `480 ticks per quarter note`, `25 frames per second of 40 ticks`.
  var text: String {
    switch self {
    case .ticksPerQuarter(let ticks): "\(ticks) ticks per quarter note"
    case .timeCode(let rate, let ticks): "\(rate.rawValue) frames per second, \(ticks) ticks per frame"
    }
  }
}

extension Set<Channel> {
  /// The channel numbers from 1 with ranges: `1, 3-5, 10`.
  var text: String {
    var runs: [ClosedRange<Int>] = []
    for number in map(\.number).sorted() {
      if let last = runs.last, last.upperBound == number - 1 {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ", ")
  }
}
