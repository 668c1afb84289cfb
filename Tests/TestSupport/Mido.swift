package import MIDICore

/// Another second opinion on files: mido, a reader in Python.
package enum Mido {
  /// mido refused a file, or isn't there.
  package struct Refusal: Error, CustomStringConvertible {
    /// What Python said.
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

  /// The channel messages of files in order, with their times in seconds as mido computes them.
  ///
  /// - Throws: ``Refusal`` when it can't read one of them.
  package static func channelMessages(
    of paths: [String]
  ) async throws -> [String: [(seconds: Double, message: Message)]] {
    let result = try await Program.run(TestEnvironment.python, ["-c", script] + paths)
    guard result.status == 0 else { throw Refusal(description: result.errors) }
    var read: [String: [(seconds: Double, message: Message)]] = [:]
    for line in result.output.split(separator: "\n") {
      let fields = line.split(separator: "\t")
      // A message of two bytes gets a third one, which counts for nothing.
      let bytes = fields.dropFirst(2).compactMap { UInt8($0) } + [0]
      guard let seconds = Double(fields[1]), bytes.count > 2,
        let message = Message(status: bytes[0], UInt7(masking: bytes[1]), UInt7(masking: bytes[2]))
      else { throw Refusal(description: "unexpected output: \(line)") }
      read[String(fields[0]), default: []].append((seconds, message))
    }
    return read
  }
}
