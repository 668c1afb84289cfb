internal import MIDICore
internal import MIDIRecReports
package import MIDIRecSessions
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import SystemPackage

/// The reports of a run that are written to files.
package struct SessionReports {
  private let junit: String?
  private let html: String?
  private let report: String?
  private let isForced: Bool

  /// Creates the reports.
  ///
  /// - Parameters:
  ///   - junit: The JUnit file, or `nil` for none. As for the others, `-` is standard output.
  ///   - html: The folder of pages, or `nil` for none.
  ///   - report: The file for `midirec report merge`, or `nil` for none.
  ///   - isForced: Whether existing files may be replaced.
  package init(junit: String?, html: String?, report: String?, isForced: Bool) {
    (self.junit, self.html, self.report, self.isForced) = (junit, html, report, isForced)
  }

  /// Throws an error if an existing file mustn't be replaced. The check comes before the run, which may take long.
  ///
  /// A folder that contains only an earlier report may be replaced.
  package func check() throws {
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
    guard path.extension == "html", (try? Stat(path, followTargetSymlink: false).type) == .regular,
      let start = try? FileSystem.beginning(of: path, count: HTMLPage.markLength)
    else { return false }
    return HTMLPage.isPage(start)
  }

  /// Writes the reports.
  package func write(_ found: RunReport) throws {
    if let junit {
      try OutputFile(junit).write(Array(found.outcomes.junitReport.utf8), replacing: isForced)
    }
    if let report { try OutputFile(report).write(try found.bytes(), replacing: isForced) }
    guard let html else { return }
    let folder = FilePath(argument: html)
    // Writing the files reports any error of the folder.
    try? FileSystem.makeFolders(folder)
    let earlier = Self.files(in: folder).filter(Self.isPage)
    let pages = found.outcomes.pages(invocation: found.invocation, soaks: found.soaks).map {
      ($0.bytes, folder.appending($0.name))
    }
    for (bytes, path) in pages {
      try FileSystem.write(bytes, to: path, replacing: isForced || earlier.contains(path), .document)
    }
    for path in Set(earlier).subtracting(pages.map(\.1)) { try? FileSystem.remove(path) }
  }

  private func exists(_ path: FilePath) -> CommandFailure {
    CommandFailure(
      .cannotCreate, "\(path) already exists; use --force to replace it or choose another name"
    )
  }
}

// MARK: GitHub Actions

extension RunReport {
  /// Annotates the files of outcomes that didn't pass, and appends a summary to the file that the variable
  /// `GITHUB_STEP_SUMMARY` names, if it is set.
  ///
  /// - Parameter isOutput: Whether the annotations go to standard output. GitHub reads both streams.
  package func reportGitHubStep(onStandardOutput isOutput: Bool) throws {
    for line in outcomes.gitHubAnnotations {
      let bytes = Array((line.printable + "\n").utf8)
      if isOutput { try StandardOutput.tell(bytes: bytes) } else { StandardError.write(bytes: bytes) }
    }
    guard let path = ProcessEnvironment.variables["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
    do {
      let file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.append, .create],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      try file.closeAfter { _ = try file.writeAll(Array((outcomes.gitHubSummary + "\n").utf8)) }
    } catch {
      throw CommandFailure(.cannotCreate, "can't write the summary to \(path): \(error)".printable)
    }
  }
}

extension RunInvocation {
  /// The command line of this process as a shell takes it, with the program's name without its folder.
  package static var commandLine: String {
    (["midirec"] + ProcessEnvironment.commandLine.dropFirst().map(\.shellWord)).joined(separator: " ")
      .printable
  }
}
