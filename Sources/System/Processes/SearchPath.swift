internal import Glibc
package import SystemPackage

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
