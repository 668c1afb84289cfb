internal import CLinux
internal import Glibc
package import SystemPackage

extension ChildProcess {
  /// The standard streams of a program.
  package struct Streams {
    /// A source or destination of a standard stream.
    package enum Stream {
      /// A descriptor of this process, which stays open here.
      case descriptor(Int32)
      /// A file that the program opens for reading and writing.
      case file(String)

      /// The empty device.
      package static let null = Stream.file("/dev/null")
    }

    private(set) var all: [(target: Int32, stream: Stream)]

    /// Standard error.
    package var errors: Stream { all[2].stream }

    /// Creates the streams of a program, which are empty by default.
    package init(input: Stream = .null, output: Stream = .null, errors: Stream = .null) {
      all = [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)]
    }
  }

  /// Starts a program in a new session, with default signal handling and no other open descriptors.
  ///
  /// - Parameters:
  ///   - command: The program's name and its arguments. A name without a slash is searched for in the folders of
  ///     the environment's `PATH`.
  ///   - program: The program's file, or `nil` to search for the name.
  ///   - environment: The entries of the environment, each `NAME=VALUE`.
  ///   - folder: The absolute path of the working directory, or `nil` for the caller's.
  ///   - streams: The standard streams.
  ///   - usesRealUser: Whether to run the program as the caller's real user and group instead of the effective ones.
  /// - Throws: The system's error.
  package static func start(
    _ command: [String], program: FilePath? = nil, environment: [[UInt8]], folder: FilePath? = nil,
    streams: Streams, usesRealUser: Bool = false
  ) throws(Errno) -> ChildProcess {
    var actions = unsafe fileActions(folder, streams)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    var attributes = attributes(usesRealUser: usesRealUser)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    let words = unsafe cStrings(command.map { Array($0.utf8) })
    let variables = unsafe cStrings(environment)
    defer { unsafe (words + variables).forEach { unsafe free($0) } }

    let name = command.first ?? ""
    guard let file = program ?? SearchPath(environment, from: folder).file(named: name) else {
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
  private static func fileActions(_ folder: FilePath?, _ streams: Streams) -> posix_spawn_file_actions_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    if let folder {
      _ = unsafe folder.withPlatformString { unsafe posix_spawn_file_actions_addchdir_np(&actions, $0) }
    }
    for (target, stream) in streams.all {
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

/// The folders in which a program is searched for by name, like execvp(3).
///
/// The search precedes the start, because each failed start would use a process ID, which programs on simulated
/// machines can see.
package struct SearchPath {
  private let folders: [FilePath]

  /// Creates the search path of an environment.
  ///
  /// - Parameters:
  ///   - environment: The entries of the environment, each `NAME=VALUE`.
  ///   - folder: The base of relative folders, or `nil` for the current folder.
  package init(_ environment: [[UInt8]], from folder: FilePath? = nil) {
    let variable = Array("PATH=".utf8)
    let path = environment.first { $0.starts(with: variable) }?.dropFirst(variable.count)
    folders = (path ?? Array("/bin:/usr/bin".utf8)[...]).split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false
    ).map { bytes in
      unsafe (folder ?? "").pushing(FilePath(platformString: bytes.map { CChar(bitPattern: $0) } + [0]))
    }
  }

  /// Returns the first executable file with a name, or else the first file, or `nil` if there is none.
  ///
  /// A name with a slash is a path.
  package func file(named name: String) -> FilePath? {
    guard !name.contains("/") else { return FilePath(name) }
    guard !name.isEmpty else { return nil }
    let files = folders.map { $0.appending(name) }
    return files.first { isExecutable($0) } ?? files.first { (try? Stat($0)) != nil }
  }

  private func isExecutable(_ file: FilePath) -> Bool {
    guard (try? Stat(file))?.type == .regular else { return false }
    return unsafe file.withPlatformString { unsafe access($0, X_OK) } == 0
  }
}
