import ALSASequencer
import Foundation
import Testing

@testable import PortPicker

@Suite struct PortPickerTests {
  @Test func choicesAreKeptInFile() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(ChosenPorts(from: file) == ChosenPorts())
    var ports = ChosenPorts()
    ports.input = PortChoice("LinnStrument", direction: .input)
    try ports.write(to: file)
    #expect(ChosenPorts(from: file) == ports)
  }

  @Test func missingPortStaysChosen() {
    var ports = ChosenPorts()
    ports.input = PortChoice("LinnStrument", direction: .input)
    #expect(
      ports.menu(of: []) == """
        Inputs
          0 none
        * ⚠ LinnStrument is missing
        Outputs
        * 0 none
        """)
  }

  @Test(arguments: [("0", nil), ("Linn", "Linn"), ("7", "7")])
  func textChoosesPort(text: String, name: String?) {
    #expect(PortChoice.none(.output).choice(text, among: []).name == name)
  }
}
