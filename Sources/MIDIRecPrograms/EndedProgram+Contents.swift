internal import MIDIRecSessions
internal import MIDIRecSystem
internal import SystemPackage

/// The compared texts of a program under test, after redaction, and the take that it wrote.
extension EndedProgram {
  /// Returns all compared texts after the program has ended, and the bytes of the compared file if it is a Standard
  /// MIDI File.
  ///
  /// - Throws: A ``SubjectFailure`` if the file doesn't exist or is neither a text nor a Standard MIDI File.
  func contents() throws -> (texts: [PartName: String], take: [UInt8]?) {
    var contents: (texts: [PartName: String], take: [UInt8]?) = ([:], nil)
    for part in settings.compared where part != .timeline {
      let text: String
      switch part {
      case .timeline, .sound, .findings, .output: text = Self.text(of: process.output)
      case .errors: text = Self.text(of: process.errors)
      case .file where settings.fileReader.isEmpty:
        let name = settings.file ?? ""
        let bytes = try fileBytes()
        if TimelinePart.isTake(bytes, named: name) {
          contents.take = bytes
          continue
        }
        guard let valid = String(validating: bytes, as: UTF8.self) else {
          throw process.failure(
            "wrote \(name.quoted), which isn't text or a Standard MIDI File; use file-reader to convert it")
        }
        text = valid
      case .file: text = try readerText()
      }
      contents.texts[part] = try settings.redact(text)
    }
    return contents
  }

  /// Returns the path of the compared file, which the program must have written.
  private func filePath() throws -> FilePath {
    let name = settings.file ?? ""
    let path = process.folder.pushing(FilePath(name))
    guard (try? Stat(path))?.type == .regular else {
      throw process.failure(
        "wrote no file \(name.quoted)", remedy: "set file to a path from its working folder")
    }
    if let earlier, FileFingerprint(path) == earlier {
      throw process.failure(
        "didn't write \(name.quoted), which already existed",
        remedy: "delete the file, or omit folder to start in an empty one")
    }
    return path
  }

  private func fileBytes() throws -> [UInt8] {
    let path = try filePath()
    guard try Stat(path).size <= settings.limits.bytes else {
      throw process.failure(
        "wrote more than \(settings.limits.bytesText) to \((settings.file ?? "").quoted)",
        remedy: "set limits: {output: 64MiB} if that is right")
    }
    return try FileSystem.bytes(of: path)
  }

  /// Returns the output of the command that reads the file.
  private func readerText() throws -> String {
    _ = try filePath()
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
}
