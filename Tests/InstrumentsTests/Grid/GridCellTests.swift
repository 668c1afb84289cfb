import Instruments
import Testing

@Suite struct GridCellTests {
  @Test(arguments: LinnStrument.allCases)
  func cellNumbersRoundTrip(model: LinnStrument) {
    for number in 0..<model.cellCount {
      #expect(GridCell(number: number, of: model).number(on: model) == number)
    }
  }

  @Test func numbersStartAtTopLeft() {
    #expect(GridCell(number: 0, of: .model200) == GridCell(column: 1, row: 7))
    #expect(GridCell(number: 199, of: .model200) == GridCell(column: 25, row: 0))
    #expect(GridCell(number: 16, of: .model128) == GridCell(column: 1, row: 6))
  }

  @Test func cellIsNamedByColumnAndRow() throws {
    let cellText = try #require(InstrumentView.grid(.model200).cellText)
    #expect([0, 199, 200].map(cellText) == ["column 1, row 7", "column 25, row 0", "cell 200"])
    #expect(InstrumentView.grid(.model128).cellText?(16) == "column 1, row 6")
    #expect(InstrumentView.piano.cellText == nil)
  }
}
