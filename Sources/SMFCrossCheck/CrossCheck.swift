package import MIDIFiles
internal import Processes
package import SystemPackage

/// A second opinion on what a file says, from libsmf, which shares no line of code with midirec.
///
/// libsmf runs in a child process (``LibSMFReader``), so that whatever happens to it happens to nobody else.
package struct CrossCheck: Sendable {
  /// What comes of it.
  package enum Verdict: Hashable, Sendable {
    /// Both read the same events, so many, End of Track not counted.
    case agrees(eventCount: Int)
    /// libsmf can't read the file, or died of it, or took too long.
    case noOpinion(reason: String)
    /// The readings differ.
    case disagrees(Disagreement)
  }

  /// The first place where the readings differ.
  package enum Disagreement: Hashable, Sendable, CustomStringConvertible {
    /// libsmf refuses the file, although nothing in it is known to be beyond it.
    case refusal
    /// What both read there; nothing where one finds no more event.
    case readings(midirec: DecodedEvent?, libsmf: DecodedEvent?)

    /// One line: `midirec reads track 1, tick 96: 90 3C 64; libsmf reads track 1, tick 96: 90 3C 00`.
    package var description: String {
      switch self {
      case .refusal: "libsmf refuses the file, which midirec reads"
      case .readings(let midirec, let libsmf): "midirec reads \(text(midirec)); libsmf reads \(text(libsmf))"
      }
    }

    private func text(_ reading: DecodedEvent?) -> String { reading?.description ?? "no more event" }
  }

  private let program: FilePath
  private let arguments: [String]
  private let timeLimit: Duration
  private let memoryLimit: Int

  /// Prepares checks.
  ///
  /// - Parameters:
  ///   - program: A program that calls ``LibSMFReader/run()``.
  ///   - arguments: What makes it do so.
  ///   - timeLimit: How long it may take for a file.
  ///   - memoryLimit: How much memory it may need for a file, in bytes; the child holds itself to
  ///     ``LibSMFReader/maxMemory`` in any case.
  package init(
    program: FilePath, arguments: [String], timeLimit: Duration = .seconds(30),
    memoryLimit: Int = LibSMFReader.maxMemory
  ) {
    self.program = program
    self.arguments = arguments
    self.timeLimit = timeLimit
    self.memoryLimit = memoryLimit
  }

  /// Has libsmf read a file and compares, event by event.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - file: What midirec reads in it, strictly decoded.
  /// - Complexity: O(*n*) in the size of the file; the memory taken here doesn't grow with it.
  package func verdict(on bytes: [UInt8], readAs file: MIDIFile) -> Verdict {
    if let reason = LibSMFSupport.unsupportedReason(about: bytes) { return .noOpinion(reason: reason) }
    let memory = LibSMFReader.memory(forEventCount: file.eventCount, byteCount: bytes.count)
    guard memory <= memoryLimit else {
      // A library that is out of memory is no reader: it loses events without a word.
      return .noOpinion(reason: "libsmf would need more than \(memoryLimit >> 20) MB of memory")
    }
    return verdictWithoutLookingFirst(on: bytes, readAs: file)
  }

  /// The same also for files that libsmf is known not to read.
  package func verdictWithoutLookingFirst(on bytes: [UInt8], readAs file: MIDIFile) -> Verdict {
    do {
      let (outcome, end) = try Conversation.hold(with: program, arguments, timeLimit: timeLimit) {
        $0.send(bytes) ? compare(file, byteCount: bytes.count, in: $0) : .interrupted(.tooLate)
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
    case .interrupted(.tooLate):
      return .noOpinion(reason: "libsmf took more than \(timeLimit.milliseconds) ms")
    case .interrupted(.brokenOff):
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
        let isThere = try stream.advance(in: conversation)
        if isThere, stream.reading.track == track, stream.reading.time == time, stream.reading.bytes == bytes
        {
          return true
        }
        let own = DecodedEvent(track: track, time: time, bytes: bytes)
        outcome = .different(.readings(midirec: own, libsmf: isThere ? stream.reading : nil))
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
