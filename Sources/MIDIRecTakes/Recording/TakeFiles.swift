internal import ALSASequencer
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecSystem
package import SystemPackage

/// The files of the takes of one take: `take.mid`, `take-2.mid`, `take-3.mid`.
package struct TakeFiles {
  private(set) var path: FilePath
  let sources: [TakeSource]
  /// Whether sources can be added to a take.
  let addsSources: Bool
  /// The date and time of the recording's start in ISO 8601.
  let date: String
  /// Whether an existing file may be replaced.
  let replacing: Bool

  /// The number of files, including one that can't be created.
  private(set) var count = 0
  private var skippedCount = 0

  package init(path: FilePath, sources: [TakeSource], addsSources: Bool, date: String, replacing: Bool) {
    self.path = path
    self.sources = sources
    self.addsSources = addsSources
    self.date = date
    self.replacing = replacing
  }

  /// Sets the folder of later takes to that of a finished take, which may have been renamed.
  mutating func follow(_ finished: FilePath) {
    if let name = path.lastComponent { path = finished.removingLastComponent().appending(name) }
  }

  /// Creates the file of the next take. The first has the requested name, or fails. A later one has the next free name,
  /// or stays in memory while the disk fails, because it is too late to ask.
  mutating func createNext() throws(FileError) -> TakeFile {
    count += 1
    var isFolderCreated = false
    while true {
      do {
        return try TakeFile.create(
          at: path.numbered(count + skippedCount), sources: sources, addsSources: addsSources, date: date,
          replacing: replacing, mayStayInMemory: count > 1)
      } catch {
        switch error.errno {
        case .fileExists where count > 1: skippedCount += 1
        case .noSuchFileOrDirectory where count > 1 && !isFolderCreated:
          // The folder was deleted since the last take.
          isFolderCreated = true
          try? FileSystem.makeFolders(path.removingLastComponent())
        default: throw error
        }
      }
    }
  }
}

extension [TrackedEndpoint] {
  /// The inputs in a sentence: names with their addresses, or midirec's own port if no input was chosen.
  package var sentence: String { sentence(port: "midirec capture") }

  /// Returns the inputs in a sentence, with the given name of midirec's port.
  package func sentence(port: String) -> String {
    isEmpty
      ? "its port \"\(port)\""
      : map { chosen in chosen.endpoint.map { "\($0)" } ?? chosen.name }.joined(separator: ", ").printable
  }
}

extension Capture {
  /// The sources of a take, with midirec's own port.
  package var takeSources: [TakeSource] {
    sourceNames.enumerated().map { index, name in
      let endpoint = source(index)?.endpoint
      return TakeSource(
        name: name, portName: endpoint?.portName, hardware: endpoint?.hardware.map { "\($0)" })
    }
  }
}
