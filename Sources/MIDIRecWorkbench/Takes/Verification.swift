internal import MIDICore
package import MIDIFiles
internal import MIDIRecReports
package import SMFCrossCheck

/// The verification of a file as text and JSON: its violations, its contents, and the verdict of a second reader.
package struct Verification: Encodable {
  private let file: String
  /// Whether the file is valid and libsmf doesn't disagree.
  package let isGood: Bool
  /// The number of events without End of Track.
  private var events = 0
  private var tracks = 0
  /// The number of violations, including unlisted violations.
  private var violationCount = 0
  private var violations: [MIDIFile.Violation] = []
  /// The verdict of libsmf: `agrees`, `disagrees`, or `noOpinion`. Damaged files have none.
  private var libsmf: String?
  /// The reason for no opinion, or the place of the disagreement.
  private var libsmfReason: String?
  /// The reason why the file can't be read.
  private var error: String?

  /// One line for an intact file, `take.mid: 1,234 events in 2 tracks; verified with libsmf`, and otherwise a further
  /// line per violation.
  package let text: String
  /// The verdict of libsmf on a valid file, or `nil` if the file isn't valid.
  package let verdictOnGoodFile: CrossCheck.Verdict?

  private enum CodingKeys: CodingKey {
    case file, isGood, events, tracks, violationCount, violations, libsmf, libsmfReason, error
  }

  /// Creates the verification of a file that can't be read, for a reason.
  package init(unreadable name: String, error: String) {
    (file, isGood, text, verdictOnGoodFile) = (name, false, error, nil)
    self.error = error
  }

  /// Compares the events that midirec and libsmf read.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: The name of the file in messages.
  ///   - decoded: The file as midirec reads it.
  ///   - secondReader: Starts the program that reads files with libsmf.
  package init(_ bytes: [UInt8], called name: String, decoded: MIDIFile.Decoded, secondReader: CrossCheck) {
    file = name
    (events, tracks) = (decoded.file.eventCount, decoded.file.tracks.count)
    let contents =
      "\(name.printable): \(pluralized(events, "event")) in \(pluralized(tracks, "track")); "
    let diagnostics = decoded.diagnostics
    guard diagnostics.isEmpty else {
      (isGood, verdictOnGoodFile) = (false, nil)
      text = contents + "damaged, " + diagnostics.text
      violationCount = diagnostics.count
      violations = diagnostics.listed
      return
    }
    let verdict = secondReader.verdict(on: bytes, readAs: decoded.file)
    isGood = if case .disagrees = verdict { false } else { true }
    verdictOnGoodFile = isGood ? verdict : nil
    text = contents + verdict.text
    (libsmf, libsmfReason) = verdict.fields
  }
}

extension CrossCheck.Verdict {
  /// The verdict as JSON values, `agrees`, `disagrees`, or `noOpinion`, with a reason.
  var fields: (libsmf: String, reason: String?) {
    switch self {
    case .agrees: ("agrees", nil)
    case .noOpinion(let reason): ("noOpinion", reason)
    case .disagrees(let reason): ("disagrees", reason)
    }
  }

  /// The verdict as a part of a line.
  package var text: String {
    switch self {
    case .agrees: "verified with libsmf"
    case .noOpinion(let reason): "not verified with libsmf: \(reason)"
    case .disagrees(let reason): "libsmf disagrees: \(reason)"
    }
  }
}
