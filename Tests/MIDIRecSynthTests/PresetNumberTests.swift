import MIDIRecSynth
import Testing

@Suite struct PresetNumberTests {
  @Test(arguments: ["0:0", "128:127", "127:5"]) func textRoundTrips(text: String) {
    #expect(PresetNumber(text)?.description == text)
  }

  @Test(arguments: ["", "0", "129:0", "0:128", "-1:0", "a:b", "1:2:3", "0:"])
  func invalidTextIsRejected(text: String) {
    #expect(PresetNumber(text) == nil)
  }
}
