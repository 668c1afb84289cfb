internal import FileIO
internal import Sessions
internal import SystemPackage

/// The compared texts of a program under test, after redaction.
struct ProgramTexts {
  private let settings: ProgramSettings
  private let place: LaunchContext
  private let process: ProgramProcess
  private let earlier: FileFingerprint?

  /// Creates the texts.
  ///
  /// - Parameter earlier: The fingerprint of the compared file before the start, or `nil` if it didn't exist.
  init(
    _ settings: ProgramSettings, _ place: LaunchContext, _ process: ProgramProcess,
    _ earlier: FileFingerprint?
  ) {
    self.settings = settings
    self.place = place
    self.process = process
    self.earlier = earlier
  }

  /// Returns all compared texts in order, after the program has ended.
  ///
  /// - Throws: A ``SubjectFailure`` if the file doesn't exist or isn't text.
  func all() throws -> [Observation.Text] {
    var texts: [Observation.Text] = []
    for part in settings.compared where part != .timeline {
      let text =
        switch part {
        case .timeline, .sound, .output: Self.text(of: process.output)
        case .errors: Self.text(of: process.errors)
        case .file: try fileText()
        }
      texts.append(Observation.Text(part, try settings.redact(text)))
    }
    return texts
  }

  private func fileText() throws -> String {
    let name = settings.file ?? ""
    let path = process.folder.pushing(FilePath(name))
    guard let information = try? Stat(path), information.type == .regular else {
      throw failure("wrote no file \(name.quoted)", remedy: "set file to a path from its working folder")
    }
    if let earlier, FileFingerprint(path) == earlier {
      throw failure(
        "didn't write \(name.quoted), which already existed",
        remedy: "delete the file, or omit folder to start in an empty one")
    }
    guard settings.fileReader.isEmpty else { return try readerText() }
    guard information.size <= settings.limits.bytes else {
      throw failure(
        "wrote more than \(settings.limits.bytesText) to \(name.quoted)",
        remedy: "set limits: {output: 64MiB} if that is right")
    }
    guard let text = String(validating: try FileSystem.bytes(of: path), as: UTF8.self) else {
      throw failure(
        "wrote \(name.quoted), which isn't text; use file-reader to convert it")
    }
    return text
  }

  /// Returns the output of the command that reads the file.
  private func readerText() throws -> String {
    // From its working folder, the path is the same in each run. A name that starts with a hyphen isn't an option.
    let name = settings.file ?? ""
    let argument = name.hasPrefix("-") ? "./\(name)" : name
    let bytes = try place.output(of: settings.fileReader, and: argument, settings, in: process.folder)
    return Self.text(of: bytes)
  }

  /// Returns bytes as text, with each byte that isn't UTF-8 written as `\xFF`.
  ///
  /// A single replacement character for all of them would make different outputs equal.
  static func text(of bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var position = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar):
        text.append(Unicode.UTF8.decode(scalar))
        position += scalar.count
      case .error(let length):
        for byte in bytes[position..<position + length] {
          text.append(contentsOf: "\\x\(String(byte, radix: 16, uppercase: true))".unicodeScalars)
        }
        position += length
      case .emptyInput: return String(text)
      }
    }
  }

  private func failure(_ reason: String, remedy: String? = nil) -> SubjectFailure {
    SubjectFailure(.misbehaved, reason, remedy: remedy, details: process.lastLines())
  }
}
