internal import MIDICore
internal import MIDIFiles
internal import SystemPackage

/// The texts of a program under test that are compared, without what is volatile in them.
struct ProgramTexts {
  private let settings: ProgramSettings
  private let place: ProgramPlace
  private let process: ProgramProcess

  init(_ settings: ProgramSettings, _ place: ProgramPlace, _ process: ProgramProcess) {
    self.settings = settings
    self.place = place
    self.process = process
  }

  /// All that are compared, in their order. It is to be asked when the program has ended.
  ///
  /// - Throws: A ``SubjectFailure`` where there is no such file, or no text in it.
  func all() throws -> [Observation.Text] {
    var texts: [Observation.Text] = []
    for part in settings.compared where part != .timeline {
      let text =
        switch part {
        case .timeline, .output: String(decoding: process.output, as: UTF8.self)
        case .errors: String(decoding: process.errors, as: UTF8.self)
        case .file: try fileText()
        }
      texts.append(Observation.Text(part, settings.redact(text)))
    }
    return texts
  }

  private func fileText() throws -> String {
    let name = settings.file ?? ""
    let path = process.folder.pushing(FilePath(name))
    guard let information = try? Stat(path), information.type == .regular else {
      throw failure("wrote no file \(name.quoted)")
    }
    guard settings.fileReader.isEmpty else { return try readerText(path) }
    guard information.size <= settings.limits.bytes else {
      throw failure("wrote more than \(settings.limits.bytesText) into \(name.quoted)")
    }
    guard let text = String(validating: try MIDIFile.bytes(of: path), as: UTF8.self) else {
      throw failure(
        "wrote something into \(name.quoted) that is no text; file-reader: can say how to read it")
    }
    return text
  }

  /// What the command says that reads the file.
  private func readerText(_ path: FilePath) throws -> String {
    let bytes = try place.output(of: settings.fileReader, and: path.string, settings, in: process.folder)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func failure(_ reason: String) -> SubjectFailure {
    SubjectFailure(.misbehaved, reason, details: process.lastLines())
  }
}
