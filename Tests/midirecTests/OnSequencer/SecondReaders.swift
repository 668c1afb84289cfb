import Foundation
import MIDICore
import MIDIFiles
import MIDIRecSystem
import SMFCrossCheck
import SystemPackage
import TestSupport
import Testing

/// Expects libsmf to read the same events as midirec, and mido the same channel messages at the same times.
func expectSecondReadersAgree(on paths: [String]) async throws {
  let byMido = try await Mido.channelMessages(of: paths)
  for path in paths {
    let bytes = try FileSystem.bytes(of: FilePath(path))
    let verdict = CrossCheck.byMidirec.verdict(on: bytes, readAs: try MIDIFile(decoding: bytes))
    guard case .agrees = verdict else {
      Issue.record("libsmf reads \(path): \(verdict)")
      continue
    }
    let own = try Samples.recording(path).messagesInOrder.filter { $0.message.channel != nil }
    let read = byMido[path] ?? []
    #expect(read.map(\.message) == own.map(\.message), "mido reads \(path)")
    let largest = zip(read, own).map { abs($0.seconds - Double($1.time.rawValue) / 1e9) }.max() ?? 0
    // mido computes with floating-point numbers.
    #expect(largest < 1e-6, "mido reads \(path)")
  }
}
