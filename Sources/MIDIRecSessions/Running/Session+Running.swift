package import MIDICore
package import MIDIFiles
internal import MIDIRecReports
internal import MIDIRecSystem
package import SystemPackage
internal import Timelines

/// Access to a session's files during a run.
extension Session {
  /// The session's file.
  var path: FilePath { folder.appending(Self.fileName) }

  /// Reads the session's recording, and repairs it if it is damaged.
  package func recording() throws(SessionError) -> Recording {
    try recording(from: recordingBytes()).recording
  }

  /// Returns the path of the recording.
  ///
  /// - Throws: ``SessionError`` if there is none.
  package func requiredRecordingPath() throws(SessionError) -> FilePath {
    guard let recordingPath else { throw SessionError(.noInput, folder, Self.noRecording) }
    return recordingPath
  }

  func recordingBytes() throws(SessionError) -> [UInt8] {
    try Self.bytes(of: requiredRecordingPath())
  }

  /// Reads a recording from its file as well as possible, and counts the repairs.
  func recording(from bytes: [UInt8]) throws(SessionError) -> (recording: Recording, repairs: Int) {
    let recordingPath = try requiredRecordingPath()
    do {
      let decoded = try MIDIFile.decode(bytes)
      return (try decoded.file.recording(), decoded.diagnostics.count)
    } catch {
      throw SessionError(.badData, recordingPath, MIDIFile.reason(of: error))
    }
  }

  /// Returns the options of a comparison: the session's, otherwise the run's. Takes aren't aligned, because an expectation
  /// starts with its recording.
  ///
  /// - Parameter recording: The file of the recording, whose beats the results have, or `nil` if there is none.
  func comparisonOptions(_ run: Comparison.Options, recording: [UInt8]?) -> Comparison.Options {
    var options = run
    options.beats = recording.flatMap { try? MIDIFile.decode($0).file }.flatMap(MeterMap.init).map(
      BeatGrid.init)
    options.alignsStart = false
    options.followsTempo = followsTempo
    if let onset = tolerance.onset { options.onsetTolerance = onset }
    if let offset = tolerance.offset { options.offsetTolerance = offset }
    if let offsetRatio = tolerance.offsetRatio { options.offsetRatio = offsetRatio.ratio }
    if let velocity = tolerance.velocity { options.velocityTolerance = velocity }
    if let value = tolerance.value { options.valueTolerance = value }
    if let findsPassages { options.findsPassages = findsPassages }
    if !channels.isEmpty { options.channels = channels }
    return options
  }
}

extension SessionSearch.Place {
  /// The bars and beats of the session's recording, or `nil` if it can't be read or uses time code.
  package var meter: MeterMap? {
    guard let session = try? Session(reading: folder, subjects: [], allowsOthers: true),
      let bytes = try? session.recordingBytes(), let decoded = try? MIDIFile.decode(bytes)
    else { return nil }
    return MeterMap(decoded.file)
  }
}

extension ExpectationFile {
  /// Returns the accepted file, or `nil` if it doesn't exist.
  func acceptedBytes() throws(SessionError) -> [UInt8]? { try Self.bytes(of: acceptedPath) }

  /// The accepted timeline of the same subject, or `nil` if there is none or it can't be read.
  var acceptedTimeline: Timeline? {
    guard let file = ExpectationFile(subject: subject, in: folder) else { return nil }
    return (try? file.acceptedBytes()).flatMap { try? Timeline(text: $0) }
  }

  /// Returns the pending file, or `nil` if it doesn't exist.
  func pendingBytes() throws(SessionError) -> [UInt8]? { try Self.bytes(of: pendingPath) }

  private static func bytes(of path: FilePath) throws(SessionError) -> [UInt8]? {
    do {
      guard try isThere(path) else { return nil }
    } catch {
      throw SessionError(path, error.errno)
    }
    try Session.requireFile(path)
    return try Session.bytes(of: path)
  }
}

extension MIDIFile {
  /// Returns the reason why a file can't be decoded or isn't a take, and how to get a take from it.
  package static func reason(of error: any Error) -> String {
    error is ConversionError ? "\(error); extract one with midirec convert --piece" : "\(error)"
  }
}
