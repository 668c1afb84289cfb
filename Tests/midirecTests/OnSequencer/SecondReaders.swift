import Foundation
import MIDICore
import TestSupport
import Testing

/// A channel message and its time as another program's reader gives them.
private typealias Read = (seconds: Double, message: Message)

/// Expects mido and libsmf to find the same channel messages at the same times in files as midirec does.
func expectSecondReadersAgree(on paths: [String]) async throws {
  let byMido = try await readByMido(paths)
  for path in paths {
    let own = try Samples.recording(path).messagesInOrder.filter { $0.message.channel != nil }
    let byLibsmf = try LibSMF.channelMessages(of: path)
    for (reader, read) in [("mido", byMido[path] ?? []), ("libsmf", byLibsmf)] {
      #expect(read.map(\.message) == own.map(\.message), "\(reader) reads \(path)")
      let largest = zip(read, own).map { abs($0.seconds - Double($1.time.rawValue) / 1e9) }.max() ?? 0
      // Both compute with floating point.
      #expect(largest < 1e-6, "\(reader) reads \(path)")
    }
  }
}

private func readByMido(_ paths: [String]) async throws -> [String: [Read]] {
  let script = """
    import mido, sys
    for path in sys.argv[1:]:
      time = 0
      for message in mido.MidiFile(path):
        time += message.time
        if not message.is_meta and message.bytes()[0] < 0xF0:
          print(path, repr(time), *message.bytes(), sep='\\t')
    """
  let result = try await Program.run(TestEnvironment.python, ["-c", script] + paths)
  try #require(result.status == 0, "\(result.errors)")
  var read: [String: [Read]] = [:]
  for line in result.output.split(separator: "\n") {
    let fields = line.split(separator: "\t")
    // A message of two bytes gets a third one, which counts for nothing.
    let bytes = fields.dropFirst(2).compactMap { UInt8($0) } + [0]
    let message = try #require(Message(status: bytes[0], UInt7(masking: bytes[1]), UInt7(masking: bytes[2])))
    read[String(fields[0]), default: []].append((try #require(Double(fields[1])), message))
  }
  return read
}
