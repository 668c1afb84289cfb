import Foundation
import TestSupport
import Testing

/// The content of a file as read by mido and symusic.
///
/// It is an output of `Tests/PeerReaders/read.py`, which documents the lists.
struct PeerReading: Decodable {
  struct Mido: Decodable {
    var error: String?
    var tracks: [[[Int]]]?
    var packets: [Int]?
    var tempos: [[Int]]?
  }

  struct Symusic: Decodable {
    var error: String?
    var notes: [[Int]]?
    var controls: [[Int]]?
    var bends: [[Int]]?
    var tempos: [[Int]]?
  }

  var path: String
  var mido: Mido
  var symusic: Symusic

  /// Returns the content of all files, read by both in one process.
  static func all(of paths: [String]) async throws -> [PeerReading] {
    let script = TestEnvironment.projectFolder + "/Tests/PeerReaders/read.py"
    let result = try await Program.run(TestEnvironment.python, [script] + paths)
    try #require(result.status == 0, "\(result.errors)")
    let readings = try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(PeerReading.self, from: Data($0.utf8))
    }
    try #require(readings.map(\.path) == paths)
    return readings
  }
}
