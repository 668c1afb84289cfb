import Foundation
import MIDICore
import MIDIFiles
import MIDIRecSystem
import SMFCrossCheck
import SystemPackage
import TestSupport
import Testing

/// The disk of a machine whose power is cut during a capture.
///
/// The machine's clock is simulated, so that each moment is exact and reproducible.
@Suite struct PowerCutTests {
  /// A power cut, in milliseconds after the start of the replay.
  struct Cut: Sendable, CustomTestStringConvertible {
    let disk: TestDisk
    let milliseconds: Int

    var testDescription: String { "\(disk.testDescription) after \(milliseconds) ms" }
  }

  /// Three cuts in a default run, and 60 in a full run, at moments from a fixed seed.
  static let cuts: [Cut] = TestDisk.tested.flatMap { disk -> [Cut] in
    var random = SeededGenerator(seed: 8)
    let moments =
      TestEnvironment.isFull
      ? (0..<20).map { _ in Int.random(in: 1_500...10_000, using: &random) } : [1_777, 3_210, 6_543]
    return moments.map { Cut(disk: disk, milliseconds: $0) }
  }

  /// The guarantee, in milliseconds: the file lacks at most the last second.
  private static let guaranteedTime = 1_000
  /// The maximum time between the start of `midirec play` and its first event, in milliseconds.
  private static let lead = 100

  /// The music: 1,000 different events per second for three seconds, then two seconds of silence, repeated.
  private static let piece: [(milliseconds: Int64, message: Message)] = (0..<9_000).map { index in
    let channel = Channel(masking: UInt8(index % 16))
    return (
      Int64(index + index / 3_000 * 2_000),
      .pitchBend(channel: channel, value: UInt14(masking: UInt16(index / 16)))
    )
  }

  @Test(arguments: cuts) func takeLacksAtMostTheLastSecond(cut: Cut) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Samples.file(Self.piece), to: "piece.mid")
    try await cut.disk.make(at: folder.path("disk"))
    let result = try await Program.run(
      "timeout",
      ["120", TestEnvironment.midirec, "simulate", "--allow-mounts", "--", "bash", "-c", Self.script(cut)],
      in: folder.path)
    // The machine is off before the command has ended.
    #expect(result.status == 69, "\(result.output)\(result.errors)")

    let report = try await cut.disk.recover(
      "take.recording.mid", from: folder.path("disk"), to: folder.path("take.mid"))
    try #require(FileManager.default.fileExists(atPath: folder.path("take.mid")), "\(report)\(result.errors)")
    let saved = try Samples.recording(folder.path("take.mid")).messagesInOrder.map(\.message)
    // Compared here, because printing thousands of different messages is very slow.
    #expect(saved.elementsEqual(Self.piece.prefix(saved.count).map(\.message)))
    let promised = Self.piece.prefix { $0.milliseconds < cut.milliseconds - Self.guaranteedTime - Self.lead }
      .count
    let played = Self.piece.prefix { $0.milliseconds <= cut.milliseconds }.count
    #expect(
      (promised...played).contains(saved.count),
      "\(promised) promised, \(saved.count) saved, \(played) played")
    try await expectSecondReadersAgree(folder.path("take.mid"), saved)
  }

  /// Returns the capture, the replay, and the cut, which turns the machine off without writing its memory.
  private static func script(_ cut: Cut) -> String {
    """
    set -eu
    mkdir /run/disk
    mount -t \(cut.disk.type) -o loop,\(cut.disk.mountOptions) disk /run/disk
    midirec=\(TestEnvironment.midirec)
    exec 3< <("$midirec" capture --in 14:0 -o /run/disk/take.mid 2>&1)
    until [[ ${line-} == *recording* ]]; do read -r line <&3; done
    "$midirec" play piece.mid --out 14:0 >/dev/null 2>&1 &
    sleep \(cut.milliseconds / 1_000).\(String(cut.milliseconds % 1_000 + 1_000).dropFirst())
    echo o >/proc/sysrq-trigger
    sleep 10
    """
  }

  /// Expects mido and libsmf to read the same messages as midirec.
  private func expectSecondReadersAgree(_ path: String, _ messages: [Message]) async throws {
    let byMido = try await Mido.channelMessages(of: [path])
    #expect((byMido[path] ?? []).map(\.message).elementsEqual(messages), "mido reads \(path)")
    let bytes = try FileSystem.bytes(of: FilePath(path))
    let verdict = CrossCheck.byMidirec.verdict(on: bytes, readAs: try MIDIFile(decoding: bytes))
    guard case .agrees = verdict else {
      Issue.record("libsmf reads \(path): \(verdict)")
      return
    }
  }
}
