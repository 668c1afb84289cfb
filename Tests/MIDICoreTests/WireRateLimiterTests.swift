import MIDICore
import Testing

/// The rate limit of an instrument's MIDI link.
@Suite struct WireRateLimiterTests {
  @Test func byteTakesThreeHundredAndTwentyMicroseconds() {
    var wire = WireRateLimiter()
    #expect(wire.takeTurn(for: 256, from: .seconds(1)) == .seconds(1))
    #expect(wire.takeTurn(for: 3, from: .seconds(1)) == .seconds(1) + .microseconds(81_920))
    #expect(wire.takeTurn(for: 3, from: .seconds(2)) == .seconds(2))
  }
}
