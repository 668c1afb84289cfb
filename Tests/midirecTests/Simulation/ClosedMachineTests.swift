import Foundation
import TestSupport
import Testing

@testable import MIDIRecSimulation

/// Attacks of programs on simulated machines on the files outside, by root and by a user.
///
/// Each attack is a script. It prints a line if a step succeeds that must not.
@Suite(.enabled(if: getuid() == 0, "only root can become another user"))
struct ClosedMachineTests {
  private let folder: TemporaryFolder
  private static let users = [0, 65_534]

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("in")
    try folder.makeFolder("out")
    try folder.write([1], to: "out/victim")
  }

  /// Runs a shell script that starts machines with `simulate` as a user, in the writable folder `in`.
  private func run(_ script: String, as user: Int) async throws -> Program.Result {
    let kernel = try #require(KernelImage.find(environment: ProcessInfo.processInfo.environment))
    return try await runSimulateScript(
      """
      mkdir -p home cache/midirec
      cp -r "$KERNEL" cache/midirec/kernel-3
      cp /bin/bash setuid-bash && chmod 4755 setuid-bash
      chmod -R go+rX . && chown -R \(user):\(user) in out
      chmod 600 out/victim
      export OUT=$PWD/out HOME=$PWD/home XDG_CACHE_HOME=$PWD/cache BASH=$PWD/setuid-bash
      as() { setpriv --reuid=\(user) --regid=\(user) --clear-groups "$@"; }
      simulate() { as "$midirec" simulate "$@"; }
      cd in
      \(script)
      """, ["KERNEL=\(kernel.folder)"], in: folder)
  }

  /// Expects the files outside of the writable folder to be as they were.
  private func expectNoChange() throws {
    #expect(try folder.names(in: "out") == ["victim"])
    #expect(try folder.bytes("out/victim") == [1])
    var status = stat()
    #expect(stat(folder.path("out/victim"), &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
  }

  /// Attempts to get at the host's files, its kernel, or more rights.
  private static let attempts = [
    "mount -t hostfs none /tmp/m -o / && echo x >/tmp/m$OUT/victim",
    "unshare -m mount -t hostfs none /tmp/m -o /",
    "unshare -Urm mount -t hostfs none /tmp/m -o /",
    "mount -t tmpfs none /tmp/m",
    "mount --bind / /tmp/m",
    "umount /run",
    "mount -o remount,suid,dev .",
    "[ $(id -u) != 0 ] && [ \"$($BASH -p -c 'id -u')\" = 0 ]",
    "mknod node c 1 8",
    "mknod /tmp/node c 1 8",
    "mknod block b 7 0",
    "for p in /proc/[0-9]*; do [ $p = /proc/$$ ] || ls $p/root/ $p/fd/0; done 2>/dev/null | grep -q victim",
    #"[ -n "$(readlink /proc/1/fd/* /proc/1/root /proc/1/cwd)" ]"#,
    "echo x >/proc/1/mem",
    "ls -d /run/midirec ${TMPDIR:-/tmp}/midirec-machine-*/settings",
    "echo x >$OUT/link && ln $OUT/link . && [ -e link ]",
    "python3 -c 'import os; os.chroot(\"/tmp/m\"); [os.chdir(\"..\") for _ in range(64)]; os.stat(\"run/root\")'",
  ]

  @Test(arguments: users) func commandReachesNoFileOutside(user: Int) async throws {
    let script = Self.attempts.map { "( \($0) ) >/dev/null && echo \(Self.quoted($0))" }.joined(
      separator: "\n")
    try folder.write(Array("mkdir /tmp/m\n\(script)\necho end\n".utf8), to: "in/attack.sh")
    let result = try await run("simulate -- bash attack.sh 2>/dev/null; ls", as: user)
    #expect(result.output == "end\nattack.sh\n", "\(result.errors)")
    try expectNoChange()
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  @Test func kernelStartsNoProgramWithRights() async throws {
    let result = try await run(
      #"""
      cat >evil <<END
      #!/bin/sh
      /usr/bin/grep CapEff /proc/self/status >/tmp/ran
      END
      chmod 755 evil
      simulate -- sh -c '
        cp evil /tmp/evil
        echo /tmp/evil >/proc/sys/kernel/modprobe
        python3 -c "import socket; socket.socket(28, 3, 0)"
        sleep 1
        cat /tmp/ran' 2>/dev/null
      """#, as: 0)
    #expect(result.output == "CapEff:\t0000000000000000\n", "\(result.errors)")
  }

  @Test(arguments: users) func setuidBitsAreNotSetOnFiles(user: Int) async throws {
    let result = try await run(
      "simulate -- sh -c 'cp /bin/true a; chmod 6755 a; mkdir b; chmod 2755 b'; stat -c %a a b", as: user)
    #expect(result.output == "755\n2755\n", "\(result.errors)")
  }

  /// Operations of a machine in a folder that has become a link to a folder outside.
  private static let changes = [
    "echo new >victim", "echo new >new", "mkdir new", "mkfifo new", "ln -s x new", "ln victim new",
    "mv victim new",
    "rm -f victim", "chmod 666 victim", "chmod 666 /dev/fd/3", "touch victim", "truncate -s 0 victim",
    "chown 1:1 victim", "cd .. && mv sub/victim here",
  ]

  @Test(arguments: users) func folderThatBecomesLinkLeadsNowhere(user: Int) async throws {
    let script = Self.changes.map { "( \($0) )" }.joined(separator: "\n")
    // Both files have been opened on this machine, and have known inodes.
    try folder.write(
      Array(
        "exec 3<$OUT/victim; cat victim $OUT/victim; until [ -e ../go ]; do sleep 1; done\n\(script)\n".utf8),
      to: "in/attack.sh")
    let result = try await run(
      """
      mkdir sub && cp ../out/victim sub && chown -R \(user):\(user) .
      simulate -- sh -c 'cd sub && bash ../attack.sh' >/dev/null 2>&1 &
      sleep 2
      simulate -- sh -c 'mv sub old; ln -s ../out sub; touch go'
      wait
      ls
      """, as: user)
    #expect(result.output == "attack.sh\ngo\nold\nsub\n", "\(result.errors)")
    try expectNoChange()
  }

  @Test(arguments: users) func fileThatBecomesLinkIsNotWritten(user: Int) async throws {
    let result = try await run(
      """
      as sh -c 'echo 1 >file'
      simulate -- bash -c '
        exec 3<file
        until [ -e go ]; do sleep 1; done
        echo new >file; chmod 666 file; truncate -s 0 file' >/dev/null 2>&1 &
      sleep 2
      simulate -- sh -c 'mv file old; ln -s ../out/victim file; touch go'
      wait
      """, as: user)
    #expect(result.errors.isEmpty)
    try expectNoChange()
  }

  @Test(arguments: users) func replacedKernelModuleIsNotLoaded(user: Int) async throws {
    let result = try await run(
      """
      simulate -- sh -c '
        for file in $XDG_CACHE_HOME/midirec/kernel-3/*.ko; do cp /bin/true $file; done 2>/dev/null
        "$0" instrument plug >/dev/null && aplaymidi -l | grep -c LinnStrument' "$midirec"
      """, as: user)
    #expect(result.output == "1\n", "\(result.errors)")
  }

  // MARK: Sessions

  /// Tests a session whose program is a shell script.
  private func test(_ script: String, as user: Int) async throws -> Program.Result {
    try folder.makeFolder("in/session")
    try folder.write(Samples.file(notesAt: [0]), to: "in/session/take.mid")
    try folder.write(Array(script.utf8), to: "in/session/program.sh")
    try folder.write(
      Array(
        """
        take: take.mid
        subjects:
          - program:
              command: [bash, "${MIDIREC_SESSION}/program.sh"]
              input: none
              output: none
              ending: by-itself
              compare: [output]
        """.utf8), to: "in/session/session.yaml")
    return try await run(#"as timeout -k 1 60 "$midirec" test session --read-only"#, as: user)
  }

  @Test(arguments: users) func programCannotForgeItsResult(user: Int) async throws {
    let forged = #"{"observed":{"replies":[],"sources":[],"texts":[{"part":"output","text":"forged"}]}}"#
    let result = try await test(
      """
      job=$(pgrep -f program-job)
      for file in /run/midirec/result /proc/$job/fd/*; do echo '\(forged)' >$file; done
      kill -KILL $job
      """, as: user)
    #expect(result.status == 69, "\(result.output)")
    #expect(result.output.contains("midirec ended with status 137 on the simulated machine"))
  }

  @Test(arguments: users) func programOfSessionReachesNoFileOutside(user: Int) async throws {
    let script = Self.attempts.map { "( \($0) ) >/dev/null 2>&1 && echo \(Self.quoted($0))" }
    let result = try await test("mkdir /tmp/m\n" + script.joined(separator: "\n") + "\nexit 3\n", as: user)
    #expect(result.output.contains("ended with status 3"), "\(result.output)")
    try expectNoChange()
  }

  @Test func realClockNeedsPermission() async throws {
    _ = try await test("echo x >$OUT/new", as: 0)
    try folder.write(
      Array(
        """
        take: take.mid
        subjects:
          - program:
              command: [touch, "\(folder.path("out/new"))"]
              clock: real
              input: none
              output: none
              ending: by-itself
              compare: [output]
        """.utf8), to: "in/session/session.yaml")
    let result = try await Program.midirec("test", "session", "--read-only", in: folder.path("in"))
    #expect(result.status == 69)
    #expect(result.output.contains("use midirec test --allow-real-clock"), "\(result.output)")
    try expectNoChange()
  }
}
