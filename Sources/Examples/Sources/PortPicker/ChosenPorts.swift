import ALSASequencer
import Foundation

/// The chosen ports, which a file keeps between runs.
struct ChosenPorts: Codable, Equatable {
  var input = PortChoice.none(.input)
  var output = PortChoice.none(.output)

  init() {}

  /// Reads the choices, which are none at the first run.
  init(from file: URL) {
    self = (try? JSONDecoder().decode(Self.self, from: Data(contentsOf: file))) ?? Self()
  }

  func write(to file: URL) throws { try JSONEncoder().encode(self).write(to: file, options: .atomic) }

  /// The lists of inputs and outputs, with the chosen ones marked.
  func menu(of ports: [Endpoint]) -> String {
    "Inputs\n\(input.menu(of: ports))\nOutputs\n\(output.menu(of: ports))"
  }
}

extension PortChoice {
  /// The list of ports, with the chosen one marked. A missing port has a caution sign in place of its number.
  func menu(of ports: [Endpoint]) -> String {
    items(among: ports).enumerated().map { index, item in
      let mark = item.isChosen ? "*" : " "
      guard item.isMissing else { return "\(mark) \(index) \(item.choice.name ?? "none")" }
      let count = matches(among: ports).count
      return "\(mark) ⚠ \(name ?? "") \(count == 0 ? "is missing" : "matches \(count) ports")"
    }.joined(separator: "\n")
  }

  /// Returns the choice that the user means: a number of the list, or a part of a name, which may be of a missing port.
  func choice(_ text: String, among ports: [Endpoint]) -> PortChoice {
    let items = items(among: ports)
    guard let number = Int(text), items.indices.contains(number) else {
      return PortChoice(text, direction: direction)
    }
    return items[number].choice
  }
}
