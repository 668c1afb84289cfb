public import MIDIRecSound
internal import MIDIRecSynth
internal import MIDIRecSystem
public import SystemPackage

extension FilePath {
  /// The length of the file, or `nil` if it doesn't exist or isn't a regular file.
  var fileSize: Int64? {
    guard let information = try? Stat(self), information.type == .regular else { return nil }
    return information.size
  }
}

extension FontCatalog {
  /// Returns the fonts at a path in order: the file itself, or all files in a folder at any depth with the extension
  /// `.sf2` or `.sf3`. Hidden folders and links to folders are skipped.
  ///
  /// - Throws: `SoundError` if the path doesn't exist or can't be read.
  public static func files(at path: FilePath) throws(SoundError) -> [FilePath] {
    let names: [FilePath.Component]
    do {
      guard try Stat(path).type == .directory else { return [path] }
      names = try FileSystem.names(in: path)
    } catch {
      throw SoundError(reading: path, error)
    }
    var files: [FilePath] = []
    for name in names where !name.string.hasPrefix(".") {
      let inside = path.appending(name)
      guard let type = try? Stat(inside, followTargetSymlink: false).type else { continue }
      if type == .directory {
        files += try self.files(at: inside)
      } else if ["sf2", "sf3"].contains(inside.extension?.lowercased()), inside.fileSize != nil {
        files.append(inside)
      }
    }
    return files
  }
}
