import Foundation
import TestSupport
import Testing

/// Packages that depend on this one by its URL, as those of users do.
@Suite struct DependentPackageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a package with targets of a user, one of which needs a product, and returns the packages that SwiftPM
  /// downloads for it.
  private func downloads(for product: String, _ traits: String) async throws -> Set<String> {
    let clone = try await Program.run(
      "sh",
      [
        "-c", "git clone --quiet --bare \"$1\" \"$2\" && git -C \"$2\" tag --force 0.1.0 HEAD", "sh",
        TestEnvironment.projectFolder, folder.path("midirec.git"),
      ])
    try #require(clone.status == 0, "\(clone.errors)")
    // Names that targets of users may have.
    let names = [
      "Programs", "Reports", "Sessions", "Simulation", "Sound", "Synth", "System", "Takes", "Terminal",
      "TestSupport",
      "Waiting", "Workbench",
    ]
    for name in names + ["App"] {
      try folder.makeFolder("app/Sources/\(name)")
      try folder.write(Array("let name = \"\(name)\"\n".utf8), to: "app/Sources/\(name)/\(name).swift")
    }
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "App",
        dependencies: [.package(url: "file://\(folder.path("midirec.git"))", from: "0.1.0"\(traits))],
        targets: \(names).map { .target(name: $0) } + [
          .target(name: "App", dependencies: [.product(name: "\(product)", package: "midirec")])
        ])
      """
    try folder.write(Array(manifest.utf8), to: "app/Package.swift")
    let resolved = try await Program.run(
      "swift",
      [
        "package", "--package-path", folder.path("app"), "--cache-path", folder.path("cache"),
        "show-dependencies",
      ])
    #expect(resolved.status == 0, "\(resolved.errors)")
    return Set(try folder.names(in: "app/.build/checkouts"))
  }

  @Test func packageOfFilesDownloadsNothingElse() async throws {
    #expect(
      try await downloads(for: "MIDIFiles", ", traits: []") == [
        "midirec", "swift-collections", "swift-system",
      ])
  }

  @Test func packageOfTheSequencerDownloadsNothingElse() async throws {
    #expect(
      try await downloads(for: "ALSASequencer", ", traits: [\"Sequencer\"]") == [
        "hdrhistogram-swift", "midirec", "swift-collections", "swift-numerics", "swift-system",
      ])
  }

  @Test func packageOfFontsDownloadsTheirDatabaseToo() async throws {
    #expect(
      try await downloads(for: "FontCatalog", ", traits: [\"Fonts\"]") == [
        "GRDB.swift", "hdrhistogram-swift", "midirec", "swift-collections", "swift-numerics", "swift-system",
        "Yams",
      ])
  }

  @Test func packageWithDefaultTraitsDownloadsWhatLibrariesNeed() async throws {
    #expect(
      try await downloads(for: "MIDIRecTesting", "") == [
        "hdrhistogram-swift", "midirec", "swift-collections", "swift-numerics", "swift-system", "Yams",
      ])
  }
}
