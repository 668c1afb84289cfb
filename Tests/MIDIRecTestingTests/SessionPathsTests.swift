import MIDIRecTesting
import TestSupport
import Testing

@Suite struct SessionPathsTests {
  @Test func pathsAreRelativeToSourceFile() {
    let paths = sessionPaths(in: "../../Recordings/keys")
    #expect(paths == ["chords", "repeats", "scale"].map { "../../Recordings/keys/\($0)" })
  }

  @Test func absolutePathStaysAbsolute() {
    let folder = TestEnvironment.projectFolder + "/Recordings/empty"
    #expect(sessionPaths(in: folder) == ["\(folder)/silence"])
  }

  @Test func sessionIsFoundByItsPath() {
    #expect(sessionPaths(in: "../../Recordings/keys/scale") == ["../../Recordings/keys/scale"])
  }

  @Test func folderWithoutSessionFailsOneTest() async {
    let paths = sessionPaths(in: "nowhere")
    #expect(paths.count == 1)
    await withKnownIssue { await expectSession(paths[0]) }
  }

  @Test(arguments: sessionPaths(in: "../../Recordings/keys"))
  func eachSessionRuns(session: String) async { await expectSession(session) }
}
