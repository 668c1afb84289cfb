import SystemPackage
import TestSupport
import Testing

@testable import Simulation

@Suite struct KernelImageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Creates a folder with the files that identify a kernel.
  private func makeKernel(_ name: String, isComplete: Bool = true) async throws -> FilePath {
    try folder.makeFolder(name)
    try folder.write([], to: "\(name)/linux")
    if isComplete { try folder.write([], to: "\(name)/snd-hrtimer.ko") }
    let result = try await Program.run("chmod", ["+x", folder.path("\(name)/linux")])
    #expect(result.status == 0)
    return FilePath(folder.path(name))
  }

  private func find(_ environment: [String: String], program: String? = nil) -> FilePath? {
    KernelImage.find(environment: environment, program: program.map { FilePath(folder.path($0)) })?.folder
  }

  @Test func namedKernelIsOnlyCandidate() async throws {
    let named = try await makeKernel("named")
    let cached = try await makeKernel("cache/midirec/kernel-2")
    let cache = folder.path("cache")
    #expect(find(["MIDIREC_KERNEL": named.string, "XDG_CACHE_HOME": cache]) == named)
    #expect(find(["MIDIREC_KERNEL": folder.path("missing"), "XDG_CACHE_HOME": cache]) == nil)
    #expect(find(["MIDIREC_KERNEL": "", "XDG_CACHE_HOME": cache]) == cached)
  }

  @Test func kernelOfInstalledProgramComesBeforeCachedOne() async throws {
    let installed = try await makeKernel("usr/lib/midirec/kernel")
    let cached = try await makeKernel("cache/midirec/kernel-2")
    let environment = ["XDG_CACHE_HOME": folder.path("cache")]
    #expect(find(environment, program: "usr/bin/midirec") == installed)
    #expect(find(environment, program: "opt/bin/midirec") == cached)
  }

  @Test func cacheFolderHasDefault() async throws {
    let inHome = try await makeKernel("home/.cache/midirec/kernel-2")
    let home = folder.path("home")
    #expect(find(["HOME": home]) == inHome)
    #expect(find(["HOME": home, "XDG_CACHE_HOME": ""]) == inHome)
    #expect(find(["HOME": home, "XDG_CACHE_HOME": "relative"]) == inHome)
    #expect(find(["HOME": home, "XDG_CACHE_HOME": folder.path("cache")]) == nil)
    #expect(find(["HOME": ""]) == nil)
    #expect(find([:]) == nil)
  }

  @Test func incompleteKernelIsIgnored() async throws {
    let kernel = try await makeKernel("kernel", isComplete: false)
    #expect(find(["MIDIREC_KERNEL": kernel.string]) == nil)
  }
}
