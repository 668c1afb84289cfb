import MIDICore
import Testing

@Suite struct LinnStrumentLightsTests {
  /// Returns the lights that change.
  private func changes(_ controls: [(Controller, UInt7)]) -> [LinnStrumentLight] {
    var lights = LinnStrumentLights()
    return controls.compactMap { lights.apply($0, $1) }
  }

  @Test func colorCompletesLight() {
    #expect(
      changes([(20, 3), (21, 2), (22, 5), (22, 0)])
        == [LinnStrumentLight(column: 3, row: 2, color: 5), LinnStrumentLight(column: 3, row: 2, color: 0)])
  }

  @Test func selectionStays() {
    #expect(
      changes([(20, 3), (22, 1), (21, 7), (22, 2)])
        == [LinnStrumentLight(column: 3, row: 0, color: 1), LinnStrumentLight(column: 3, row: 7, color: 2)])
  }

  @Test func sameColorIsNoChange() {
    #expect(changes([(22, 1), (22, 1), (20, 4), (22, 1), (20, 0), (22, 1)]).map(\.column) == [0, 4])
  }

  @Test func firstOwnColorIsChange() {
    #expect(changes([(22, 0), (22, 0)]) == [LinnStrumentLight(column: 0, row: 0, color: 0)])
  }

  @Test func unknownColorIsOwnColor() {
    #expect(changes([(22, 11), (22, 12)]).map(\.color) == [11, 0])
  }

  @Test func columnsAndRowsOutsideAreIgnored() {
    #expect(
      changes([(20, 25), (21, 7), (20, 26), (21, 8), (22, 1)])
        == [LinnStrumentLight(column: 25, row: 7, color: 1)])
  }

  @Test func allLightsAreInOrderOfRowsAndColumns() {
    var lights = LinnStrumentLights()
    #expect(lights.all.isEmpty)
    for (controller, value) in [(20, 9), (22, 1), (21, 1), (20, 2), (22, 3)] as [(Controller, UInt7)] {
      _ = lights.apply(controller, value)
    }
    #expect(
      lights.all
        == [LinnStrumentLight(column: 9, row: 0, color: 1), LinnStrumentLight(column: 2, row: 1, color: 3)])
  }
}
