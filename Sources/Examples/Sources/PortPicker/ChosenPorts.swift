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

  /// Returns the port that the user means: a number of the list, a part of a name, which may be of a missing port, or 0
  /// for none.
  static func choice(_ text: String, of direction: PortChoice.Direction, among ports: [Endpoint])
    -> PortChoice?
  {
    guard let number = Int(text) else { return PortChoice(text, direction: direction) }
    let listed = Self.ports(of: direction, among: ports)
    guard 0...listed.count ~= number else { return nil }
    return number == 0 ? .none(direction) : PortChoice(listed[number - 1], among: ports, direction: direction)
  }

  /// The lists of inputs and outputs with the chosen ones, and those that are missing.
  func menu(of ports: [Endpoint]) -> String {
    [("Inputs", input), ("Outputs", output)].map { title, choice in
      let chosen = choice.port(among: ports)
      var lines = ["\(choice.isNone ? "*" : " ") 0 none"]
      for (index, port) in Self.ports(of: choice.direction, among: ports).enumerated() {
        lines.append("\(port == chosen ? "*" : " ") \(index + 1) \(port.displayName)")
      }
      if chosen == nil, let name = choice.name { lines.append("* ⚠ \(name) is missing") }
      return "\(title)\n" + lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private static func ports(of direction: PortChoice.Direction, among ports: [Endpoint]) -> [Endpoint] {
    ports.filter { $0.directions.contains(direction == .input ? .input : .output) }
  }
}
