public import MIDICore

/// A played note, from its note-on to its note-off and its silence.
public struct Note: Hashable, Sendable {
  /// The end of a note's sound in a synthesizer.
  public struct SoundEnd: Hashable, Sendable {
    /// The time when the sound ended.
    public var time: Nanoseconds
    /// Whether a different note took its voices. Otherwise, the sound decayed.
    public var isStolen: Bool

    /// Creates an end with the given values.
    public init(time: Nanoseconds, isStolen: Bool = false) {
      self.time = time
      self.isStolen = isStolen
    }
  }

  // In this order, small values fill the gaps after optional ones, and a note has 64 bytes instead of 80.

  /// The time of the note-on.
  public var onset: Nanoseconds
  /// The time of the note-off, or `nil` if the note is hanging.
  public var offset: Nanoseconds?
  /// The channel.
  public var channel: Channel
  /// The note number.
  public var number: NoteNumber
  /// The velocity, from 1 to 127.
  public var velocity: UInt7
  private var sourceIndex: Int32
  /// The time when the note falls silent, which is later than its offset if a pedal holds it, or `nil` if it sounds to
  /// the end.
  public var silence: Nanoseconds?
  /// The number of earlier note-ons of its key that hadn't ended when it started, at most 255. In many instruments, the
  /// next note-off cuts the note off.
  public var overlapCount: UInt8
  /// The release velocity, or `nil` if the note-off has none: a note-on with velocity 0, or no note-off.
  public var releaseVelocity: UInt7?
  /// The end of the sound in a synthesizer, at its silence or later, or `nil` if it is unknown.
  public var soundEnd: SoundEnd?
  /// The attributes that a subject adds at the start of the note, then later changes with keys that name the moment,
  /// such as `tint when held`.
  public var attributes: [Timeline.Attribute]

  /// Creates a note. By default, it belongs to the first source and is silent from its offset.
  public init(
    source: Int = 0, channel: Channel, number: NoteNumber, velocity: UInt7, onset: Nanoseconds,
    offset: Nanoseconds?, releaseVelocity: UInt7? = nil, silence: Nanoseconds? = nil,
    soundEnd: SoundEnd? = nil, overlapCount: UInt8 = 0, attributes: [Timeline.Attribute] = []
  ) {
    sourceIndex = Int32(source)
    self.channel = channel
    self.number = number
    self.velocity = velocity
    self.onset = onset
    self.offset = offset
    self.releaseVelocity = releaseVelocity
    self.silence = silence ?? offset
    self.soundEnd = soundEnd
    self.overlapCount = overlapCount
    self.attributes = attributes
  }

  /// The source, as an index of ``Performance/sources``, less than 2³¹.
  public var source: Int {
    get { Int(sourceIndex) }
    set { sourceIndex = Int32(newValue) }
  }

  /// The time between note-on and note-off, or `nil` if the note is hanging.
  public var duration: Nanoseconds? { offset.map { $0.subtracting(onset) } }

  /// The time between the release and the end of the sound, or `nil` if it is unknown or the note sounds to the end.
  var ring: Nanoseconds? { soundEnd.map { $0.time.subtracting(silence ?? offset ?? onset) } }
}
