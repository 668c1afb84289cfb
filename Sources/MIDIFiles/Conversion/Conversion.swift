public import MIDICore

extension MIDIFile {
  /// The changes to make to a file; none by default.
  ///
  /// The order is fixed. The range is cut out at its original times, then the tempo and division are changed. Finally,
  /// tracks are merged, tracks are split, and the format is set.
  public struct Conversion: Hashable, Sendable {
    /// The start of the range to keep, or `nil` for the start of the file.
    public var start: Nanoseconds?
    /// The end of the range to keep, or `nil` for the end of the file.
    public var end: Nanoseconds?
    /// The constant tempo that replaces all others.
    ///
    /// It is in microseconds per quarter note, from 1 through 16,777,215.
    public var microsecondsPerQuarter: UInt32?
    /// The new division.
    public var division: Division?
    /// Whether to merge all tracks into one.
    public var merges = false
    /// Whether to split tracks with several channels into one per channel.
    public var splits = false
    /// The new format.
    public var format: Format?

    /// Creates a conversion without changes.
    public init() {}
  }

  /// Returns the file with the given changes.
  ///
  /// - Throws: ``ConversionError`` if a change isn't possible.
  /// - Complexity: O(*n* log *t*), where *n* is the number of events and bytes, and *t* is the number of tempo events
  ///   or tracks.
  public func converted(by conversion: Conversion) throws(ConversionError) -> MIDIFile {
    var file = self
    if conversion.start != nil || conversion.end != nil {
      file = file.excerpt(from: conversion.start ?? .zero, to: conversion.end)
    }
    if let tempo = conversion.microsecondsPerQuarter {
      file = try file.converted(toTempo: tempo, division: conversion.division ?? file.division)
    } else if let division = conversion.division {
      file = try file.converted(to: division)
    }
    if conversion.merges { file = try file.merged() }
    if conversion.splits { file = try file.split() }
    if let format = conversion.format { file = try file.converted(to: format) }
    return file
  }
}

extension MIDIFile {
  /// The reason that a file can't be converted to a different file or to a recording.
  public enum ConversionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The tracks of a format 2 file are independent pieces without an order.
    case independentTracks(count: Int)
    /// The file has no piece with this number.
    case noPiece(number: Int, count: Int)
    /// The file has a time-code division, which can't have a tempo.
    case noTempoInTimeCode
    /// The result would need too many empty text events to bridge long gaps.
    case tooLong
    /// The result would have too many events.
    ///
    /// Each piece of a format 2 file repeats all tempo, time signature, and key signature events, which can multiply
    /// the size of the file. The number of packets and meta events per track is also limited.
    case tooManyEvents

    /// The reason, on one line.
    public var description: String {
      switch self {
      case .independentTracks(let count):
        "the file holds \(count) independent pieces (format 2), not one take"
      case .noPiece(let number, let count):
        switch count {
        case 0: "the file has no pieces"
        case 1: "the file has only one piece (found piece \(number))"
        default: "the file has only pieces 1 to \(count) (found piece \(number))"
        }
      case .noTempoInTimeCode:
        "a time-code division has no tempo; choose a division in ticks per quarter note"
      case .tooLong: "the file would be too long at this division and tempo"
      case .tooManyEvents: "the file would have too many events"
      }
    }
  }
}
