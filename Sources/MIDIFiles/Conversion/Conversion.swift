public import MIDICore

extension MIDIFile {
  /// What is to be made of a file. Nothing, unless told otherwise.
  ///
  /// The order is fixed, whatever order a person names the parts in: the range is cut out first, at the times that
  /// the file had; then the tempo and the division are changed; then tracks are merged, then split; then comes
  /// the format.
  public struct Conversion: Hashable, Sendable {
    /// Where the part that is kept begins; at the start without it.
    public var start: Nanoseconds?
    /// Where the part that is kept ends; at the end without it.
    public var end: Nanoseconds?
    /// The constant tempo that is to replace all others, in microseconds a quarter note, 1 through 16,777,215.
    public var microsecondsPerQuarter: UInt32?
    /// What a tick is to be.
    public var division: Division?
    /// Whether all tracks are to become one.
    public var merges = false
    /// Whether tracks with several channels are to become one for each.
    public var splits = false
    /// How the tracks are to belong together.
    public var format: Format?

    /// Makes a conversion that changes nothing.
    public init() {}
  }

  /// Makes another file of this one.
  ///
  /// - Throws: What is in the way.
  /// - Complexity: O(*n* log *t*) for *n* events and bytes, and *t* tempo events or tracks.
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
