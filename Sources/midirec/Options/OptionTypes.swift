internal import ALSASequencer
public import ArgumentParser
internal import FontCatalog
public import MIDICore
internal import MIDIRecSessions
public import MIDIRecSound
public import MIDIRecSynth
internal import MIDIRecWorkbench

extension Nanoseconds: ExpressibleByArgument {
  /// Reads `30s`, `5ms`, `1.5m`.
  public init?(argument: String) { self.init(parsing: argument) }

  /// The value as a user would type it: `5ms`.
  public var defaultValueDescription: String { argument }
}

extension EndpointQuery: ExpressibleByArgument {
  /// Reads a name or `CLIENT:PORT`.
  public init?(argument: String) { self.init(argument) }
}

extension Ratio: ExpressibleByArgument {
  /// Reads `2`, `0.5`, `150%`, `3/2`.
  public init?(argument: String) { self.init(parsing: argument) }
}

extension SessionRunner.Update: ExpressibleByArgument {}

extension NamePattern: ExpressibleByArgument {
  /// Reads any text.
  public init?(argument: String) { self.init(argument) }
}

extension Shard: ExpressibleByArgument {
  /// Reads `2/5`.
  public init?(argument: String) { self.init(parsing: argument) }
}

extension MiddleC: ExpressibleByArgument {
  /// Reads `3`, `4`, or `5`.
  public init?(argument: String) {
    guard let value = Self.allCases.first(where: { "\($0.rawValue)" == argument }) else { return nil }
    self = value
  }
}

extension ValidationError {
  /// Throws an error if the number of an option is given and outside its range.
  static func check(_ number: Int?, _ range: ClosedRange<Int>, _ option: String) throws {
    guard let number, !range.contains(number) else { return }
    let bounds = "from \(range.lowerBound) to \(range.upperBound)"
    throw ValidationError("\(option) must be \(bounds) (found \(number)).")
  }
}

/// A value that turns an effect on or off.
enum Switch: String, ExpressibleByArgument, CaseIterable {
  case on
  case off
}

extension AudioFormat: ExpressibleByArgument {}
extension Stem.Kind: ExpressibleByArgument {}
extension SynthRenderer.Timing: ExpressibleByArgument {}
extension SynthRenderer.BankStyle: ExpressibleByArgument {}

/// An expected channel and the actual channel to compare it with: `2=3`.
struct ChannelPair: ExpressibleByArgument {
  let expected: Channel
  let actual: Channel

  init?(argument: String) {
    let channels = argument.split(separator: "=", omittingEmptySubsequences: false).map { text in
      text.allSatisfy(\.isASCIIDigit) ? Int(text).flatMap(Channel.init(number:)) : nil
    }
    guard channels.count == 2, let expected = channels[0], let actual = channels[1] else { return nil }
    self.expected = expected
    self.actual = actual
  }
}

/// Numbers and ranges of numbers, such as `1,3-5`.
struct NumberSelection: ExpressibleByArgument, Equatable {
  private let ranges: [ClosedRange<Int>]

  /// Reads numbers and ranges separated by commas, from 1 to 65,535, the maximum number of tracks of a file.
  init?(argument: String) {
    var ranges: [ClosedRange<Int>] = []
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      let numbers = ends.compactMap { $0.allSatisfy(\.isASCIIDigit) ? UInt16($0).map(Int.init) : nil }
      guard numbers.count == ends.count, let first = numbers.first, let last = numbers.last, first > 0,
        first <= last
      else { return nil }
      ranges.append(first...last)
    }
    self.ranges = ranges
  }

  /// Returns whether the selection contains a number.
  func contains(_ number: Int) -> Bool { ranges.contains { $0.contains(number) } }
}
