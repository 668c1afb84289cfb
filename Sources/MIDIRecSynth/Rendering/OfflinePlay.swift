internal import MIDICore
internal import MIDIRecSound

/// A rendering of one recording.
struct OfflinePlay: ~Copyable {
  private let hook: PlayerTickCallback?
  private let synth: Synth
  private let rate: Int
  private var tracker: VoiceTracker?
  private let substitutions: ((Nanoseconds, PresetSubstitution) -> Void)?
  /// The number of rendered blocks.
  private var block = 0
  /// The rendered blocks that are passed on as one piece.
  private var left = [Float](repeating: 0, count: pieceLength * SynthRenderer.blockLength)
  private var right = [Float](repeating: 0, count: pieceLength * SynthRenderer.blockLength)
  private var pieceBlockCount = 0

  /// The number of blocks per piece: enough that passing it on costs little.
  private static let pieceLength = 128
  /// The required length of silence at the end.
  private static let silence = Nanoseconds.milliseconds(100)
  /// The limit of silence, -96 dB, below the resolution of 16 bits.
  private static let quietest: Float = 1 / 65_536

  /// Creates a rendering that starts in silence.
  init(
    _ synth: consuming Synth, settings: SynthRenderer.Settings,
    voices: ((SynthRenderer.VoiceChange) -> Void)?,
    substitutions: ((Nanoseconds, PresetSubstitution) -> Void)?
  ) throws(SoundError) {
    hook = settings.timing == .fluidsynth ? try PlayerTickCallback(synth) : nil
    self.synth = synth
    self.substitutions = substitutions
    rate = settings.rate
    tracker = voices.map { VoiceTracker(polyphony: settings.polyphony, report: $0) }
  }

  // The synth exists until then.
  deinit { hook?.close() }

  /// Sends messages, which must be in order of time, before the first block at or after their time, or during that
  /// block with FluidSynth's timing.
  mutating func play(_ messages: [TimedMessage], into sink: (AudioBuffer) throws -> Void) throws {
    for timed in messages {
      try render(until: timed.time, into: sink)
      if let hook {
        hook.send(timed.message)
        continue
      }
      synth.send(timed.message)
      reportSubstitutions()
      let start = now
      tracker?.observe(synth, after: timed.message, at: start)
    }
  }

  /// Renders until the first block at or after `end`.
  mutating func render(until end: Nanoseconds, into sink: (AudioBuffer) throws -> Void) throws {
    let last = SynthRenderer.block(at: end, rate: rate)
    while block < last {
      // Several blocks per call cost less. But voices are visible only between calls, and each block has its own
      // messages.
      let count = tracker == nil && hook == nil ? min(last - block, Self.pieceLength - pieceBlockCount) : 1
      try renderBlocks(count, into: sink)
      // FluidSynth's player sends messages during a block.
      if hook != nil { reportSubstitutions() }
      advance(by: count)
    }
  }

  /// The start of the next block.
  private var now: Nanoseconds { SynthRenderer.time(ofBlock: block, rate: rate) }

  private mutating func advance(by count: Int) {
    block += count
    let start = now
    tracker?.observe(synth, at: start)
  }

  private func reportSubstitutions() {
    for substitution in synth.input.takeSubstitutions() { substitutions?(now, substitution) }
  }

  /// Renders until the output is silent, and passes on the rest.
  ///
  /// - Returns: `false` if the maximum tail was too short.
  mutating func renderTail(
    atMost longest: Nanoseconds, into sink: (AudioBuffer) throws -> Void
  ) throws -> Bool {
    let last = block + SynthRenderer.block(at: longest, rate: rate)
    let silence = SynthRenderer.block(at: Self.silence, rate: rate)
    var silentCount = 0
    var isSilent: Bool { silentCount >= silence && synth.soundingVoiceCount == 0 }
    while block < last, !isSilent {
      let peak = try renderBlocks(1, measuresPeak: true, into: sink)
      silentCount = peak < Self.quietest ? silentCount + 1 : 0
      advance(by: 1)
    }
    try passPieceOn(to: sink)
    return isSilent
  }

  /// Renders blocks into the piece, and passes it on if it is full.
  ///
  /// - Returns: The largest sample, or 0 if it isn't measured.
  @discardableResult private mutating func renderBlocks(
    _ count: Int, measuresPeak: Bool = false, into sink: (AudioBuffer) throws -> Void
  ) throws -> Float {
    let start = pieceBlockCount * SynthRenderer.blockLength
    synth.render(count * SynthRenderer.blockLength, into: &left, &right, at: start)
    pieceBlockCount += count
    var peak: Float = 0
    if measuresPeak {
      for frame in start..<pieceBlockCount * SynthRenderer.blockLength {
        peak = max(peak, abs(left[frame]), abs(right[frame]))
      }
    }
    if pieceBlockCount == Self.pieceLength { try passPieceOn(to: sink) }
    return peak
  }

  private mutating func passPieceOn(to sink: (AudioBuffer) throws -> Void) throws {
    guard pieceBlockCount > 0 else { return }
    let count = pieceBlockCount * SynthRenderer.blockLength
    pieceBlockCount = 0
    let channels = [Array(left.prefix(count)), Array(right.prefix(count))]
    guard let piece = AudioBuffer(rate: rate, channels: channels) else { return }
    try sink(piece)
  }
}

extension SynthRenderer {
  /// Returns the first block at or after a time, or the first block for negative times.
  static func block(at time: Nanoseconds, rate: Int) -> Int {
    let (blocks, rest) = max(0, AudioBuffer.frame(at: time, rate: rate))
      .quotientAndRemainder(dividingBy: blockLength)
    return rest > 0 ? blocks + 1 : blocks
  }

  /// Returns the start of a block, rounded down to a nanosecond.
  static func time(ofBlock block: Int, rate: Int) -> Nanoseconds {
    AudioBuffer.time(ofFrame: block * blockLength, rate: rate)
  }
}
