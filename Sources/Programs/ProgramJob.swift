internal import FoundationEssentials
internal import MIDICore
internal import Sessions
internal import System
internal import SystemPackage

/// A run of a program under test, as midirec outside a simulated machine describes it to midirec inside.
struct ProgramJob: Codable {
  /// A message and its time in nanoseconds.
  struct Event: Codable, Hashable {
    var time: Int64
    var bytes: [UInt8]
    /// The index of the source, or 0 for the recording.
    var source = 0

    init(_ message: TimedMessage, from source: Int = 0) {
      time = message.time.rawValue
      bytes = message.message.bytes
      self.source = source
    }

    /// The message, or `nil` if the bytes aren't one message.
    var message: TimedMessage? {
      var parser = MessageParser()
      var last: Message?
      for byte in bytes { last = parser.append(byte) }
      guard parser.discardedByteCount == 0, !parser.isInsideMessage else { return nil }
      return last.map { TimedMessage(time: Nanoseconds(rawValue: time), message: $0) }
    }
  }

  var settings: ProgramSettings
  /// The recording's messages.
  var events: [Event]
  /// The recording's length in nanoseconds.
  var duration: Int64
  /// The session's folder.
  var folder: String
  /// The path of the recording, or `nil` if there is none.
  var take: String?
}

/// The result of a ``ProgramJob``.
enum ProgramJobResult: Codable {
  /// The program ran.
  case observed(ProgramRun.Observed)
  case failed(SubjectFailure)
}

/// The part of a program's run that happens inside a simulated machine.
package enum ProgramJobRunner {
  /// The name of midirec's command that runs a job.
  package static let commandName = "program-job"

  /// Runs the job that standard input describes, and writes its result to standard output.
  ///
  /// The program under test, which the same user runs, can neither read nor write these streams.
  ///
  /// - Throws: An error if a stream can't be read or written. Failures of the program are part of the result.
  package static func run() throws {
    ChildProcess.denyInspectionOfCaller()
    let job = try JSONDecoder().decode(ProgramJob.self, from: Data(FileSystem.bytesOfStandardInput()))
    let run = ProgramRun(
      settings: job.settings, messages: job.events.compactMap(\.message),
      duration: Nanoseconds(rawValue: job.duration),
      folder: FilePath(job.folder), take: job.take.map { FilePath($0) }, stop: nil)
    let result: ProgramJobResult
    do {
      result = .observed(try run.observed())
    } catch let failure as SubjectFailure {
      result = .failed(failure)
    }
    try FileDescriptor.standardOutput.writeAll(JSONEncoder().encode(result))
  }
}
