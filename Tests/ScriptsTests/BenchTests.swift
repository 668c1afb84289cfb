import Foundation
import TestSupport
import Testing

/// The table of `Scripts/bench`. The benchmarks themselves need an idle machine.
struct BenchTests {
  private let script = TestEnvironment.projectFolder + "/Scripts/bench"

  @Test(arguments: [[], ["speed"]])
  func wrongUsageListsBenchmarks(arguments: [String]) async throws {
    let result = try await Program.run(script, arguments)
    #expect(result.status == 64)
    #expect(
      result.errors.hasPrefix(
        "bench: missing or unknown benchmark; choose files, diff, follow, output, page, package, "
          + "sessions, soak, watch, instruments, fonts, render, sound, programs, or sequencer\n\nfiles        5 min\n  reading and writing"
      ))
    #expect(result.output.isEmpty)
  }

  @Test func scriptsOfTableExist() throws {
    let scripts = try TestEnvironment.text("Scripts/bench").matches(of: /\n\w+ +\d+ \w+ +[\w,]+ +([\w.]+)/)
      .map(\.output.1)
    #expect(scripts.count == 15)
    for name in scripts {
      let path = TestEnvironment.projectFolder + "/Tests/Benchmarks/\(name)"
      #expect(FileManager.default.fileExists(atPath: path), "\(name)")
    }
  }
}
