package import MIDICore

/// mido, a reader in Python, as a second opinion on files.
package enum Mido {
  /// An error of a file that mido rejects, or of a missing mido.
  package struct Refusal: Error, CustomStringConvertible {
    /// The error message of Python.
    package let description: String
  }

  private static let script = """
    import mido, sys
    for path in sys.argv[1:]:
      time = 0
      for message in mido.MidiFile(path):
        time += message.time
        if not message.is_meta and message.bytes()[0] < 0xF0:
          print(path, repr(time), *message.bytes(), sep='\\t')
    """

  /// Returns the channel messages of files in order, with the times in seconds that mido computes.
  ///
  /// - Throws: ``Refusal`` if mido can't read a file.
  package static func channelMessages(
    of paths: [String]
  ) async throws -> [String: [(seconds: Double, message: Message)]] {
    let result = try await Program.run(TestEnvironment.python, ["-c", script] + paths)
    guard result.status == 0 else { throw Refusal(description: result.errors) }
    var read: [String: [(seconds: Double, message: Message)]] = [:]
    for line in result.output.split(separator: "\n") {
      let fields = line.split(separator: "\t")
      // A message of two bytes gets a third byte, which is ignored.
      let bytes = fields.dropFirst(2).compactMap { UInt8($0) } + [0]
      guard let seconds = Double(fields[1]), bytes.count > 2,
        let message = Message(status: bytes[0], UInt7(masking: bytes[1]), UInt7(masking: bytes[2]))
      else { throw Refusal(description: "unexpected output: \(line)") }
      read[String(fields[0]), default: []].append((seconds, message))
    }
    return read
  }
}
