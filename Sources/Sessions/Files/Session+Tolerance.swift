package import MIDICore

extension Session {
  /// How far off is still right. What the session doesn't say is left to the options of a run.
  package struct Tolerance: Hashable, Sendable {
    /// How much earlier or later a note, or anything else, may begin: from 0 up to an hour.
    package var onset: Nanoseconds?
    /// How much earlier or later a note may end: from 0 up to an hour.
    package var offset: Nanoseconds?
    /// The same as a part of the note's length: from 0 through 1. The larger of both counts.
    package var offsetRatio: OffsetRatio?
    /// By how much a velocity may differ: 0 through 127.
    package var velocity: Int?
    /// By how much a controller's value may differ: 0 through 127.
    package var controller: Int?

    /// Makes tolerances; by default none is said.
    package init(
      onset: Nanoseconds? = nil, offset: Nanoseconds? = nil, offsetRatio: OffsetRatio? = nil,
      velocity: Int? = nil, controller: Int? = nil
    ) {
      self.onset = onset
      self.offset = offset
      self.offsetRatio = offsetRatio
      self.velocity = velocity
      self.controller = controller
    }
  }

  /// A part of a note's length. ``Ratio`` has no zero, which here is a tolerance like others.
  package enum OffsetRatio: Hashable, Sendable {
    /// No part of it.
    case zero
    /// So much of it, 1 at most.
    case part(Ratio)
  }
}
