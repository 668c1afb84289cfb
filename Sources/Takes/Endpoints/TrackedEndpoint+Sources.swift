internal import ALSASequencer
internal import MIDICore
package import MIDIFiles

extension [TrackedEndpoint] {
  /// The inputs in a sentence: names with their addresses, or midirec's own port if no input was chosen.
  package var sentence: String { sentence(port: "midirec capture") }

  /// Returns the inputs in a sentence, with the given name of midirec's port.
  package func sentence(port: String) -> String {
    isEmpty
      ? "its port \"\(port)\""
      : map { chosen in chosen.endpoint.map { "\($0)" } ?? chosen.name }.joined(separator: ", ").printable
  }

  /// The inputs as sources of a take, whose names are distinct.
  package var takeSources: [TakeSource] {
    isEmpty ? [TakeSource(name: "midirec capture")] : takeSources(named: distinctNames)
  }

  /// Returns the inputs as sources of a take with the given names.
  func takeSources(named names: [String]) -> [TakeSource] {
    zip(self, names).map { TakeSource($0, name: $1) }
  }
}

extension TakeSource {
  fileprivate init(_ chosen: TrackedEndpoint, name: String) {
    self.init(
      name: name, portName: chosen.endpoint?.portName,
      hardware: chosen.endpoint?.hardware.map { "\($0)" })
  }
}
