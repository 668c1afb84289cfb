import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecSimulation

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
    let cached = try await makeKernel("cache/midirec/kernel-3")
    let cache = folder.path("cache")
    #expect(find(["MIDIREC_KERNEL": named.string, "XDG_CACHE_HOME": cache]) == named)
    #expect(find(["MIDIREC_KERNEL": folder.path("missing"), "XDG_CACHE_HOME": cache]) == nil)
    #expect(find(["MIDIREC_KERNEL": "", "XDG_CACHE_HOME": cache]) == cached)
  }

  @Test func kernelOfInstalledProgramComesBeforeCachedOne() async throws {
    let installed = try await makeKernel("usr/lib/midirec/kernel")
    let cached = try await makeKernel("cache/midirec/kernel-3")
    let environment = ["XDG_CACHE_HOME": folder.path("cache")]
    #expect(find(environment, program: "usr/bin/midirec") == installed)
    #expect(find(environment, program: "opt/bin/midirec") == cached)
  }

  @Test func cacheFolderHasDefault() async throws {
    let inHome = try await makeKernel("home/.cache/midirec/kernel-3")
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

  private func remedy(_ program: String) -> String {
    KernelImage.absence(environment: [:], program: FilePath(folder.path(program))).remedy
  }

  @Test func remedyOfCloneIsItsScript() throws {
    try folder.makeFolder("a clone/Scripts")
    try folder.write([], to: "a clone/Scripts/build-kernel")
    #expect(
      remedy("a clone/.build/x86_64-unknown-linux-gnu/debug/midirec")
        == "run '\(folder.path("a clone/Scripts/setup"))' kernel")
  }

  @Test func remedyOfDependentPackageIsScriptOfItsCheckout() throws {
    try folder.makeFolder("mapper/.build/checkouts/midirec/Scripts")
    try folder.write([], to: "mapper/.build/checkouts/midirec/Scripts/build-kernel")
    #expect(
      remedy("mapper/.build/x86_64-unknown-linux-gnu/debug/midirec")
        == "run \(folder.path("mapper/.build/checkouts/midirec/Scripts/setup")) kernel")
  }

  @Test func remedyOfInstallationInstallsItAgain() throws {
    try folder.makeFolder("local/share/midirec")
    let prefix = folder.path("local")
    #expect(
      remedy("local/bin/midirec")
        == "run ./install \(prefix) in midirec's unpacked archive, or Scripts/install \(prefix) in a clone")
    // The archive also runs in its folder.
    try folder.write([], to: "local/install")
    #expect(remedy("local/bin/midirec") == "unpack midirec's archive again")
  }

  @Test func remedyOfCopiedProgramIsCloneOrInstallation() {
    let (state, remedy) = KernelImage.absence(environment: [:], program: FilePath(folder.path("bin/midirec")))
    #expect(state == "isn't built")
    #expect(
      remedy == """
        run Scripts/setup kernel in a clone of midirec, or set MIDIREC_KERNEL to the folder lib/midirec/kernel of an \
        installed midirec
        """)
  }

  @Test func kernelThatTheUserNamesIsNamed() {
    #expect(
      KernelImage.absence(environment: ["MIDIREC_KERNEL": "/none"], program: nil)
        == ("isn't in /none, which MIDIREC_KERNEL names", "unset MIDIREC_KERNEL to use the usual one"))
  }
}
