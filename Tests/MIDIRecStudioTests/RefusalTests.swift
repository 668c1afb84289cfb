import MIDIRecWorkbench
import Testing

@testable import MIDIRecStudio

struct RefusalTests {
  @Test func refusalHasTheDetailsOfItsError() {
    let failure = CommandFailure(
      .unavailable, "the program isn't ready", details: ["mapper.py: No such file"])
    #expect(Studio.text(of: failure) == "the program isn't ready\nmapper.py: No such file")
    #expect(Studio.text(of: CommandFailure(.usage, "no name")) == "no name")
  }
}
