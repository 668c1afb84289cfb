internal import MIDICore
package import MIDIFiles
internal import Reports
package import SMFCrossCheck

/// Whether the bytes of a file are a Standard MIDI File, what it holds, and what a second reader says.
package struct Verification {
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

  /// Compares what midirec has read with what libsmf reads.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: The name that people read.
  ///   - decoded: What midirec has read.
  ///   - secondReader: Starts the program that reads files with libsmf.
  package init(_ bytes: [UInt8], called name: String, decoded: MIDIFile.Decoded, secondReader: CrossCheck) {
    self.name = name
    eventCount = decoded.file.eventCount
    trackCount = decoded.file.tracks.count
    finding =
      decoded.diagnostics.isEmpty
      ? .sound(libsmf: secondReader.verdict(on: bytes, readAs: decoded.file))
      : .damaged(decoded.diagnostics)
  }

  /// Whether the file is good: it keeps to the specification, and libsmf doesn't read something else in it.
  package var isGood: Bool {
    switch finding {
    case .sound(.disagrees), .damaged: false
    case .sound: true
    }
  }

  /// What libsmf says of a good file, or `nil` if the file isn't good.
  package var verdictOnGoodFile: CrossCheck.Verdict? {
    guard isGood, case .sound(let verdict) = finding else { return nil }
    return verdict
  }

  /// One line for a file without damage, `take.mid: 1,234 events in 2 tracks; libsmf agrees`; else one more for
  /// each violation.
  package var text: String {
    let contents = "\(name.printable): \(pluralized(eventCount, "event")) in \(pluralized(trackCount, "track")); "
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
  package var text: String {
    switch self {
    case .agrees: "libsmf agrees"
    case .noOpinion(let reason): "no second opinion: \(reason)"
    case .disagrees(let disagreement): "libsmf disagrees: \(disagreement)"
    }
  }
}

/// The verification of a file as JSON.
package struct VerificationDocument: Encodable {
  var file: String
  var isGood: Bool
  var events = 0
  var tracks = 0
  /// How many violations there are; not all need be listed.
  var violationCount = 0
  var violations: [ViolationDocument] = []
  /// What libsmf says: `agrees`, `disagrees`, or `noOpinion`; it is not asked about damaged files.
  var libsmf: String?
  /// Why it has no opinion, or where it disagrees.
  var libsmfReason: String?
  /// The reason why the file can't be read at all.
  var error: String?

  package init(unreadable name: String, error: String) {
    file = name
    isGood = false
    self.error = error
  }

  package init(_ verification: Verification) {
    file = verification.name
    isGood = verification.isGood
    events = verification.eventCount
    tracks = verification.trackCount
    switch verification.finding {
    case .sound(let verdict): (libsmf, libsmfReason) = verdict.fields
    case .damaged(let diagnostics):
      violationCount = diagnostics.count
      violations = diagnostics.listed.map(ViolationDocument.init)
    }
  }
}
