internal import MIDICore
internal import MIDIFiles
package import Timelines

/// A Standard MIDI File that a subject wrote, which is compared as the part ``ArtifactKind/file``.
package struct WrittenTake: Sendable {
  /// The timeline.
  package let timeline: Timeline
  /// A remark on the repairs of a damaged file, as a sentence without a period, or `nil` if the file is intact.
  package let remark: String?

  /// The endings of names that only Standard MIDI Files have.
  private static let nameEndings = [".mid", ".midi", ".smf", ".kar", ".rmi"]

  /// Returns whether a file is meant to be a Standard MIDI File, which its first bytes or its name show.
  package static func isMeant(by bytes: [UInt8], named name: String) -> Bool {
    let name = name.lowercased()
    return MIDIFile.isBegun(by: bytes) || nameEndings.contains(where: name.hasSuffix)
  }

  /// Reads a file as well as possible.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes.
  ///   - name: The name of the file.
  /// - Throws: ``SubjectFailure`` if it isn't a Standard MIDI File, or has several independent pieces.
  package init(_ bytes: [UInt8], named name: String) throws(SubjectFailure) {
    do {
      let decoded = try MIDIFile.decode(bytes)
      timeline = Timeline(try decoded.file.recording())
      remark = decoded.diagnostics.remark(on: name)
    } catch {
      throw SubjectFailure(.misbehaved, "wrote \(name.quoted), which can't be read: \(error)")
    }
  }
}

extension MIDIFile.Diagnostics {
  fileprivate func remark(on name: String) -> String? {
    guard let first = listed.first else { return nil }
    let rest = count > 1 ? "; and \(count - 1) more" : ""
    return "\(name): \(pluralized(count, "violation")) repaired while reading: \(first)\(rest)"
  }
}
