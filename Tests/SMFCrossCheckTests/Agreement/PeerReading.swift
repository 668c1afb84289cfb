import Foundation
import TestSupport
import Testing

/// What mido and symusic read in a file: an answer of `Tests/PeerReaders/read.py`, which says what the lists hold.
struct PeerReading: Decodable {
  struct Mido: Decodable {
    var error: String?
    var tracks: [[[Int]]]?
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

  /// Has both read all of the files, in one process.
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
