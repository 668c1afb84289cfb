public import ArgumentParser
public import MIDICore

extension MiddleC: ExpressibleByArgument {
  /// Reads `3` or `4`.
  public init?(argument: String) {
    guard let value = Self.allCases.first(where: { $0.argument == argument }) else { return nil }
    self = value
  }

  /// What a person can give.
  public static var allValueStrings: [String] { allCases.map(\.argument) }

  /// Nothing: help would list the values with their names in the source otherwise.
  public static var allValueDescriptions: [String: String] { [:] }

  /// The way in which help shows it.
  public var defaultValueDescription: String { argument }

  private var argument: String { "\(rawValue)" }
}
