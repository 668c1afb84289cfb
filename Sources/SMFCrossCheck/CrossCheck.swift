package import MIDICore
package import MIDIFiles
internal import MIDIRecSystem
package import SystemPackage

/// A comparison of a decoded file with libsmf, which shares no code with midirec.
///
/// libsmf runs in a child process (``LibSMFReader``), so its failures don't affect this process.
package struct CrossCheck: Sendable {
  /// The result of a check.
  package enum Verdict: Hashable, Sendable {
    /// Both readers decode the same events; the count excludes End of Track.
    case agrees(eventCount: Int)
    /// libsmf can't read the file, crashed, or took too long.
    case noOpinion(reason: String)
    /// The readers decode different events, or libsmf rejects the file without a known unsupported feature.
    ///
    /// The reason is on one line: `midirec reads track 1, tick 96: 90 3C 64; libsmf reads track 1, tick 96: 90 3C 00`.
    case disagrees(reason: String)
  }

  private let program: FilePath
  private let arguments: [String]
  private let timeLimit: Nanoseconds
  private let memoryLimit: Int

  /// Creates a check with the given child process and limits.
  ///
  /// - Parameters:
  ///   - program: A program that calls ``LibSMFReader/run()``.
  ///   - arguments: The arguments for which it does so.
  ///   - timeLimit: The maximum time for a file.
  ///   - memoryLimit: The maximum memory for a file, in bytes. The child process also limits itself to
  ///     ``LibSMFReader/maxMemory``.
  package init(
    program: FilePath, arguments: [String], timeLimit: Nanoseconds = .seconds(30),
    memoryLimit: Int = LibSMFReader.maxMemory
  ) {
    self.program = program
    self.arguments = arguments
    self.timeLimit = timeLimit
    self.memoryLimit = memoryLimit
  }

  /// Returns the result of comparing midirec and libsmf, event by event.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - file: The file as strictly decoded by midirec.
  /// - Complexity: O(*n*) in the size of the file. The memory of this process doesn't depend on the size.
  package func verdict(on bytes: [UInt8], readAs file: MIDIFile) -> Verdict {
    if let reason = LibSMFSupport.unsupportedReason(about: bytes) { return .noOpinion(reason: reason) }
    let memory = LibSMFReader.memory(forEventCount: file.eventCount, byteCount: bytes.count)
    guard memory <= memoryLimit else {
      // Without memory, libsmf loses events and reports no error.
      return .noOpinion(reason: "libsmf would need more than \(memoryLimit >> 20) MB of memory")
    }
    return uncheckedVerdict(on: bytes, readAs: file)
  }

  /// Returns the result without checking first whether libsmf supports the file.
  package func uncheckedVerdict(on bytes: [UInt8], readAs file: MIDIFile) -> Verdict {
    do {
      let (verdict, end) = try Conversation.hold(with: program, arguments, timeLimit: timeLimit) {
        compare(file, of: bytes, in: $0)
      }
      if let verdict { return verdict }
      return end == .exit(LibSMFReader.refusal)
        ? .disagrees(reason: "libsmf rejects the file, which midirec reads")
        : .noOpinion(reason: "libsmf's process ended \(end)")
    } catch {
      return .noOpinion(reason: "libsmf's process can't be started: \(error)")
    }
  }

  /// Returns the verdict, or `nil` if the output of libsmf's process ends early or is invalid.
  private func compare(_ file: MIDIFile, of bytes: [UInt8], in conversation: Conversation) -> Verdict? {
    var stream = EventStreamReader(conversation, maxLength: bytes.count)
    var difference: String?
    do throws(Errno) {
      try conversation.send(bytes)
      try file.forEachRawEvent { (track, time, bytes) throws(Errno) -> Bool in
        let hasEvent = try stream.advance()
        if hasEvent, stream.reading.track == track, stream.reading.time == time,
          stream.reading.bytes == bytes
        {
          return true
        }
        let reading = hasEvent ? "\(stream.reading)" : "no more events"
        let own = DecodedEvent(track: track, time: time, bytes: bytes)
        difference = "midirec reads \(own); libsmf reads \(reading)"
        return false
      }
      if difference == nil, try stream.advance() {
        difference = "midirec reads no more events; libsmf reads \(stream.reading)"
      }
    } catch {
      guard error == .timedOut else { return nil }
      return .noOpinion(reason: "libsmf took more than \(timeLimit.rawValue / 1_000_000) ms")
    }
    return difference.map { .disagrees(reason: $0) } ?? .agrees(eventCount: file.eventCount)
  }
}
