internal import Reports
internal import System
internal import SystemPackage

/// The reports of a run that are written to files.
struct SessionReports {
  let junit: String?
  let html: String?
  /// The file for `midirec report merge`.
  var report: String?
  /// Whether existing files may be replaced.
  let isForced: Bool

  /// Throws an error if an existing file mustn't be replaced. The check comes before the run, which may take long.
  ///
  /// A folder that contains only an earlier report may be replaced.
  func check() throws {
    guard !isForced else { return }
    for file in [junit, report].compactMap(\.self)
    where OutputFile(file).exists {
      throw exists(FilePath(argument: file))
    }
    if let html {
      let isFolder = (try? Stat(FilePath(argument: html)).type).map { $0 == .directory } ?? true
      if !isFolder || !Self.files(in: FilePath(argument: html)).allSatisfy(Self.isPage) {
        throw exists(FilePath(argument: html))
      }
    }
  }

  private static func files(in folder: FilePath) -> [FilePath] {
    ((try? FileSystem.names(in: folder)) ?? []).map { folder.appending($0) }
  }

  /// Returns whether midirec wrote the file as a page of a report.
  private static func isPage(_ path: FilePath) -> Bool {
    path.extension == "html" && (try? Stat(path, followTargetSymlink: false).type) == .regular
      && SessionsPage.isPage(path.firstBytes(SessionsPage.markLength))
  }

  /// Writes the reports.
  func write(_ found: RunReport) throws {
    if let junit {
      try OutputFile(junit).write(Array(JUnitReport.text(of: found.outcomes).utf8), replacing: isForced)
    }
    if let report { try OutputFile(report).write(try found.bytes(), replacing: isForced) }
    guard let html else { return }
    let folder = FilePath(argument: html)
    // Writing the files reports any error of the folder.
    try? FileSystem.makeFolders(folder)
    let earlier = Self.files(in: folder).filter(Self.isPage)
    let pages = SessionsPage.files(of: found.outcomes, invocation: found.invocation).map {
      ($0.bytes, folder.appending($0.name))
    }
    for (bytes, path) in pages {
      try FileSystem.write(bytes, to: path, replacing: isForced || earlier.contains(path), .document)
    }
    for path in Set(earlier).subtracting(pages.map(\.1)) { try? FileSystem.remove(path) }
  }

  private func exists(_ path: FilePath) -> CommandFailure {
    CommandFailure(
      CommandFailure.cannotCreate, "\(path) already exists; use --force to replace it or choose another name"
    )
  }
}
