import MIDICore
import Testing

@Suite struct ParameterSelectionTests {
  private func selection(_ changes: (Controller, UInt7)...) -> ParameterSelection {
    var selection = ParameterSelection()
    for (controller, value) in changes { selection.apply(controller, value) }
    return selection
  }

  @Test func bothBytesSelectParameter() {
    #expect(selection((101, 0)).parameter == nil)
    #expect(selection((101, 0), (100, 6)).parameter == ParameterNumber(isRegistered: true, number: 6))
    #expect(selection((99, 1), (98, 2)).parameter == ParameterNumber(isRegistered: false, number: 130))
  }

  @Test func kindOfTheLastChangeIsSelected() {
    let selection = selection((101, 0), (100, 6), (99, 1), (98, 2), (100, 5))
    #expect(selection.parameter == ParameterNumber(isRegistered: true, number: 5))
    #expect(selection.controlChanges.map(\.controller) == [99, 98, 101, 100])
    #expect(selection.controlChanges.map(\.value) == [1, 2, 0, 5])
  }

  @Test func nullParameterAndOtherControllersSelectNoParameter() {
    #expect(selection((101, 127), (100, 127)).parameter == nil)
    #expect(selection((99, 127), (98, 127)).parameter == nil)
    #expect(selection((6, 1), (38, 1)).controlChanges.isEmpty)
  }

  @Test(arguments: [true, false])
  func selectionMessagesSelectTheirParameter(isRegistered: Bool) {
    let number = ParameterNumber(isRegistered: isRegistered, number: 1234)
    var selection = ParameterSelection()
    for (controller, value) in number.selection { selection.apply(controller, value) }
    #expect(selection.parameter == number)
  }
}
