import MIDICore
import Testing

/// Conversions between value types, and arithmetic with times.
@Suite struct ConversionTests {
  @Test func dataBytesNotesAndControllersConvert() {
    #expect(UInt7(NoteNumber(60)) == 60)
    #expect(NoteNumber(UInt7(127)) == 127)
    #expect(UInt7(Controller.sustain) == 64)
    #expect(Controller(UInt7(1)) == .modulation)
  }

  @Test func pedalsAreTheSixSwitches() {
    #expect(Controller.pedals == .sustain ... .hold2)
    #expect(Controller.pedals.contains(.sostenuto))
    #expect(!Controller.pedals.contains(.brightness))
  }

  @Test func nanosecondsConvertToDurationsAndBack() {
    #expect(Duration(Nanoseconds.milliseconds(1500)) == .seconds(1.5))
    #expect(Nanoseconds(Duration(Nanoseconds(rawValue: -7))) == Nanoseconds(rawValue: -7))
  }

  @Test func durationsAreMultipliedAndDivided() {
    #expect(Nanoseconds.milliseconds(20) * 3 == .milliseconds(60))
    #expect(4 * Nanoseconds.seconds(1) == .seconds(4))
    #expect(Nanoseconds(rawValue: 7) / 2 == Nanoseconds(rawValue: 3))
    #expect(Nanoseconds(rawValue: -7) / 2 == Nanoseconds(rawValue: -3))
  }
}
