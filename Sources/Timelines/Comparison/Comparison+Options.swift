public import MIDICore

extension Comparison {
  /// What counts as a difference.
  public struct Options: Hashable, Sendable {
    /// How much earlier or later a note, a value or an event may begin.
    public var onsetTolerance: Nanoseconds
    /// How much earlier or later a note may end.
    public var offsetTolerance: Nanoseconds
    /// The same as a part of the expected note's length; the larger of both counts.
    public var offsetRatio: Ratio?
    /// By how much a velocity may differ, 0 through 127.
    public var velocityTolerance: Int
    /// By how much a value may differ, 0 through 127. Values up to 16,383, bends and parameters, may differ by 128 times
    /// as much; programs not at all.
    public var valueTolerance: Int
    /// On which channel something may come instead of the expected one; what isn't there comes on its own.
    public var channels: [Channel: Channel]
    /// Whether the actual take may have been started at any moment: then a shift as a whole is said and is no
    /// difference.
    public var alignsStart: Bool

    /// Makes options; 5 ms for onsets and offsets, equal velocities and values, and a start that is aligned.
    public init(
      onsetTolerance: Nanoseconds = .milliseconds(5), offsetTolerance: Nanoseconds = .milliseconds(5),
      offsetRatio: Ratio? = nil, velocityTolerance: Int = 0, valueTolerance: Int = 0,
      channels: [Channel: Channel] = [:], alignsStart: Bool = true
    ) {
      self.onsetTolerance = onsetTolerance
      self.offsetTolerance = offsetTolerance
      self.offsetRatio = offsetRatio
      self.velocityTolerance = velocityTolerance
      self.valueTolerance = valueTolerance
      self.channels = channels
      self.alignsStart = alignsStart
    }
  }
}
