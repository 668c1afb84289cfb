internal import Dispatch
internal import Foundation

/// The user of a program: lines or keys that are typed, and signals to end.
public enum Console {
  /// Whether a person sees the output.
  public static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The width of the terminal in characters, or 80 if the output isn't one.
  public static var columnCount: Int {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Prints a picture, on a terminal always at the same place.
  public static func draw(_ picture: String) {
    print(
      isTerminal ? "\u{1B}[H\u{1B}[J" : "", picture, separator: "", terminator: isTerminal ? "\n" : "\n\n")
  }

  /// The lines of standard input, which end with it.
  public static var lines: AsyncStream<String> { stream({ readLine() }) {} }

  /// The typed characters, without waiting for the end of a line. They end with standard input, and with Ctrl-C.
  public static var keys: AsyncStream<Character> {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return stream(key) {} }
    let former = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    return stream(key) { withUnsafePointer(to: former) { _ = tcsetattr(STDIN_FILENO, TCSANOW, $0) } }
  }

  @Sendable private static func key() -> Character? {
    let byte = getchar()
    let controlC = 3
    return byte == EOF || byte == controlC ? nil : Character(UnicodeScalar(UInt8(truncatingIfNeeded: byte)))
  }

  /// Reads values in a thread, because reading blocks.
  private static func stream<Value>(
    _ read: @escaping @Sendable () -> Value?, atEnd end: @escaping @Sendable () -> Void
  ) -> AsyncStream<Value> {
    AsyncStream { continuation in
      continuation.onTermination = { _ in end() }
      Thread.detachNewThread {
        while let value = read() { continuation.yield(value) }
        continuation.finish()
      }
    }
  }

  /// Passes the elements of a sequence on as events in a task. Their stream ends with the sequence, unless the task is
  /// canceled.
  public static func pass<Source: AsyncSequence & Sendable, Event: Sendable>(
    _ source: Source, to events: AsyncStream<Event>.Continuation,
    as event: @escaping @Sendable (Source.Element) -> Event
  ) -> Task<Void, Never> {
    Task {
      do {
        for try await element in source { events.yield(event(element)) }
      } catch {
        print(error)
      }
      if !Task.isCancelled { events.finish() }
    }
  }

  /// Runs a program until it ends, or until Ctrl-C or SIGTERM cancels it. An error ends the process with status 1.
  public static func run(_ program: @escaping @Sendable () async throws -> Void) async {
    let task = Task { try await program() }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { task.cancel() }
      source.activate()
      return source
    }
    defer { sources.forEach { $0.cancel() } }
    do {
      try await task.value
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }
}
