import FileIO
import MIDIFiles
import SMFCrossCheck
import SystemPackage
import TestSupport

/// How what midirec reads in a file compares with what another reader reads in it.
enum Agreement: Equatable {
  case same
  case differs(String)
  case noAnswer(String)

  /// With libsmf: all events with all their bytes.
  static func withLibsmf(_ bytes: [UInt8], _ file: MIDIFile) -> Agreement {
    switch CrossCheck.byMidirec.verdict(on: bytes, readAs: file) {
    case .agrees: .same
    case .disagrees(let disagreement): .differs("\(disagreement)")
    case .noOpinion(let reason): .noAnswer(reason)
    }
  }

  /// With mido: all channel messages of each track with their ticks, and all tempos.
  static func with(_ reading: PeerReading.Mido, _ file: MIDIFile) -> Agreement {
    if let error = reading.error { return .noAnswer(error) }
    if reading.tracks != file.channelMessages { return .differs("channel messages") }
    if reading.tempos?.inOrder != file.tempos { return .differs("tempos") }
    return .same
  }

  /// With symusic: all notes with their durations, all tempos, and those controllers and bends that it reports,
  /// which are those of channels that have notes.
  static func with(_ reading: PeerReading.Symusic, _ file: MIDIFile) -> Agreement {
    if let error = reading.error { return .noAnswer(error) }
    if reading.notes?.inOrder != file.notesAsSymusicPairsThem { return .differs("notes") }
    if reading.tempos?.inOrder != file.tempos { return .differs("tempos") }
    if !file.controls.isSuperset(of: reading.controls ?? []) { return .differs("controllers") }
    if !file.bends.isSuperset(of: reading.bends ?? []) { return .differs("pitch bends") }
    return .same
  }
}

/// The agreement of a file with each other reader.
struct FileAgreement {
  var path: String
  /// What midirec reads, mended where it is damaged; nothing where it refuses the file.
  var decoded: MIDIFile.Decoded?
  var byReader: [(reader: String, agreement: Agreement)] = []

  /// Compares files with all readers.
  static func all(of paths: [String]) async throws -> [FileAgreement] {
    try await PeerReading.all(of: paths).map { reading in
      var result = FileAgreement(path: reading.path)
      let bytes = try FileSystem.bytes(of: FilePath(reading.path))
      guard let decoded = try? MIDIFile.decode(bytes) else { return result }
      result.decoded = decoded
      result.byReader = [
        ("libsmf", .withLibsmf(bytes, decoded.file)), ("mido", .with(reading.mido, decoded.file)),
        ("symusic", .with(reading.symusic, decoded.file)),
      ]
      return result
    }
  }

  /// Lines like `test-2.mid: mido reads other tempos`.
  var differences: [String] {
    byReader.compactMap { reader, agreement in
      guard case .differs(let what) = agreement else { return nil }
      return "\(name): \(reader) reads other \(what)"
    }
  }

  /// Whether the file keeps to the specification, so that all who can read it must read the same.
  var isSound: Bool { decoded?.diagnostics.isEmpty == true }

  /// Whether no other reader reads the file.
  var isReadByMidirecOnly: Bool {
    decoded != nil
      && byReader.allSatisfy { if case .noAnswer = $0.agreement { true } else { false } }
  }

  /// The file's name, and what midirec reads in it.
  var recovered: String {
    guard let decoded else { return "\(name): refused" }
    let eventCount = decoded.file.tracks.map(\.events.count).reduce(0, +)
    let places = isSound ? "" : ", mended in \(decoded.diagnostics.count) places"
    return "\(name): \(eventCount) events in \(decoded.file.tracks.count) tracks\(places)"
  }

  private var name: String { FilePath(path).lastComponent?.string ?? path }
}

extension [FileAgreement] {
  /// How many files were compared with whom.
  var table: String {
    let readCount = filter { $0.decoded != nil }.count
    var lines = [
      "\(count) files, \(readCount) read by midirec, \(filter(\.isSound).count) of them without damage"
    ]
    for reader in ["libsmf", "mido", "symusic"] {
      let agreements = flatMap(\.byReader).filter { $0.reader == reader }.map(\.agreement)
      let same = agreements.filter { $0 == .same }.count
      let noAnswer = agreements.filter { if case .noAnswer = $0 { true } else { false } }.count
      let name = reader.padding(toLength: 8)
      lines.append(
        "  \(name) the same in \(same), different in \(agreements.count - same - noAnswer), can't read \(noAnswer)"
      )
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  fileprivate func padding(toLength length: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, length - count))
  }
}
