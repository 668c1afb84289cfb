internal import Glibc

/// A program for tests to drive: it behaves, or misbehaves, as its first argument says.
///
///     ProgramUnderTest MODE [VALUE]
///
/// The modes that play are those of ``SequencerMode``, those that measure of ``MeasuringMode``.
@main
struct ProgramUnderTest {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else { exit(64) }
    let value = arguments.count > 2 ? Int32(arguments[2]) : nil
    if let mode = SequencerMode(rawValue: arguments[1]) { mode.run(value: value) }
    if let mode = MeasuringMode(rawValue: arguments[1]) { mode.run(value: value) }
    exit(64)
  }

  /// Says something on standard output.
  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe write(STDOUT_FILENO, bytes, bytes.count)
  }

  /// What a variable of the environment says.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Does nothing, for ever.
  static func hang() -> Never {
    while true { pause() }
  }
}
