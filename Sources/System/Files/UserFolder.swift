internal import Glibc
package import SystemPackage

/// A base folder for the user's files, as defined by the XDG Base Directory Specification.
package enum UserFolder: Sendable {
  /// `XDG_CONFIG_HOME`, or `.config` in the home folder.
  case configuration
  /// `XDG_DATA_HOME`, or `.local/share` in the home folder.
  case data
  /// `XDG_STATE_HOME`, or `.local/state` in the home folder.
  case state

  /// The folder's path, or `nil` if the user has no home folder.
  ///
  /// The home folder is from `HOME` or, if it isn't set, from the user database. As the specification requires, a
  /// variable with a relative path is ignored.
  package var path: FilePath? {
    switch self {
    case .configuration: Self.path(of: "XDG_CONFIG_HOME") ?? Self.home?.appending(".config")
    case .data: Self.path(of: "XDG_DATA_HOME") ?? Self.home?.appending(".local").appending("share")
    case .state: Self.path(of: "XDG_STATE_HOME") ?? Self.home?.appending(".local").appending("state")
    }
  }

  private static var home: FilePath? {
    if let home = path(of: "HOME") { return home }
    guard let user = unsafe getpwuid(getuid()), let folder = unsafe user.pointee.pw_dir else { return nil }
    let home = unsafe FilePath(platformString: folder)
    return home.isAbsolute ? home : nil
  }

  private static func path(of variable: String) -> FilePath? {
    guard let value = unsafe getenv(variable) else { return nil }
    let path = unsafe FilePath(platformString: value)
    return path.isAbsolute ? path : nil
  }
}
