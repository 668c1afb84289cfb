import MIDIRecTesting
import TestSupport
import Testing

@Suite struct SessionPathsTests {
  @Test func pathsBeginAtTheFolderOfTheSourceFile() {
    let paths = sessionPaths(in: "../../Recordings/keys")
    #expect(paths == ["chords", "repeats", "scale"].map { "../../Recordings/keys/\($0)" })
  }

  @Test func aPathFromTheRootStaysOne() {
    let folder = TestEnvironment.projectFolder + "/Recordings/empty"
    #expect(sessionPaths(in: folder) == ["\(folder)/silence"])
  }

  @Test func aSessionIsFoundByItsOwnPath() {
    #expect(sessionPaths(in: "../../Recordings/keys/scale") == ["../../Recordings/keys/scale"])
  }

  @Test func whereThereIsNoneOneTestFails() async {
    let paths = sessionPaths(in: "nowhere")
    #expect(paths.count == 1)
    await withKnownIssue { await expectSession(paths[0]) }
  }

  @Test(arguments: sessionPaths(in: "../../Recordings/keys"))
  func eachOfThemRuns(session: String) async { await expectSession(session) }
}
