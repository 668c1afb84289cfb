internal import CLinux
internal import Glibc
package import SystemPackage

extension ChildProcess {
  /// A source or destination of a standard stream.
  package enum Stream {
    /// A descriptor of this process, which stays open here.
    case descriptor(Int32)
    /// A file that the program opens for reading and writing.
    case file(String)

    /// The empty device.
    package static let null = Stream.file("/dev/null")
  }

  /// Starts a program in a new session, with default signal handling and no other open descriptors.
  ///
  /// - Parameters:
  ///   - command: The program's name and its arguments. A name without a slash is searched for in the folders of
  ///     the environment's `PATH`.
  ///   - program: The program's file, or `nil` to search for the name.
  ///   - environment: The entries of the environment, each `NAME=VALUE`.
  ///   - folder: The absolute path of the working directory, or `nil` for the caller's.
  ///   - input: The standard input.
  ///   - output: The standard output.
  ///   - errors: The standard error.
  ///   - usesRealUser: Whether to run the program as the caller's real user and group instead of the effective ones.
  /// - Throws: The system's error.
  package static func start(
    _ command: [String], program: FilePath? = nil, environment: [[UInt8]], folder: FilePath? = nil,
    input: Stream = .null, output: Stream = .null, errors: Stream = .null, usesRealUser: Bool = false
  ) throws(Errno) -> ChildProcess {
    var actions = unsafe fileActions(folder, [input, output, errors])
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    var attributes = attributes(usesRealUser: usesRealUser)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    let words = unsafe cStrings(command.map { Array($0.utf8) })
    let variables = unsafe cStrings(environment)
    defer { unsafe (words + variables).forEach { unsafe free($0) } }

    let name = command.first ?? ""
    guard let file = program ?? file(named: name, in: environment, from: folder) else {
      throw .noSuchFileOrDirectory
    }
    var id: pid_t = 0
    let result = unsafe file.withPlatformString {
      unsafe posix_spawn(&id, $0, &actions, &attributes, words, variables)
    }
    guard result == 0 else { throw Errno(rawValue: result) }
    return try ChildProcess(id: id)
  }

  @unsafe
  private static func fileActions(_ folder: FilePath?, _ streams: [Stream]) -> posix_spawn_file_actions_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    if let folder {
      _ = unsafe folder.withPlatformString { unsafe posix_spawn_file_actions_addchdir_np(&actions, $0) }
    }
    for (target, stream) in zip([STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO], streams) {
      switch stream {
      case .descriptor(let descriptor): unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, target)
      // The first terminal that a session leader opens becomes its controlling terminal.
      case .file(let path): unsafe posix_spawn_file_actions_addopen(&actions, target, path, O_RDWR, 0)
      }
    }
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    return unsafe actions
  }

  private static func attributes(usesRealUser: Bool) -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes,
      LINUX_POSIX_SPAWN_SETSID | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        | (usesRealUser ? Int16(POSIX_SPAWN_RESETIDS) : 0))
    return attributes
  }

  /// Returns copies of texts as C strings, terminated by `nil`, which the caller must free.
  @unsafe
  private static func cStrings(_ texts: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
    unsafe texts.map { unsafe strdup($0.map { CChar(bitPattern: $0) } + [0]) } + [nil]
  }
}

extension ChildProcess {
  /// Returns the file of a program, which is searched for by name as in execvp(3).
  ///
  /// It is the first executable file, otherwise the first file, or `nil` if no folder contains the name. The search
  /// precedes the start, because each failed start would use a process ID, which programs on simulated machines can see.
  ///
  /// - Parameters:
  ///   - name: The name. A name with a slash is a path.
  ///   - environment: The entries of the environment, each `NAME=VALUE`.
  ///   - folder: The base of relative folders in `PATH`, or `nil` for the current folder.
  package static func file(
    named name: String, in environment: [[UInt8]], from folder: FilePath? = nil
  ) -> FilePath? {
    guard !name.contains("/") else { return FilePath(name) }
    guard !name.isEmpty else { return nil }
    let variable = Array("PATH=".utf8)
    let path = environment.first { $0.starts(with: variable) }?.dropFirst(variable.count)
    let folders = (path ?? Array("/bin:/usr/bin".utf8)[...]).split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let files = folders.map { bytes in
      unsafe (folder ?? "").pushing(FilePath(platformString: bytes.map { CChar(bitPattern: $0) } + [0]))
        .appending(name)
    }
    let program = files.first { file in
      unsafe (try? Stat(file))?.type == .regular && file.withPlatformString { unsafe access($0, X_OK) } == 0
    }
    return program ?? files.first { (try? Stat($0)) != nil }
  }
}
