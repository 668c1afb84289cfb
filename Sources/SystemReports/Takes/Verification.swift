internal import MIDICore
package import MIDIFiles
internal import Reports
package import SMFCrossCheck

/// The verification of a file: whether it is a valid Standard MIDI File, its contents, and the verdict of a second
/// reader.
package struct Verification {
  /// The result for the bytes.
  enum Finding {
    /// The file is valid.
    case sound(libsmf: CrossCheck.Verdict)
    /// The file is damaged and was repaired.
    case damaged(MIDIFile.Diagnostics)
  }

  /// The name of the file.
  let name: String
  /// The number of events without End of Track.
  let eventCount: Int
  /// The number of tracks.
  let trackCount: Int
  /// The result for the bytes.
  let finding: Finding

  /// Compares the events that midirec and libsmf read.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: The name of the file in messages.
  ///   - decoded: The file as midirec reads it.
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

  /// Whether the file is valid and libsmf doesn't disagree.
  package var isGood: Bool {
    switch finding {
    case .sound(.disagrees), .damaged: false
    case .sound: true
    }
  }

  /// The verdict of libsmf on a valid file, or `nil` if the file isn't valid.
  package var verdictOnGoodFile: CrossCheck.Verdict? {
    guard isGood, case .sound(let verdict) = finding else { return nil }
    return verdict
  }

  /// One line for an intact file, `take.mid: 1,234 events in 2 tracks; verified with libsmf`, and otherwise a further line per
  /// violation.
  package var text: String {
    let contents =
      "\(name.printable): \(pluralized(eventCount, "event")) in \(pluralized(trackCount, "track")); "
    switch finding {
    case .sound(let libsmf): return contents + libsmf.text
    case .damaged(let diagnostics): return contents + "damaged, " + diagnostics.text
    }
  }
}

extension CrossCheck.Verdict {
  /// The verdict as JSON values, `agrees`, `disagrees`, or `noOpinion`, with a reason.
  var fields: (libsmf: String, reason: String?) {
    switch self {
    case .agrees: ("agrees", nil)
    case .noOpinion(let reason): ("noOpinion", reason)
    case .disagrees(let disagreement): ("disagrees", "\(disagreement)")
    }
  }

  /// The verdict as a part of a line.
  package var text: String {
    switch self {
    case .agrees: "verified with libsmf"
    case .noOpinion(let reason): "not verified with libsmf: \(reason)"
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
  /// The number of violations, of which not all may be listed.
  var violationCount = 0
  var violations: [ViolationDocument] = []
  /// The verdict of libsmf: `agrees`, `disagrees`, or `noOpinion`. Damaged files have none.
  var libsmf: String?
  /// The reason for no opinion, or the place of the disagreement.
  var libsmfReason: String?
  /// The reason why the file can't be read.
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
