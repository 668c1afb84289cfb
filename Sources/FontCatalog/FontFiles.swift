internal import Glibc
package import Synth
internal import System
package import SystemPackage

/// Files of fonts in any folder.
package enum FontFiles {
  private static let endings = ["sf2", "sf3"]

  /// Returns the length of a file, or `nil` if it doesn't exist.
  static func size(of path: FilePath) -> Int64? {
    var information = stat()
    guard unsafe path.withPlatformString({ unsafe stat($0, &information) }) == 0,
      information.st_mode & S_IFMT == S_IFREG
    else {
      return nil
    }
    return Int64(information.st_size)
  }

  /// Returns the fonts at a path in order: the file itself, or all files in a folder at any depth with the extension
  /// `.sf2` or `.sf3`. Hidden folders and links to folders are skipped.
  ///
  /// - Throws: ``SoundFontError`` if the path doesn't exist or can't be read.
  package static func all(at path: FilePath) throws(SoundFontError) -> [FilePath] {
    var information = stat()
    guard unsafe path.withPlatformString({ unsafe stat($0, &information) }) == 0 else {
      throw SoundFontError(reading: path, Errno(rawValue: errno))
    }
    guard information.st_mode & S_IFMT == S_IFDIR else { return [path] }
    let names: [FilePath.Component]
    do {
      names = try FileSystem.names(in: path)
    } catch {
      throw SoundFontError(reading: path, error)
    }
    var files: [FilePath] = []
    for name in names where !name.string.hasPrefix(".") {
      let inside = path.appending(name)
      guard unsafe inside.withPlatformString({ unsafe lstat($0, &information) }) == 0 else { continue }
      if information.st_mode & S_IFMT == S_IFDIR {
        files += try all(at: inside)
      } else if endings.contains(inside.extension?.lowercased() ?? ""), size(of: inside) != nil {
        files.append(inside)
      }
    }
    return files
  }
}
