internal import FileIO
internal import Glibc
package import SystemPackage

/// Files of fonts, wherever they are.
package enum FontFiles {
  private static let endings = ["sf2", "sf3"]

  /// How long a file is; nothing where there is none.
  static func size(of path: FilePath) -> Int64? {
    var information = stat()
    guard unsafe path.withPlatformString({ unsafe stat($0, &information) }) == 0,
      information.st_mode & S_IFMT == S_IFREG
    else {
      return nil
    }
    return Int64(information.st_size)
  }

  /// The fonts that a path leads to: itself if it is a file, else all below it whose names end in `.sf2` or `.sf3`, in
  /// order. Hidden folders and links to folders are left out.
  ///
  /// - Throws: Where there is nothing, or it can't be read.
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
