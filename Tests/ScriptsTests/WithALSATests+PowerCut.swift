import Foundation
import MIDICore
import MIDIFiles
import SystemPackage
import TestSupport
import Testing

/// What the test kernel's disk holds when its power is cut at random moments of a capture.
extension WithALSATests {
  @Test(arguments: TestDisk.tested)
  func aTakeSurvivesThatThePowerIsCut(disk: TestDisk) async throws {
    var late: [PowerCut]?
    // Times depend on how busy the machine is, whole files don't: only the times get another try.
    for _ in 1...3 where late?.isEmpty != true { late = try await cutPower(on: disk) }
    let lateCuts = try #require(late)
    #expect(lateCuts.isEmpty, "\(lateCuts)")
  }

  /// Cuts the power again and again, and expects a whole take from each cut.
  ///
  /// - Returns: The cuts of which the take had less than was promised.
  private func cutPower(on disk: TestDisk) async throws -> [PowerCut] {
    var random = SeededGenerator(seed: .random(in: 1...UInt64.max))
    let folder = try TemporaryFolder()
    let played = Self.piece
    try folder.write(Samples.file(played), to: "piece.mid")
    try await disk.make(at: folder.path("disk"))
    try FileManager.default.copyItem(atPath: TestEnvironment.midirec, toPath: folder.path("midirec"))

    var machine = CapturingMachine(
      try Program.start(script, ["--disk", "disk", "bash", "-c", Self.capturing(on: disk)], in: folder.path))
    try await machine.programStarts()
    var cuts: [PowerCut] = []
    for number in 1...Self.cutCount {
      try await machine.run(for: .milliseconds(Int.random(in: 50...400, using: &random)))
      cuts.append(machine.cut(image: folder.path("disk.\(number)")))
      machine.program.signal(SIGUSR1)
      try await machine.run(until: folder.path("disk.\(number)"))
    }
    // The last one is no copy: the machine is gone.
    cuts.append(machine.cut(image: folder.path("disk")))
    machine.program.signal(SIGKILL)
    let result = await machine.program.result()
    #expect(result.errors == "")

    let busyCount = cuts.count { $0.heardCount > $0.promisedCount }
    #expect(busyCount > 0, "some while it plays")
    #expect(busyCount < cuts.count, "some in quiet moments")
    var saved: [String: [Message]] = [:]
    var late: [PowerCut] = []
    var delays: [Duration] = []
    for cut in cuts {
      do {
        let messages = try await take(of: cut, on: disk)
        saved[cut.take] = messages
        let count = expect(messages, areOf: played.map(\.message), at: cut)
        if count < cut.promisedCount { late.append(cut) }
        delays.append(machine.delay(of: cut, savedCount: count))
      } catch {
        Issue.record(error, "\(cut)")
      }
    }
    try await expectSecondReadersAgree(on: saved)
    print(
      """
      \(cuts.count) power cuts on \(disk.testDescription), \(busyCount) while it played, seed \(random.seed): \
      \(cuts.count - saved.count) takes lost, \(late.count) not up to the last second; the first event lost was \
      heard at most \(delays.max() ?? .zero) before the cut
      """)
    return late
  }

  private static var cutCount: Int { TestEnvironment.isLong ? 60 : 30 }

  /// What is played: 1,000 different events a second for three seconds, then two seconds of silence, and so on.
  private static var piece: [(milliseconds: Int64, message: Message)] {
    let rounds = cutCount / 15 + 1
    return (0..<rounds * 3000).map { index in
      let channel = Channel(masking: UInt8(index % 16))
      let pauses = index / 3000 * 2000
      return (
        Int64(index + pauses), .pitchBend(channel: channel, value: UInt14(masking: UInt16(index / 16)))
      )
    }
  }

  /// What runs in the guest: it says how many events a second listener has heard.
  private static func capturing(on disk: TestDisk) -> String {
    """
    set -eu
    modprobe -a \(disk.modules)
    mkdir /tmp/disk
    mount -o \(disk.mountOptions) /dev/vda /tmp/disk
    cp midirec /dev/shm/
    stdbuf -oL aseqdump -p 14:0 | busybox awk '
      /^Source/ { print "listening" > "/tmp/listening"; close("/tmp/listening") }
      /Pitch bend/ && ++count % 20 == 0 { print "heard", count; fflush() }' &
    /dev/shm/midirec capture --in 14:0 -o /tmp/disk/take.mid 2>/tmp/errors &
    until [ -e /tmp/listening ] && grep -q recording /tmp/errors; do sleep 0.1; done
    /dev/shm/midirec play piece.mid --out 14:0 >/dev/null 2>&1 || true
    sleep 1000
    """
  }

  /// The messages of the take that a cut has left, which must be whole.
  private func take(of cut: PowerCut, on disk: TestDisk) async throws -> [Message] {
    let said = try await disk.recover("take.recording.mid", from: cut.image, to: cut.take)
    try #require(FileManager.default.fileExists(atPath: cut.take), "\(said)")
    return try Samples.recording(cut.take).messagesInOrder.map(\.message)
  }

  /// Expects that a take has what was played, in order.
  ///
  /// - Returns: How many of the events that were played are in it before the first that is missing: on a machine
  ///   that is too busy, some don't arrive.
  private func expect(_ saved: [Message], areOf played: [Message], at cut: PowerCut) -> Int {
    let count = zip(saved, played).prefix { $0 == $1 }.count
    // When the piece is over, bends are set back.
    if count == saved.count || count == played.count { return count }
    var rest = played[...]
    for message in saved.dropLast(16) {
      let index = rest.firstIndex(of: message)
      #expect(index != nil, "\(cut)")
      guard let index else { break }
      rest = rest[(index + 1)...]
    }
    return count
  }

  /// Expects that mido and libsmf read the same as midirec in the takes at these paths.
  private func expectSecondReadersAgree(on takes: [String: [Message]]) async throws {
    let byMido = try await Mido.channelMessages(of: Array(takes.keys))
    for (path, messages) in takes {
      // Compared here, because to print how thousands of messages differ takes for ever.
      #expect((byMido[path] ?? []).map(\.message).elementsEqual(messages), "mido reads \(path)")
      let bytes = try MIDIFile.bytes(of: FilePath(path))
      let verdict = CrossCheck.byMidirec.verdict(on: bytes, readAs: try MIDIFile(decoding: bytes))
      guard case .agrees = verdict else {
        Issue.record("libsmf reads \(path): \(verdict)")
        continue
      }
    }
  }
}

/// Up to this long before a cut, everything must be on disk.
private let promise = Duration.seconds(1)

/// A moment at which the power was cut.
private struct PowerCut: CustomStringConvertible {
  /// The disk as it was.
  let image: String
  let moment: ContinuousClock.Instant
  /// How many events must be in the take, and how many had been heard until then.
  let promisedCount: Int
  let heardCount: Int

  /// What the disk had of the take.
  var take: String { image + ".take.mid" }

  var description: String {
    "\(image.split(separator: "/").last ?? ""): \(promisedCount) events promised, \(heardCount) heard"
  }
}

/// The guest, and when it had heard how much.
private struct CapturingMachine {
  let program: Program
  private var history: [(moment: ContinuousClock.Instant, count: Int)] = []

  init(_ program: Program) { self.program = program }

  /// Waits until the piece is played.
  func programStarts() async throws { try await program.line(containing: "heard", on: .output) }

  /// Notes for some time what is heard.
  mutating func run(for duration: Duration) async throws {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end { try await note() }
  }

  /// Notes what is heard until a file is there.
  mutating func run(until path: String) async throws {
    let limit = ContinuousClock.now + .seconds(20)
    while !FileManager.default.fileExists(atPath: path) {
      try #require(ContinuousClock.now < limit, "\(path) doesn't come: \(program.text(on: .errors))")
      try await note()
    }
  }

  /// Whatever is in the text has been heard by now.
  private mutating func note() async throws {
    let text = program.text(on: .output)
    let line = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last
    if let count = line.flatMap({ Int($0.dropFirst("heard ".count)) }), count != history.last?.count {
      history.append((.now, count))
    }
    try await Task.sleep(for: .milliseconds(10))
  }

  /// A cut at this moment.
  func cut(image: String) -> PowerCut {
    let now = ContinuousClock.now
    return PowerCut(
      image: image, moment: now,
      promisedCount: history.last { $0.moment <= now - promise }?.count ?? 0,
      heardCount: history.last?.count ?? 0)
  }

  /// How long before the cut the first event that is not in the file had been heard; zero where all are in it.
  func delay(of cut: PowerCut, savedCount: Int) -> Duration {
    history.first { $0.count > savedCount && $0.moment <= cut.moment }.map { cut.moment - $0.moment } ?? .zero
  }
}
