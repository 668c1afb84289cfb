import MIDICore
import Sound
import Testing

@Suite struct AudioBufferTests {
  @Test func aFrameBeginsAtItsTimeRoundedDown() {
    let buffer = AudioBuffer(rate: 44_100, channelCount: 2)
    #expect(buffer.time(ofFrame: 0) == .zero)
    #expect(buffer.time(ofFrame: 1) == Nanoseconds(rawValue: 22_675))
    #expect(buffer.time(ofFrame: 44_100) == .seconds(1))
  }
}
