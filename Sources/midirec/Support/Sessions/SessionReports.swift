internal import FoundationEssentials
internal import MIDIFiles
internal import Reports
internal import SystemPackage

/// The reports of a run that go into files.
struct SessionReports {
  let junit: String?
  let html: String?
  /// What midirec report merge reads.
  var report: String?
  /// Whether what exists may be replaced.
  let isForced: Bool

  /// Makes sure that they can be written, as far as it can be known before the run: it may take long.
  func check() throws {
    guard !isForced else { return }
    for file in [junit, report].compactMap(\.self)
    where OutputFile(file).exists {
      throw exists(FilePath(file))
    }
    if let html {
      let isFolder = (try? Stat(FilePath(html)).type).map { $0 == .directory } ?? true
      let names = (try? FileManager.default.contentsOfDirectory(atPath: html)) ?? []
      if !isFolder || !names.isEmpty { throw exists(FilePath(html)) }
    }
  }

  /// Writes them.
  func write(_ found: RunReport) throws {
    if let junit {
      try OutputFile(junit).write(Array(JUnitReport.text(of: found.outcomes).utf8), replacing: isForced)
    }
    if let report { try OutputFile(report).write(try found.bytes(), replacing: isForced) }
    guard let html else { return }
    let folder = FilePath(html)
    // What is wrong with the folder, writing into it says in the system's own words.
    try? FileManager.default.createDirectory(atPath: html, withIntermediateDirectories: true)
    for file in SessionsPage.files(of: found.outcomes) {
      try MIDIFile.write(file.bytes, to: folder.appending(file.name), replacing: isForced)
    }
  }

  private func exists(_ path: FilePath) -> CommandFailure {
    CommandFailure(
      CommandFailure.cannotCreate, "\(path) is there already; choose another name, or replace it with --force"
    )
  }
}
