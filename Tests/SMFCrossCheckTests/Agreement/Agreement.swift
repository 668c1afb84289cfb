import MIDIFiles
import MIDIRecSystem
import SMFCrossCheck
import SystemPackage
import TestSupport

/// The result of comparing midirec with another reader of a file.
enum Agreement: Equatable {
  case same
  case differs(String)
  case noAnswer(String)

  /// Whether the other reader can't read the file.
  var isNoAnswer: Bool { if case .noAnswer = self { true } else { false } }

  /// Compares all bytes of all events with libsmf.
  static func withLibsmf(_ bytes: [UInt8], _ file: MIDIFile) -> Agreement {
    switch CrossCheck.byMidirec.verdict(on: bytes, readAs: file) {
    case .agrees: .same
    case .disagrees(let reason): .differs(reason)
    case .noOpinion(let reason): .noAnswer(reason)
    }
  }

  /// Compares all channel messages of each track with their ticks, the number of packets, and all tempos, with mido.
  static func with(_ reading: PeerReading.Mido, _ file: MIDIFile) -> Agreement {
    if let error = reading.error { return .noAnswer(error) }
    if reading.tracks != file.channelMessages { return .differs("channel messages") }
    if reading.packets != file.packetCounts { return .differs("System Exclusive") }
    if reading.tempos?.inOrder != file.tempos { return .differs("tempos") }
    return .same
  }

  /// Compares notes with durations, tempos, controllers, and pitch bends with symusic.
  ///
  /// Symusic reports only controllers and pitch bends of channels that have notes.
  static func with(_ reading: PeerReading.Symusic, _ file: MIDIFile) -> Agreement {
    if let error = reading.error { return .noAnswer(error) }
    if reading.notes?.inOrder != file.notesAsSymusicPairsThem { return .differs("notes") }
    if reading.tempos?.inOrder != file.tempos { return .differs("tempos") }
    if !file.controls.isSuperset(of: reading.controls ?? []) { return .differs("controllers") }
    if !file.bends.isSuperset(of: reading.bends ?? []) { return .differs("pitch bends") }
    return .same
  }
}

/// The agreement of each other reader on a file.
struct FileAgreement {
  var path: String
  /// The file as decoded and repaired by midirec, or `nil` if it rejects the file.
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

  /// Lines such as `test-2.mid: mido reads different tempos`.
  var differences: [String] {
    byReader.compactMap { reader, agreement in
      guard case .differs(let what) = agreement else { return nil }
      return "\(name): \(reader) reads different \(what)"
    }
  }

  /// Whether the file conforms to the specification, so that all readers must agree.
  var isValid: Bool { decoded?.diagnostics.isEmpty == true }

  /// Whether no other reader can read the file.
  var onlyMidirecReadsFile: Bool {
    decoded != nil
      && byReader.allSatisfy(\.agreement.isNoAnswer)
  }

  /// The name of the file and a summary of its content.
  var recovered: String {
    guard let decoded else { return "\(name): rejected" }
    let eventCount = decoded.file.tracks.map(\.events.count).reduce(0, +)
    let places = isValid ? "" : ", repaired in \(decoded.diagnostics.count) places"
    return "\(name): \(eventCount) events in \(decoded.file.tracks.count) tracks\(places)"
  }

  private var name: String { FilePath(path).lastComponent?.string ?? path }
}

extension [FileAgreement] {
  /// The number of files that each reader agrees on.
  var table: String {
    let readCount = filter { $0.decoded != nil }.count
    var lines = [
      "\(count) files, \(readCount) read by midirec, \(filter(\.isValid).count) of them valid"
    ]
    for reader in ["libsmf", "mido", "symusic"] {
      let agreements = flatMap(\.byReader).filter { $0.reader == reader }.map(\.agreement)
      let same = agreements.filter { $0 == .same }.count
      let noAnswer = agreements.filter(\.isNoAnswer).count
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
