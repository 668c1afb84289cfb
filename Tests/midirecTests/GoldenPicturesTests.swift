import Foundation
import MIDIRecSessions
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

/// The images of moments next to the sessions of grid and piano, each reviewed by a developer.
@Suite struct GoldenPicturesTests {
  private static let folder = TestEnvironment.projectFolder + "/Recordings"

  /// An image: `grid/chords/grid-1.5s.svg` shows `grid` in that session at 1.5 s.
  struct Picture: CustomStringConvertible {
    let session: String
    let name: String

    var command: String { String(name.prefix { $0 != "-" }) }
    var time: String { String(name.drop { $0 != "-" }.dropFirst().dropLast(".svg".count)) }
    var description: String { "\(session)/\(name)" }
  }

  private static let sessions = SessionSearch(in: [FilePath(folder)]).places.map(\.name).filter {
    $0.hasPrefix("grid/") || $0.hasPrefix("piano/")
  }

  private static func pictures(of session: String) -> [Picture] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(session)")) ?? []
    return names.filter { $0.hasSuffix(".svg") }.sorted().map { Picture(session: session, name: $0) }
  }

  @Test(arguments: sessions)
  func everySessionHasThreeImages(session: String) { #expect(Self.pictures(of: session).count == 3) }

  @Test func gridAndPianoHaveSixSessionsEach() {
    #expect(Self.sessions.count { $0.hasPrefix("grid/") } >= 6)
    #expect(Self.sessions.count { $0.hasPrefix("piano/") } >= 6)
  }

  @Test(arguments: sessions.flatMap(pictures))
  func imageShowsItsMoment(picture: Picture) async throws {
    let result = try await Program.midirec(
      picture.command, "Recordings/\(picture.session)", "--at", picture.time, "--svg", "-",
      in: TestEnvironment.projectFolder)
    try #require(result.status == 0, "\(result.errors)")
    let kept = try FileSystem.bytes(of: FilePath("\(Self.folder)/\(picture)"))
    // After an intended change, review the image and write it with --svg FILE --force.
    let isSame = kept.elementsEqual(result.output.utf8)
    #expect(isSame)
  }
}
