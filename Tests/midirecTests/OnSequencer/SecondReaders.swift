import Foundation
import MIDICore
import TestSupport
import Testing

/// Expects mido and libsmf to find the same channel messages at the same times in files as midirec does.
func expectSecondReadersAgree(on paths: [String]) async throws {
  let byMido = try await Mido.channelMessages(of: paths)
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
