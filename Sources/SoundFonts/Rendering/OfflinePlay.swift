internal import MIDICore
internal import Sound

/// One recording on its way through a synth.
struct OfflinePlay: ~Copyable {
  private let hook: PlayerTickCallback?
  private let synth: Synth
  private let clock: BlockClock
  private var tracker: VoiceTracker?
  private var pieces: SoundPieces
  /// How many blocks were rendered.
  private var block = 0

  /// Begins with silence.
  init(
    _ synth: consuming Synth, settings: SynthRenderer.Settings,
    voices: ((SynthRenderer.VoiceChange) -> Void)?
  ) throws(SoundFontError) {
    hook = settings.timing == .fluidsynth ? try PlayerTickCallback(synth) : nil
    self.synth = synth
    clock = BlockClock(rate: settings.rate)
    pieces = SoundPieces(rate: settings.rate)
    tracker = voices.map { VoiceTracker(polyphony: settings.polyphony, report: $0) }
  }

  // The synth is there until then.
  deinit { hook?.close() }

  /// Sends messages that are in order of time, each before the first block that begins at its time or after it; or
  /// with FluidSynth's timing, while that block is rendered.
  mutating func play(_ messages: [TimedMessage], into sink: (AudioBuffer) throws -> Void) throws {
    for timed in messages {
      try render(until: timed.time, into: sink)
      if let hook {
        hook.send(timed.message)
        continue
      }
      synth.send(timed.message)
      tracker?.observe(synth, after: timed.message, at: clock.time(of: block))
    }
  }

  /// Renders until the first block that begins at `end` or after it.
  mutating func render(until end: Nanoseconds, into sink: (AudioBuffer) throws -> Void) throws {
    let last = clock.block(at: end)
    while block < last {
      // Several blocks at once cost less; but what voices do is seen only between calls, and each block has its own
      // messages.
      let count = tracker == nil && hook == nil ? min(last - block, pieces.freeCount) : 1
      try pieces.render(synth, blockCount: count, into: sink)
      block += count
      tracker?.observe(synth, at: clock.time(of: block))
    }
  }

  /// Renders until all is silent, and hands on what is left.
  ///
  /// - Returns: Whether all is silent. It isn't if the longest tail wasn't long enough.
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

  /// How long the effects must have been silent at the end.
  private static let silence = Nanoseconds.milliseconds(100)
  /// What counts as silent: less than -96 dB, which 16 bits can't tell from nothing.
  private static let quietest: Float = 1 / 65_536
}

/// Which block a time belongs to, at a rate. All by whole numbers.
struct BlockClock {
  /// How many frames a second.
  let rate: Int

  /// The first block that begins at `time` or after it; the first of all for times before it.
  func block(at time: Nanoseconds) -> Int {
    let (blocks, rest) = Int128(time.rawValue).multipliedReportingOverflow(by: Int128(rate)).partialValue
      .quotientAndRemainder(dividingBy: Int128(1_000_000_000) * Int128(SynthRenderer.blockLength))
    return max(0, Int(clamping: rest > 0 ? blocks + 1 : blocks))
  }

  /// When a block begins, rounded down to a nanosecond.
  func time(of block: Int) -> Nanoseconds {
    AudioBuffer.time(ofFrame: block * SynthRenderer.blockLength, rate: rate)
  }
}
