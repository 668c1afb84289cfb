internal import Glibc

/// A program for tests, which behaves or misbehaves according to its first argument.
///
/// ProgramUnderTest MODE [VALUE]
///
/// The modes are ``SequencerMode`` for playing, ``WeakMode`` for faults, and ``MeasuringMode`` for measuring.
@main
struct ProgramUnderTest {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else { exit(64) }
    let value = arguments.count > 2 ? Int32(arguments[2]) : nil
    if let mode = SequencerMode(rawValue: arguments[1]) { mode.run(value: value) }
    if let mode = WeakMode(rawValue: arguments[1]) { mode.run() }
    if let mode = MeasuringMode(rawValue: arguments[1]) { mode.run(value: value) }
    exit(64)
  }

  /// Prints a line on standard output.
  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe write(STDOUT_FILENO, bytes, bytes.count)
  }

  /// Returns an environment variable, or `nil` if it isn't set.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The monotonic clock in nanoseconds.
  static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Sleeps forever.
  static func hang() -> Never {
    while true { pause() }
  }
}
