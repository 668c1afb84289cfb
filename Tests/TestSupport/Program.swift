internal import Foundation
internal import Synchronization

/// A program that a test runs. The test can await its output line by line, and send it signals.
package final class Program: Sendable {
  /// The result of a program.
  package struct Result: Sendable {
    /// The exit code, or 128 plus the number of the signal that ended the program.
    package let status: Int32
    /// The text on standard output.
    package let output: String
    /// The text on standard error.
    package let errors: String
  }

  /// An error of a line that didn't appear.
  package struct NoSuchLine: Error, CustomStringConvertible {
    /// The expected line, and the actual output.
    package let description: String
  }

  /// An output stream of a program.
  package enum Stream: Sendable { case output, errors }

  /// The time limit for a line. A program that hangs fails only its own test.
  fileprivate static let timeout = DispatchTimeInterval.seconds(300)
  /// The time limit for a program.
  private static let timeLimit = DispatchTimeInterval.seconds(900)

  private let process: Process
  private let ended = Occasion()
  private let output: LineReader
  private let errors: LineReader

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - name: Its path, or its name in the search path.
  ///   - folder: Its current folder, or `nil` for the test's.
  ///   - input: The file for its standard input, or `nil` for empty input.
  package static func start(
    _ name: String, _ arguments: [String], in folder: String? = nil, inputFrom input: String? = nil
  ) throws -> Program {
    try Program(name, arguments, folder, input)
  }

  /// Runs a program until it exits.
  package static func run(_ name: String, _ arguments: [String], in folder: String? = nil) async throws
    -> Result
  {
    try await start(name, arguments, in: folder).result()
  }

  private init(_ name: String, _ arguments: [String], _ folder: String?, _ input: String?) throws {
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // A child inherits the signal mask of its parent's thread, and the threads of tests block all signals.
    process.arguments = ["--default-signal", name] + arguments
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    let (outputPipe, errorPipe) = (Pipe(), Pipe())
    // Opened for reading and writing, so that opening a named pipe doesn't wait for a writer.
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

  /// Waits until the program has written `count` lines that contain `text`.
  ///
  /// - Returns: The last of these lines.
  /// - Throws: ``NoSuchLine`` if the stream ends, or if they don't appear within the time limit.
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

  /// Waits until the program has written `count` lines that contain `text`.
  ///
  /// - Throws: ``NoSuchLine`` if the stream ends, or if they don't appear within the time limit.
  package func lines(containing text: String, count: Int, on stream: Stream = .errors) async throws {
    let reader = stream == .output ? output : errors
    guard await reader.hasLines(containing: text, count: count) else {
      throw NoSuchLine(
        description:
          "no \(count) lines with \"\(text)\"; standard output: \(output.end) standard error: \(errors.end)"
      )
    }
  }

  /// The process ID.
  package var processID: Int32 { process.processIdentifier }

  /// Returns the output so far.
  package func text(on stream: Stream) -> String { (stream == .output ? output : errors).text }

  /// Returns the number of open file descriptors of the program.
  package func descriptorCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd").count
  }

  /// Returns whether the program has an open unnamed file in a folder. Programs name such files when they are complete.
  package func hasUnnamedFile(in folder: String) throws -> Bool {
    let descriptors = "/proc/\(processID)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: descriptors).contains { number in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(number)")
      return target.map { $0.hasPrefix("\(folder)/") && $0.hasSuffix(" (deleted)") } ?? false
    }
  }

  /// Sends the program a signal.
  package func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Suspends the program until ``resume()``, and waits until all its threads have stopped.
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

  /// Continues the program after ``suspend()``.
  package func resume() { signal(SIGCONT) }

  /// Waits until the program exits.
  package func result() async -> Result {
    // Not `waitUntilExit`, which keeps a processor busy if a different thread has started the process.
    await ended.wait()
    let isExit = process.terminationReason == .exit
    return Result(
      status: isExit ? process.terminationStatus : 128 + process.terminationStatus,
      output: await output.wholeText(), errors: await errors.wholeText())
  }
}

/// An event that happens once. Canceled tasks also wait for it.
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

/// Collects the text of a pipe on a separate thread, and wakes the tasks that wait for a line.
private final class LineReader: Sendable {
  /// The text so far. It is split into lines as it arrives, so that the cost is linear.
  private struct Content: Sendable {
    private(set) var text = ""
    /// The complete lines, and at the end also an incomplete last line.
    private(set) var lines: [String] = []
    private(set) var isAtEnd = false
    private var begun: [UInt8] = []
    /// Whether the last line ended with a carriage return. A terminal writes one before each line feed.
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
        // A read may end within a character, whose remaining bytes come with the next one.
        let whole = data.isEmpty ? bytes.count : Self.wholeCharacterCount(bytes)
        take(String(decoding: bytes.prefix(whole), as: UTF8.self), isAtEnd: data.isEmpty)
        bytes = Data(bytes.dropFirst(whole))
        if data.isEmpty { break }
      }
      // Closed here, because the thread's block keeps the handle, and a run of all tests has too many of them.
      try? handle.close()
    }
  }

  var text: String { state.withLock { $0.content.text } }

  /// The last 50 lines.
  var end: String { state.withLock { $0.content.lines.suffix(50).joined(separator: "\n") } }

  /// Returns the number of bytes before an incomplete UTF-8 character at the end.
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
      // Count the lines first: this closure runs for each piece of output.
      if content.lines.count >= count, content.lines.count(where: { $0.contains(wanted) }) >= count {
        return true
      }
      return content.isAtEnd ? false : nil
    } ?? false
  }

  func wholeText() async -> String {
    await waitFor(timeout: nil) { $0.isAtEnd ? $0.text : nil } ?? text
  }

  /// Waits until `answer` returns a value, or until the timeout. Without a timeout it waits indefinitely.
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

/// A continuation that is resumed by the first of several answers.
private final class Reply<Answer: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Answer?, Never>?>

  init(to continuation: CheckedContinuation<Answer?, Never>) { self.continuation = Mutex(continuation) }

  /// Resumes the continuation unless an earlier answer did.
  func give(_ answer: Answer?) {
    let continuation = continuation.withLock { $0.take() }
    continuation?.resume(returning: answer)
  }
}
