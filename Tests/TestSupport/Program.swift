internal import Foundation
internal import Synchronization

/// A program that a test runs beside itself: its output can be awaited line by line, and it can be signalled.
package final class Program: Sendable {
  /// What became of a program.
  package struct Result: Sendable {
    /// Its exit code, or 128 and the number of the signal that ended it.
    package let status: Int32
    /// What it wrote to standard output.
    package let output: String
    /// What it wrote to standard error.
    package let errors: String
  }

  /// Why waiting for a line was in vain.
  package struct NoSuchLine: Error, CustomStringConvertible {
    /// What was waited for, and what came instead.
    package let description: String
  }

  /// One of its output streams.
  package enum Stream: Sendable { case output, errors }

  /// How long a line is waited for: a program that hangs is to fail its own test, not the whole run.
  fileprivate static let timeout = DispatchTimeInterval.seconds(300)
  /// How long a program may run.
  private static let timeLimit = DispatchTimeInterval.seconds(900)

  private let process: Process
  private let ended = Occasion()
  private let output: LineReader
  private let errors: LineReader

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - name: Its path, or its name in the search path.
  ///   - folder: Where it works; the test's own folder without one.
  ///   - input: The file that its standard input comes from; nothing comes without one.
  package static func start(
    _ name: String, _ arguments: [String], in folder: String? = nil, inputFrom input: String? = nil
  ) throws -> Program {
    try Program(name, arguments, folder, input)
  }

  /// Runs a program to its end.
  package static func run(_ name: String, _ arguments: [String], in folder: String? = nil) async throws
    -> Result
  {
    try await start(name, arguments, in: folder).result()
  }

  private init(_ name: String, _ arguments: [String], _ folder: String?, _ input: String?) throws {
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // A child inherits the signal mask of the thread that starts it, and the threads that tests run on block all.
    process.arguments = ["--default-signal", name] + arguments
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    let (outputPipe, errorPipe) = (Pipe(), Pipe())
    // For reading and writing: so a named pipe can be opened before anybody writes to it.
    process.standardInput = try input.map { try FileHandle(forUpdating: URL(filePath: $0)) } ?? .nullDevice
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    process.terminationHandler = { [ended] _ in ended.comes() }
    try process.run()
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.timeLimit) { [weak process] in
      if let process, process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
    output = LineReader(outputPipe.fileHandleForReading)
    errors = LineReader(errorPipe.fileHandleForReading)
  }

  /// Waits until the program has written a line that contains `text`, or so many of them.
  ///
  /// - Returns: The last of them.
  /// - Throws: ``NoSuchLine`` when the stream ends without, or it doesn't come for two minutes.
  @discardableResult
  package func line(
    containing text: String, count: Int = 1, on stream: Stream = .errors
  ) async throws -> String {
    let reader = stream == .output ? output : errors
    guard let line = await reader.line(containing: text, count: count) else {
      throw NoSuchLine(
        description:
          "no line with \"\(text)\"; standard output: \(output.end) standard error: \(errors.end)")
    }
    return line
  }

  /// Waits until the program has written so many lines that contain `text`.
  ///
  /// - Throws: ``NoSuchLine`` when the stream ends before, or they don't come for two minutes.
  package func lines(containing text: String, count: Int, on stream: Stream = .errors) async throws {
    let reader = stream == .output ? output : errors
    guard await reader.hasLines(containing: text, count: count) else {
      throw NoSuchLine(
        description:
          "no \(count) lines with \"\(text)\"; standard output: \(output.end) standard error: \(errors.end)"
      )
    }
  }

  /// Its number in the system.
  package var processID: Int32 { process.processIdentifier }

  /// What it has written so far.
  package func text(on stream: Stream) -> String { (stream == .output ? output : errors).text }

  /// How many file descriptors it has open.
  package func descriptorCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd").count
  }

  /// Whether it has an open file without a name in a folder. Programs give such files their names when they are complete.
  package func hasUnnamedFile(in folder: String) throws -> Bool {
    let descriptors = "/proc/\(processID)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: descriptors).contains { number in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(number)")
      return target.map { $0.hasPrefix("\(folder)/") && $0.hasSuffix(" (deleted)") } ?? false
    }
  }

  /// Sends it a signal.
  package func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Stops it until ``resume()``, and waits until all its threads have stopped.
  package func suspend() async throws {
    signal(SIGSTOP)
    let folder = "/proc/\(processID)/task"
    func isStopped(_ thread: String) -> Bool {
      let status = try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
      return status?.contains("State:\tT") ?? true
    }
    while try !FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy(isStopped) {
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Lets it go on after ``suspend()``.
  package func resume() { signal(SIGCONT) }

  /// Waits until it has ended.
  package func result() async -> Result {
    // Not `waitUntilExit`: away from the thread that started the process it keeps a processor busy.
    await ended.wait()
    let isExit = process.terminationReason == .exit
    return Result(
      status: isExit ? process.terminationStatus : 128 + process.terminationStatus,
      output: await output.wholeText(), errors: await errors.wholeText())
  }
}

/// Something that happens once and is waited for, also by a task that was canceled.
private final class Occasion: Sendable {
  private struct State {
    var hasCome = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func comes() {
    state.withLock { state in
      state.hasCome = true
      for waiter in state.waiters { waiter.resume() }
      state.waiters = []
    }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        if state.hasCome { continuation.resume() } else { state.waiters.append(continuation) }
      }
    }
  }
}

/// Collects what comes out of a pipe on a thread of its own, and wakes those who wait for a line.
private final class LineReader: Sendable {
  /// What has come so far. Lines are told apart as they come, so that megabytes of them take no longer than that.
  private struct Content: Sendable {
    private(set) var text = ""
    /// The lines that are whole; at the end also what comes after the last one.
    private(set) var lines: [String] = []
    private(set) var isAtEnd = false
    private var begun: [UInt8] = []
    /// Whether a line feed belongs to the end of the last line: a terminal has a carriage return before it.
    private var hasCarriageReturn = false

    mutating func append(_ piece: String, isAtEnd: Bool) {
      text += piece
      self.isAtEnd = isAtEnd
      let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
      for byte in piece.utf8 {
        defer { hasCarriageReturn = byte == carriageReturn }
        if byte == lineFeed, hasCarriageReturn { continue }
        if byte == lineFeed || byte == carriageReturn {
          endLine()
        } else {
          begun.append(byte)
        }
      }
      if isAtEnd { endLine() }
    }

    private mutating func endLine() {
      lines.append(String(decoding: begun, as: UTF8.self))
      begun.removeAll(keepingCapacity: true)
    }
  }

  private struct State {
    var content = Content()
    var waiters: [@Sendable (Content) -> Bool] = []
  }

  private let state = Mutex(State())

  init(_ handle: FileHandle) {
    Thread.detachNewThread { [self] in
      var bytes = Data()
      while true {
        let data = handle.availableData
        bytes += data
        // A pipe may be cut in the middle of a character, whose rest comes with the next piece.
        let whole = data.isEmpty ? bytes.count : Self.wholeCharacterCount(bytes)
        take(String(decoding: bytes.prefix(whole), as: UTF8.self), isAtEnd: data.isEmpty)
        bytes = Data(bytes.dropFirst(whole))
        if data.isEmpty { break }
      }
      // Not left to the handle's end: the thread's block keeps it, and a run of all tests has too many of them.
      try? handle.close()
    }
  }

  var text: String { state.withLock { $0.content.text } }

  /// The last lines.
  var end: String { state.withLock { $0.content.lines.suffix(50).joined(separator: "\n") } }

  /// How many bytes there are before a character of UTF-8 that isn't whole at the end.
  private static func wholeCharacterCount(_ bytes: Data) -> Int {
    for (distance, byte) in bytes.suffix(4).reversed().enumerated() where byte & 0xC0 != 0x80 {
      let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      return length > distance + 1 ? bytes.count - distance - 1 : bytes.count
    }
    return bytes.count
  }

  func line(containing wanted: String, count: Int) async -> String? {
    let found = await waitFor(timeout: Program.timeout) { content -> String?? in
      let found = content.lines.lazy.filter { $0.contains(wanted) }.prefix(count)
      if found.count == count, let line = found.last { return .some(line) }
      return content.isAtEnd ? .some(nil) : nil
    }
    return found ?? nil
  }

  func hasLines(containing wanted: String, count: Int) async -> Bool {
    await waitFor(timeout: Program.timeout) { content -> Bool? in
      // Cheap, because it is asked with each piece that comes.
      if content.lines.count >= count, content.lines.count(where: { $0.contains(wanted) }) >= count {
        return true
      }
      return content.isAtEnd ? false : nil
    } ?? false
  }

  func wholeText() async -> String {
    await waitFor(timeout: nil) { $0.isAtEnd ? $0.text : nil } ?? text
  }

  /// Waits until `answer` has one; for ever without patience.
  private func waitFor<Answer: Sendable>(
    timeout: DispatchTimeInterval?,
    _ answer: @escaping @Sendable (Content) -> Answer?
  ) async -> Answer? {
    await withCheckedContinuation { continuation in
      let reply = Reply(to: continuation)
      let waiter: @Sendable (Content) -> Bool = { content in
        guard let answer = answer(content) else { return false }
        reply.give(answer)
        return true
      }
      state.withLock { state in
        if !waiter(state.content) { state.waiters.append(waiter) }
      }
      guard let timeout else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { reply.give(nil) }
    }
  }

  private func take(_ text: String, isAtEnd: Bool) {
    state.withLock { state in
      state.content.append(text, isAtEnd: isAtEnd)
      state.waiters.removeAll { $0(state.content) }
    }
  }
}

/// The one answer that somebody waits for, of several that may come.
private final class Reply<Answer: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Answer?, Never>?>

  init(to continuation: CheckedContinuation<Answer?, Never>) { self.continuation = Mutex(continuation) }

  /// Gives the answer, if none was given yet.
  func give(_ answer: Answer?) {
    let continuation = continuation.withLock { $0.take() }
    continuation?.resume(returning: answer)
  }
}
