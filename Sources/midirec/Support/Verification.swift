internal import MIDICore
internal import MIDIFiles
internal import Reports
internal import SMFCrossCheck

/// Whether the bytes of a file are a Standard MIDI File, what it holds, and what a second reader says.
struct Verification {
  /// What the bytes are.
  enum Finding {
    /// They keep to the specification.
    case sound(libsmf: CrossCheck.Verdict)
    /// They don't, and were mended.
    case damaged(MIDIFile.Diagnostics)
  }

  /// The name under which the file is spoken of.
  let name: String
  /// How many events there are, End of Track not counted.
  let eventCount: Int
  /// How many tracks there are.
  let trackCount: Int
  /// What the bytes are.
  let finding: Finding

  /// Reads a file twice, with midirec and with libsmf.
  ///
  /// - Throws: Why it can't be opened, or nothing can be made of its bytes at all.
  init(of input: InputFile) throws {
    let bytes = try input.bytes()
    let decoded = try input.decoded(from: bytes)
    name = input.name
    eventCount = decoded.file.eventCount
    trackCount = decoded.file.tracks.count
    finding =
      decoded.diagnostics.isEmpty
      ? .sound(libsmf: CrossCheck.byThisProgram.verdict(on: bytes, readAs: decoded.file))
      : .damaged(decoded.diagnostics)
  }

  /// Whether the file is good: it keeps to the specification, and libsmf doesn't read something else in it.
  var isGood: Bool {
    switch finding {
    case .sound(.disagrees), .damaged: false
    case .sound: true
    }
  }

  /// What the second reader says of a take that was written just now; what was written is never damaged.
  ///
  /// - Throws: What is wrong with it.
  func verdictOnTake() throws -> CrossCheck.Verdict {
    guard isGood, case .sound(let libsmf) = finding else {
      throw CommandFailure(
        CommandFailure.badData,
        "the take was saved, but not as it should be, which is midirec's fault: \(text)")
    }
    return libsmf
  }

  /// One line for a file without damage, `take.mid: 1,234 events in 2 tracks; libsmf agrees`; else one more for
  /// each violation.
  var text: String {
    let contents = "\(name.printable): \(counted(eventCount, "event")) in \(counted(trackCount, "track")); "
    switch finding {
    case .sound(let libsmf): return contents + libsmf.text
    case .damaged(let diagnostics): return contents + "damaged, " + diagnostics.text
    }
  }
}

extension CrossCheck.Verdict {
  /// What libsmf says, for other programs: `agrees`, `disagrees` or `noOpinion`, and why.
  var fields: (libsmf: String, reason: String?) {
    switch self {
    case .agrees: ("agrees", nil)
    case .noOpinion(let reason): ("noOpinion", reason)
    case .disagrees(let disagreement): ("disagrees", "\(disagreement)")
    }
  }

  /// What libsmf says, as a part of a line.
  var text: String {
    switch self {
    case .agrees: "libsmf agrees"
    case .noOpinion(let reason): "no second opinion: \(reason)"
    case .disagrees(let disagreement): "libsmf disagrees: \(disagreement)"
    }
  }
}
