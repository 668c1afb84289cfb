import Foundation
import MIDICore
import MIDIFiles
import SystemPackage
import TestSupport
import Testing

/// A channel message and its time as mido gives them.
private typealias Read = (seconds: Double, message: Message)

/// Expects libsmf to find the same events in files as midirec does, and mido the same channel messages at the same
/// times.
func expectSecondReadersAgree(on paths: [String]) async throws {
  let byMido = try await readByMido(paths)
  for path in paths {
    let bytes = try MIDIFile.bytes(of: FilePath(path))
    let verdict = CrossCheck.byMidirec.verdict(on: bytes, readAs: try MIDIFile(decoding: bytes))
    guard case .agrees = verdict else {
      Issue.record("libsmf reads \(path): \(verdict)")
      continue
    }
    let own = try Samples.recording(path).messagesInOrder.filter { $0.message.channel != nil }
    let read = byMido[path] ?? []
    #expect(read.map(\.message) == own.map(\.message), "mido reads \(path)")
    let largest = zip(read, own).map { abs($0.seconds - Double($1.time.rawValue) / 1e9) }.max() ?? 0
    // mido computes with floating point.
    #expect(largest < 1e-6, "mido reads \(path)")
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
