internal import MIDICore
internal import Sound

/// A rendering of one recording.
struct OfflinePlay: ~Copyable {
  private let hook: PlayerTickCallback?
  private let synth: Synth
  private let clock: BlockClock
  private var tracker: VoiceTracker?
  private let substitutions: ((Nanoseconds, PresetSubstitution) -> Void)?
  private var pieces: SoundPieces
  /// The number of rendered blocks.
  private var block = 0

  /// Creates a rendering that starts in silence.
  init(
    _ synth: consuming Synth, settings: SynthRenderer.Settings,
    voices: ((SynthRenderer.VoiceChange) -> Void)?,
    substitutions: ((Nanoseconds, PresetSubstitution) -> Void)?
  ) throws(SoundFontError) {
    hook = settings.timing == .fluidsynth ? try PlayerTickCallback(synth) : nil
    self.synth = synth
    self.substitutions = substitutions
    clock = BlockClock(rate: settings.rate)
    pieces = SoundPieces(rate: settings.rate)
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
      tracker?.observe(synth, after: timed.message, at: clock.time(of: block))
    }
  }

  /// Renders until the first block at or after `end`.
  mutating func render(until end: Nanoseconds, into sink: (AudioBuffer) throws -> Void) throws {
    let last = clock.block(at: end)
    while block < last {
      // Several blocks per call cost less. But voices are visible only between calls, and each block has its own
      // messages.
      let count = tracker == nil && hook == nil ? min(last - block, pieces.freeCount) : 1
      try pieces.render(synth, blockCount: count, into: sink)
      if hook != nil { reportSubstitutions() }
      block += count
      tracker?.observe(synth, at: clock.time(of: block))
    }
  }

  private func reportSubstitutions() {
    for substitution in synth.substitutions.take() { substitutions?(clock.time(of: block), substitution) }
  }

  /// Renders until the output is silent, and passes on the rest.
  ///
  /// - Returns: `false` if the maximum tail was too short.
  mutating func renderTail(
    atMost longest: Nanoseconds, into sink: (AudioBuffer) throws -> Void
  ) throws -> Bool {
    let last = block + clock.block(at: longest)
    let silence = clock.block(at: Self.silence)
    var silentCount = 0
    var isSilent: Bool { silentCount >= silence && synth.soundingVoiceCount == 0 }
    while block < last, !isSilent {
      let peak = try pieces.render(synth, blockCount: 1, measures: true, into: sink)
      silentCount = peak < Self.quietest ? silentCount + 1 : 0
      block += 1
      tracker?.observe(synth, at: clock.time(of: block))
    }
    try pieces.flush(into: sink)
    return isSilent
  }

  /// The required length of silence at the end.
  private static let silence = Nanoseconds.milliseconds(100)
  /// The limit of silence, -96 dB, below the resolution of 16 bits.
  private static let quietest: Float = 1 / 65_536
}

/// The blocks of times at a sample rate, in integers.
struct BlockClock {
  /// The sample rate in Hz.
  let rate: Int

  /// Returns the first block at or after `time`, or the first block for negative times.
  func block(at time: Nanoseconds) -> Int {
    let (blocks, rest) = Int128(time.rawValue).multipliedReportingOverflow(by: Int128(rate)).partialValue
      .quotientAndRemainder(dividingBy: Int128(1_000_000_000) * Int128(SynthRenderer.blockLength))
    return max(0, Int(clamping: rest > 0 ? blocks + 1 : blocks))
  }

  /// Returns the start of a block, rounded down to a nanosecond.
  func time(of block: Int) -> Nanoseconds {
    AudioBuffer.time(ofFrame: block * SynthRenderer.blockLength, rate: rate)
  }
}
