internal import ALSASequencer
public import ArgumentParser
public import Instruments
public import MIDICore
internal import Sessions

extension Nanoseconds: ExpressibleByArgument {
  /// Reads `30s`, `5ms`, `1.5m`.
  public init?(argument: String) { self.init(parsing: argument) }

  /// The way in which help shows it: `5ms`.
  public var defaultValueDescription: String { exactText }
}

extension EndpointQuery: ExpressibleByArgument {
  /// Takes a name or `CLIENT:PORT`.
  public init?(argument: String) { self.init(argument) }
}

extension Ratio: ExpressibleByArgument {
  /// Reads `2`, `0.5`, `150%`, `3/2`.
  public init?(argument: String) { self.init(parsing: argument) }
}

extension KeyNaming.System: ExpressibleByArgument {}

extension NamePattern: ExpressibleByArgument {
  /// Takes any text.
  public init?(argument: String) { self.init(argument) }
}

extension Shard: ExpressibleByArgument {
  /// Reads `2/5`.
  public init?(argument: String) { self.init(parsing: argument) }
}
