public import MIDICore

/// A note that was played: from its note-on to its note-off, and to where it can't be heard any more.
public struct Note: Hashable, Sendable {
  /// How the sound of a note ended in a synthesizer.
  public struct SoundEnd: Hashable, Sendable {
    /// When nothing was left of it.
    public var time: Nanoseconds
    /// Whether it was cut off, because another note needed its voices; else it died away.
    public var isStolen: Bool

    /// Makes an end of its parts.
    public init(time: Nanoseconds, isStolen: Bool = false) {
      self.time = time
      self.isStolen = isStolen
    }
  }

  /// From which source it came: an index of ``Performance/sources``.
  public var source: Int
  /// The channel it was played on.
  public var channel: Channel
  /// Which note.
  public var number: NoteNumber
  /// How hard it was struck, 1 through 127.
  public var velocity: UInt7
  /// When it began.
  public var onset: Nanoseconds
  /// When its key went up; nothing for a note that hangs.
  public var offset: Nanoseconds?
  /// How fast it was released; nothing where the note-off didn't say: a note-on with velocity 0, or no end at all.
  public var releaseVelocity: UInt7?
  /// When it stopped sounding: with its offset, or later where a pedal held it; nothing where it sounds to the end.
  public var silence: Nanoseconds?
  /// How its sound ended, where a synthesizer tells that: with its silence, or later where it rang on.
  public var soundEnd: SoundEnd?
  /// What a subject adds to the note when it begins, in its own order; then what it says otherwise later, by keys that
  /// name the moment: `tint when held`.
  public var attributes: [Timeline.Attribute]

  /// Makes a note of its parts; by default of the first source, and silent from its offset on.
  public init(
    source: Int = 0, channel: Channel, number: NoteNumber, velocity: UInt7, onset: Nanoseconds,
    offset: Nanoseconds?, releaseVelocity: UInt7? = nil, silence: Nanoseconds? = nil,
    soundEnd: SoundEnd? = nil, attributes: [Timeline.Attribute] = []
  ) {
    self.source = source
    self.channel = channel
    self.number = number
    self.velocity = velocity
    self.onset = onset
    self.offset = offset
    self.releaseVelocity = releaseVelocity
    self.silence = silence ?? offset
    self.soundEnd = soundEnd
    self.attributes = attributes
  }

  /// How long its key was down; nothing for a note that hangs.
  public var duration: Nanoseconds? { offset.map { $0.subtracting(onset) } }

  /// How long it rang on after it was let go; nothing where that isn't told, or it sounds to the end.
  var ring: Nanoseconds? { soundEnd.map { $0.time.subtracting(silence ?? offset ?? onset) } }
}
