public import ALSASequencer
public import ArgumentParser
public import MIDICore

extension Nanoseconds: ExpressibleByArgument {
  /// Reads `30s`, `5ms`, `1.5m`.
  public init?(argument: String) { self.init(parsing: argument) }
}

extension EndpointQuery: ExpressibleByArgument {
  /// Takes a name or `CLIENT:PORT`.
  public init?(argument: String) { self.init(argument) }
}

extension Ratio: ExpressibleByArgument {
  /// Reads `2`, `0.5`, `150%`, `3/2`.
  public init?(argument: String) { self.init(parsing: argument) }
}
