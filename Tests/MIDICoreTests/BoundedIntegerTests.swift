import MIDICore
import Testing

@Suite struct BoundedIntegerTests {
  @Test func dataByteIsAtMost127() {
    #expect(UInt7(rawValue: 127)?.rawValue == 127)
    #expect(UInt7(rawValue: 128) == nil)
    #expect(UInt7(exactly: -1) == nil)
    #expect(UInt7(exactly: 300) == nil)
  }

  @Test func clampingLimitsToRangeAndMaskingToBits() {
    #expect(UInt7(clamping: 200) == 127)
    #expect(UInt7(clamping: -5) == 0)
    #expect(UInt7(masking: 0x81) == 1)
  }

  @Test func pitchBendConsistsOfTwoDataBytes() {
    let bend = UInt14(mostSignificant: 0x40, leastSignificant: 0x01)
    #expect(bend.rawValue == 8193)
    #expect(bend.mostSignificant == 0x40)
    #expect(bend.leastSignificant == 0x01)
    #expect(UInt14(rawValue: 16_384) == nil)
  }

  @Test func channelNumberStartsAtOne() {
    #expect(Channel(number: 1)?.rawValue == 0)
    #expect(Channel(number: 16)?.description == "16")
    #expect(Channel(number: 0) == nil)
    #expect(Channel(number: 17) == nil)
    #expect(Channel(number: .min) == nil)
    #expect(Channel(number: .max) == nil)
  }

  @Test(arguments: [(60, "C4"), (0, "C-1"), (127, "G9"), (61, "C#4"), (59, "B3")])
  func noteNamesUseC4For60(number: UInt8, name: String) {
    #expect(NoteNumber(rawValue: number)?.name == name)
  }

  @Test func channelIsNamedByItsNumber() async {
    #expect(Channel.number(1).rawValue == 0)
    #expect(Channel.number(16).rawValue == 15)
    #expect(Channel.drums.description == "10")
    await #expect(processExitsWith: .failure) { _ = Channel.number(0) }
  }

  @Test func valueIsConvertedToInteger() {
    #expect(Int(NoteNumber(masking: 60)) == 60)
    #expect(Int(UInt14.bendCenter) == 8192)
  }

  @Test func noteIsAdvancedWithinItsRange() {
    let note: NoteNumber = 120
    #expect(note.advanced(by: 7) == 127)
    #expect(note.advanced(by: 8) == nil)
    #expect(note.advanced(by: -121) == nil)
    #expect(note.advanced(by: .max) == nil)
  }

  /// The compiler rejects larger literals of bytes, which are of type `Int8`.
  @Test func literalOutOfRangeTraps() async {
    await #expect(processExitsWith: .failure) { _ = UInt14(integerLiteral: 16_384) }
    await #expect(processExitsWith: .failure) { _ = UInt7(integerLiteral: -1) }
  }
}
