import MIDICore
import MIDIRecSound
import Testing

@Suite struct AudioBufferTests {
  @Test func frameTimeIsRoundedDown() {
    let buffer = AudioBuffer(rate: 44_100, channelCount: 2)
    #expect(buffer.time(ofFrame: 0) == .zero)
    #expect(buffer.time(ofFrame: 1) == Nanoseconds(rawValue: 22_675))
    #expect(buffer.time(ofFrame: 44_100) == .seconds(1))
  }

  @Test(arguments: [8000, 44_100, 48_000, 96_000]) func frameAtOwnTimeIsSameFrame(rate: Int) {
    for frame in [0, 1, 2, 63, 44_099, 12_345_678] {
      let time = AudioBuffer.time(ofFrame: frame, rate: rate)
      #expect(AudioBuffer.frame(at: time, rate: rate) == frame)
      let later = Nanoseconds(rawValue: time.rawValue + 2)
      #expect(AudioBuffer.frame(at: later, rate: rate) == frame + 1)
    }
  }

  @Test func unreachableTimeIsLastFrame() {
    #expect(AudioBuffer.frame(at: Nanoseconds(rawValue: .max), rate: .max) == .max)
  }

  @Test func appendedAudioKeepsChannelCount() throws {
    let mono = try #require(AudioBuffer(rate: 8000, channels: [[0.5, 0.25]]))
    let stereo = try #require(AudioBuffer(rate: 8000, channels: [[1], [-1]]))
    var buffer = stereo
    buffer.append(mono)
    #expect(buffer.channels == [[1, 0.5, 0.25], [-1, 0, 0]])
    buffer = mono
    buffer.append(stereo)
    #expect(buffer.channels == [[0.5, 0.25, 1]])
  }

  @Test(arguments: [[[0.5], [0.5, 0.25]], [[0.5], []], []] as [[[Float]]])
  func channelsOfDifferentLengthsAreRejected(_ channels: [[Float]]) {
    #expect(AudioBuffer(rate: 8000, channels: channels) == nil)
  }
}
