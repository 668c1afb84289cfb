import Foundation
import TestSupport
import Testing

/// Guarantees of `midirec fonts` under kills, concurrency, and damaged files. `Scripts/bench fonts` and `Scripts/fuzz
/// catalog` test more.
@Suite struct FontsStressTests {
  let library: FontLibrary

  init() throws { library = try FontLibrary() }

  private func make(_ count: Int, _ presets: String, seed: Int, in name: String) async throws {
    try library.folder.makeFolder(name)
    let maker = TestEnvironment.builtBesideTests("FontMaker")
    let result = try await Program.run(
      maker, [library.folder.path(name), "\(count)", presets, "\(seed)"])
    #expect(result.status == 0)
  }

  @Test func killWhileAddingKeepsCatalogIntact() async throws {
    try await make(60, "40", seed: 1, in: "fonts")
    var generator = SeededGenerator(seed: 2)
    for round in 0..<6 {
      let adding = try library.start("add", "fonts")
      // Kill at a random moment among the remaining fonts.
      let count = 9 * round + Int.random(in: 1...8, using: &generator)
      try await adding.lines(containing: "font-", count: count, on: .output)
      adding.signal(9)
      _ = await adding.result()
      try await library.expectSound(leftovers: true)
    }
    let rest = try await library.fonts("add", "fonts")
    #expect(rest.status == 0, "\(rest.errors)")
    #expect(try await library.objects("list", "--tag", "Added").count == 60)
    try await library.expectSound()
  }

  @Test func processesAddInParallel() async throws {
    try await make(30, "20", seed: 3, in: "fonts")
    let programs = try (0..<4).map { _ in try library.start("add", "fonts") }
    for program in programs {
      let result = await program.result()
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(try await library.objects("list", "--tag", "Added").count == 30)
    try await library.expectSound()
  }

  @Test func damagedFilesAreErrorsAndCatalogStaysIntact() async throws {
    try await make(300, "damaged", seed: 4, in: "fonts")
    try library.write("good.sf2")
    let result = try await library.fonts("add", "fonts", "good.sf2")
    #expect(result.status == 65)
    let refused = result.errors.split(separator: "\n")
    #expect(refused.allSatisfy { $0.contains(#/^midirec: .*/font-\d{5}\.sf2: byte \d+: /#) })
    #expect(refused.count >= 150)
    #expect(result.output.hasSuffix("added good: 1 preset, 660 B\n"))
    try await library.expectSound()
  }
}
