internal import CLinux
internal import Glibc
package import SystemPackage

/// The command line and the environment of this process.
package enum ProcessEnvironment {
  /// The program's name and its arguments.
  package static let commandLine: [String] = {
    let arguments = CommandLine.arguments
    return arguments.isEmpty ? initialArguments : arguments
  }()

  /// The command line on the initial stack. Swift reads `/proc`, which a container or a chroot can lack.
  private static var initialArguments: [String] {
    guard let stack = unsafe linux_initial_stack() else { return [] }
    return unsafe (0..<stack.pointee).compactMap { index in
      let argument = unsafe UnsafePointer<CChar>(bitPattern: stack[index + 1])
      return unsafe argument.map { unsafe String(cString: $0) }
    }
  }

  /// The variables whose entries are valid UTF-8.
  ///
  /// Other entries are omitted, because repair would change their values.
  package static var variables: [String: String] {
    entries.reduce(into: [:]) { variables, entry in
      guard let text = String(validating: entry, as: UTF8.self), let sign = text.firstIndex(of: "=") else {
        return
      }
      let name = String(text[..<sign])
      // As in getenv, the first of several entries with the same name takes effect.
      if variables[name] == nil { variables[name] = String(text[text.index(after: sign)...]) }
    }
  }

  /// The entries that aren't UTF-8, each `NAME=VALUE`, in their original order.
  package static var entriesThatAreNotUTF8: [[UInt8]] {
    entries.filter { String(validating: $0, as: UTF8.self) == nil }
  }

  /// Returns variables as entries, each `NAME=VALUE`, in order of name.
  package static func entries(of variables: [String: String]) -> [[UInt8]] {
    variables.sorted { $0.key < $1.key }.map { Array("\($0.key)=\($0.value)".utf8) }
  }

  // MARK: Folders of the user

  /// The folder for settings: `XDG_CONFIG_HOME`, or `.config` in the home folder.
  ///
  /// The XDG Base Directory Specification defines the three folders. They are `nil` if the user has no home folder. The
  /// home folder is from `HOME` or, if it isn't set, from the user database. As the specification requires, a variable
  /// with a relative path is ignored.
  package static var configurationFolder: FilePath? { folder("XDG_CONFIG_HOME", below: ".config") }

  /// The folder for data: `XDG_DATA_HOME`, or `.local/share` in the home folder.
  package static var dataFolder: FilePath? { folder("XDG_DATA_HOME", below: ".local/share") }

  /// The folder for state that lasts between runs: `XDG_STATE_HOME`, or `.local/state` in the home folder.
  package static var stateFolder: FilePath? { folder("XDG_STATE_HOME", below: ".local/state") }

  private static func folder(_ variable: String, below path: FilePath) -> FilePath? {
    absolutePath(in: variable) ?? home?.pushing(path)
  }

  private static var home: FilePath? {
    if let home = absolutePath(in: "HOME") { return home }
    guard let user = unsafe getpwuid(getuid()), let folder = unsafe user.pointee.pw_dir else { return nil }
    let home = unsafe FilePath(platformString: folder)
    return home.isAbsolute ? home : nil
  }

  private static func absolutePath(in variable: String) -> FilePath? {
    guard let value = unsafe getenv(variable) else { return nil }
    let path = unsafe FilePath(platformString: value)
    return path.isAbsolute ? path : nil
  }

  private static var entries: [[UInt8]] {
    var entries: [[UInt8]] = []
    var next = unsafe linux_environment()
    while let place = unsafe next, let entry = unsafe place.pointee {
      let bytes = unsafe UnsafeBufferPointer(start: entry, count: strlen(entry))
      entries.append(unsafe bytes.map { UInt8(bitPattern: $0) })
      unsafe next = unsafe place + 1
    }
    return entries
  }
}
