package import MIDIFiles
internal import System
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
    /// The readers decode different events.
    case disagrees(Disagreement)
  }

  /// The first difference between the readers.
  package enum Disagreement: Hashable, Sendable, CustomStringConvertible {
    /// libsmf rejects the file, although the file has no known unsupported feature.
    case refusal
    /// The events that the readers decode, or `nil` if a reader has no more events.
    case readings(midirec: DecodedEvent?, libsmf: DecodedEvent?)

    /// The difference on one line.
    ///
    /// For example, `midirec reads track 1, tick 96: 90 3C 64; libsmf reads track 1, tick 96: 90 3C 00`.
    package var description: String {
      switch self {
      case .refusal: "libsmf rejects the file, which midirec reads"
      case .readings(let midirec, let libsmf): "midirec reads \(text(midirec)); libsmf reads \(text(libsmf))"
      }
    }

    private func text(_ reading: DecodedEvent?) -> String { reading?.description ?? "no more events" }
  }

  private let program: FilePath
  private let arguments: [String]
  private let timeLimit: Duration
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
    program: FilePath, arguments: [String], timeLimit: Duration = .seconds(30),
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
      let (outcome, end) = try Conversation.hold(with: program, arguments, timeLimit: timeLimit) {
        $0.send(bytes) ? compare(file, byteCount: bytes.count, in: $0) : .interrupted(.timedOut)
      }
      return verdict(of: outcome, end)
    } catch {
      return .noOpinion(reason: "libsmf's process can't be started: \(error)")
    }
  }

  private func verdict(of outcome: Outcome, _ end: ProgramEnd) -> Verdict {
    switch outcome {
    case .same(let eventCount): return .agrees(eventCount: eventCount)
    case .different(let disagreement): return .disagrees(disagreement)
    case .interrupted(.timedOut):
      return .noOpinion(reason: "libsmf took more than \(timeLimit.milliseconds) ms")
    case .interrupted(.invalid):
      if end == .exit(LibSMFReader.refusal) { return .disagrees(.refusal) }
      return .noOpinion(reason: "libsmf's process ended \(end)")
    }
  }

  private enum Outcome {
    case same(eventCount: Int)
    case different(Disagreement)
    case interrupted(EventStreamReader.Interruption)
  }

  private func compare(_ file: MIDIFile, byteCount: Int, in conversation: Conversation) -> Outcome {
    var stream = EventStreamReader(maxLength: byteCount)
    var outcome: Outcome?
    file.forEachRawEvent { track, time, bytes in
      do throws(EventStreamReader.Interruption) {
        let hasEvent = try stream.advance(in: conversation)
        if hasEvent, stream.reading.track == track, stream.reading.time == time, stream.reading.bytes == bytes
        {
          return true
        }
        let own = DecodedEvent(track: track, time: time, bytes: bytes)
        outcome = .different(.readings(midirec: own, libsmf: hasEvent ? stream.reading : nil))
      } catch {
        outcome = .interrupted(error)
      }
      return false
    }
    if let outcome { return outcome }
    do throws(EventStreamReader.Interruption) {
      guard try stream.advance(in: conversation) else {
        return .same(eventCount: file.eventCount)
      }
      return .different(.readings(midirec: nil, libsmf: stream.reading))
    } catch {
      return .interrupted(error)
    }
  }
}
