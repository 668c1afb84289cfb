import Foundation
import TestSupport
import Testing

@testable import MIDIRecSimulation

/// The files and the user of a command on a simulated machine.
@Suite struct SimulateFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func writesOutsideWritableFoldersDisappear() async throws {
    for name in ["here", "also here", "elsewhere"] { try folder.makeFolder(name) }
    try folder.write([1], to: "elsewhere/old")
    let result = try await runSimulateScript(
      """
      cd here
      simulate --writable '../also here' -- sh -c '
        for folder in . "../also here" ../elsewhere /tmp /run; do echo x >"$folder/new-$1"; done
        rm ../elsewhere/old
        cat ../elsewhere/new-$1' sh "$$"
      ls /tmp/new-$$ /run/new-$$
      """, in: folder)
    #expect(result.output == "x\n", "\(result.errors)")
    #expect(try folder.names(in: "here").count == 1)
    #expect(try folder.names(in: "also here").count == 1)
    #expect(try folder.names(in: "elsewhere") == ["old"])
  }

  @Test func folderMayHaveAnyName() async throws {
    let name = "a b 'c\" ü,=:#*"
    try folder.makeFolder(name)
    try folder.makeFolder("w \(name)")
    let result = try await runSimulateScript(
      #"cd "$1" && simulate --writable "../w $1" -- sh -c 'pwd; echo x >out; echo x >"../w $1/out"' sh "$1""#
        .replacing("$1", with: "$NAME"), ["NAME=\(name)"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasSuffix("/\(name)\n"))
    #expect(try folder.names(in: name) == ["out"])
  }

  @Test func folderAndVariablesNeedNotBeUTF8() async throws {
    let result = try await runSimulateScript(
      #"""
      name=$(printf 'f\351') && mkdir "$name" && cd "$name"
      VARIABLE=$(printf 'a\377=b\nc') simulate -- sh -c 'printf %s "$VARIABLE" >variable; pwd >folder'
      [ "$(cat variable)" = "$(printf 'a\377=b\nc')" ] && [ "$(cat folder)" = "$PWD" ] && echo same
      """#, in: folder)
    #expect(result.output == "same\n", "\(result.errors)")
  }

  @Test func missingFolderIsNamed() async throws {
    let result = try await runSimulateScript("simulate --writable nowhere -- true", in: folder)
    #expect(result.status == 66)
    #expect(result.errors == "midirec: can't open nowhere: No such file or directory\n")
  }

  @Test(.enabled(if: getuid() == 0, "only root can become another user"))
  func commandRunsAsTheUser() async throws {
    let kernel = try #require(KernelImage.find(environment: ProcessInfo.processInfo.environment))
    try folder.makeFolder("cache/midirec")
    let result = try await runSimulateScript(
      """
      cp -r "$KERNEL" cache/midirec/kernel-3
      mkdir work
      chown 65534:65534 work
      chmod -R go+rX . cache
      cd work
      setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/root XDG_CACHE_HOME="$PWD/../cache" \
        "$midirec" simulate -- sh -c '
          id -u; id -g; id -G
          echo x >file && stat -c %u:%g file
          echo y >/dev/stdout; echo z >/dev/stderr
          aplaymidi -l | grep -c Through
          test -w /etc || echo "no rights"'
      stat -c %u:%g file
      """, ["KERNEL=\(kernel.folder)"], in: folder)
    #expect(
      result.output == "65534\n65534\n65534\n65534:65534\ny\n8\nno rights\n65534:65534\n", "\(result.errors)")
    #expect(result.errors == "z\n")
  }
}
