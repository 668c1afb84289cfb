internal import ALSASequencer
internal import Dispatch
internal import MIDICore
internal import MIDIRecSound
internal import MIDIRecSynth
internal import MIDIRecTakes
internal import MIDIRecWorkbench
internal import Synchronization

/// The synth of the studio, which plays the messages of inputs and of pages.
///
/// A queue owns the synth. The reader of the inputs and the pages add events to a bounded list and never wait, even while a
/// font is loaded. `SynthRun` has the sounding notes of each source, so that none hangs.
final class SoundPlayer: Sendable {
  /// An event for the synth.
  enum Event: Sendable {
    case message(Message, source: Int)
    /// Ends the notes of a source.
    case release(source: Int)
    /// Ends the notes of all sources.
    case releaseAll
  }

  /// A synth that plays.
  private struct Playing: ~Copyable {
    let synth: LiveSynth
    var run = SynthRun(channel: nil, fixedVelocity: nil)
    var knownSubstitutions: Set<PresetSubstitution> = []

    init(_ synth: consuming LiveSynth) { self.synth = synth }

    /// Returns messages about presets that the font lacks, each once.
    mutating func newSubstitutions() -> [String] { synth.newSubstitutions(&knownSubstitutions) }
  }

  /// The events that the queue hasn't played.
  private struct Waiting {
    var events: [Event] = []
    var isScheduled = false
    var isOn = false
  }

  /// The maximum number of waiting events: those of a second at the highest measured rate.
  private static let capacity = 10_000
  /// The time between two measurements of the voices, which FluidSynth doesn't announce.
  private static let pollInterval = DispatchTimeInterval.milliseconds(50)

  /// The source of the messages of pages. Inputs have numbers from 0 on.
  static let pages = -1

  let output: LiveSynth.Output
  private let queue = DispatchQueue(label: "midirec studio synth")
  private let waiting = Mutex(Waiting())
  /// The synth, which only the queue uses.
  private let playing = Mutex<Playing?>(nil)
  /// The choice that plays, or `nil`.
  private let choice = Mutex<FontChoice?>(nil)
  private let voices = Atomic(0)
  private let isPolling = Atomic(false)
  private let lastSource = Atomic(pages)
  private let observer = Mutex<@Sendable (_ notice: String?) -> Void>({ _ in })

  /// Creates a silent player.
  init(to output: LiveSynth.Output) { self.output = output }

  /// Sets the function that receives messages for the user, or `nil` after a change of the number of voices.
  func observe(_ changed: @escaping @Sendable (_ notice: String?) -> Void) {
    observer.withLock { $0 = changed }
  }

  private func tell(_ notice: String?) { observer.withLock(\.self)(notice) }

  /// The number of sounding voices.
  var voiceCount: Int { voices.load(ordering: .relaxed) }

  /// Whether a synth plays.
  var isOn: Bool { waiting.withLock(\.isOn) }

  // MARK: Choosing

  /// Plays with a font and a preset from now on, or is silent.
  ///
  /// The earlier synth is closed first, because many sound cards have only one user. It is opened again after an error.
  /// Notes that arrive in the meantime are dropped rather than played late.
  func open(_ next: FontChoice?) throws {
    try queue.sync {
      let earlier = choice.withLock(\.self)
      guard next != earlier else { return }
      close()
      do {
        try start(next)
      } catch {
        try? start(earlier)
        throw error
      }
    }
  }

  private func close() {
    waiting.withLock { $0.isOn = false }
    choice.withLock { $0 = nil }
    playing.withLock { $0 = nil }
    voices.store(0, ordering: .relaxed)
  }

  private func start(_ next: FontChoice?) throws {
    guard let next else { return }
    try playing.withLock { $0 = Playing(try LiveSynth.open(next, output: output)) }
    choice.withLock { $0 = next }
    waiting.withLock { ($0.events, $0.isOn) = ([], true) }
  }

  // MARK: Playing

  /// Plays events as soon as possible, without waiting for them.
  func play(_ events: [Event]) {
    let mustWake = waiting.withLock { waiting in
      guard waiting.isOn, !events.isEmpty else { return false }
      // The dropped events may include ends of notes.
      if waiting.events.count + events.count > Self.capacity {
        waiting.events = [.releaseAll]
      } else {
        waiting.events += events
      }
      defer { waiting.isScheduled = true }
      return !waiting.isScheduled
    }
    if mustWake { queue.async { self.playWaiting() } }
  }

  private func playWaiting() {
    let events = waiting.withLock { waiting in
      defer { (waiting.events, waiting.isScheduled) = ([], false) }
      return waiting.events
    }
    let notices = playing.withLock { playing -> [String] in
      guard playing != nil else { return [] }
      for event in events {
        switch event {
        case .message(let message, let source):
          if let message = playing?.run.played(message, from: source) { playing?.synth.send(message) }
        case .release(let source):
          for message in playing?.run.release(source) ?? [] { playing?.synth.send(message) }
        case .releaseAll:
          for message in playing?.run.releaseAll() ?? [] { playing?.synth.send(message) }
        }
      }
      return playing?.newSubstitutions() ?? []
    }
    for notice in notices { tell(notice) }
    if !isPolling.exchange(true, ordering: .relaxed) { measure() }
  }

  /// Counts the voices until none sounds, and checks the output.
  private func measure() {
    let (count, problem) = playing.withLock { playing -> (Int, String?) in
      guard playing != nil else { return (0, nil) }
      do throws(SoundError) {
        try playing?.synth.check()
        return (playing?.synth.soundingVoiceCount ?? 0, nil)
      } catch {
        return (playing?.synth.soundingVoiceCount ?? 0, "\(error)")
      }
    }
    if let problem { tell(problem) }
    if voices.exchange(count, ordering: .relaxed) != count { tell(nil) }
    guard count > 0 else { return isPolling.store(false, ordering: .relaxed) }
    queue.asyncAfter(deadline: .now() + Self.pollInterval) { self.measure() }
  }

  /// Plays the arrivals of a capture.
  func play(_ arrivals: [Capture.Arrival]) {
    guard isOn else { return }
    play(
      arrivals.compactMap { arrival in
        switch arrival {
        case .message(let timed, let source): .message(timed.message, source: source)
        case .sourceDisconnected(_, let source): .release(source: source)
        case .overrun: .releaseAll
        default: nil
        }
      })
  }

  /// Plays a recording in real time, and then ends its notes.
  func play(_ recording: Recording) async {
    let source = lastSource.subtract(1, ordering: .relaxed).newValue
    let start = ContinuousClock.now
    for timed in recording.messagesInOrder {
      await Self.sleep(until: start + .nanoseconds(timed.time.rawValue))
      if Task.isCancelled { break }
      play([.message(timed.message, source: source)])
    }
    await Self.sleep(until: start + .nanoseconds(recording.duration.rawValue))
    play([.release(source: source)])
  }

  private static func sleep(until time: ContinuousClock.Instant) async {
    guard time > .now else { return }
    // It ends early if the task is canceled.
    try? await Task.sleep(until: time, tolerance: .zero, clock: .continuous)
  }

  /// Waits until released notes have died away, but not longer than two seconds.
  func waitForSilence() async {
    let end = ContinuousClock.now + .seconds(2)
    repeat {
      await Self.sleep(until: .now + .milliseconds(100))
    } while voiceCount > 0 && .now < end && !Task.isCancelled
  }
}
