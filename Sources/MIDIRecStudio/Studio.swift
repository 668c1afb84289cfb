internal import ALSASequencer
internal import Dispatch
internal import FontCatalog
internal import MIDICore
internal import MIDIRecSound
package import MIDIRecSynth
package import MIDIRecSystem
internal import MIDIRecTakes
internal import MIDIRecWorkbench
internal import Synchronization
package import SystemPackage

/// The engine of `midirec studio`: it listens to all inputs, and does what pages ask for.
///
/// A thread reads the inputs. Each page performs its commands on a queue, in their order, so that the network continues
/// while a command takes time. A page reads the state whenever it can send.
package final class Studio: Sendable {
  /// The state that the threads share.
  struct Model {
    var live = LiveState()
    var log = StudioLog()
    /// The messages that can still become a take, with their sources.
    var arrivals = BoundedList<(timed: TimedMessage, source: Int)>(capacity: 500_000)
    /// The time until which everything that was sent has arrived, or `nil` if the studio doesn't listen.
    var heardUntil: Nanoseconds?
    var lostCount = 0
    /// The outputs of the system.
    var outputs: [Endpoint] = []
    var output: ChosenOutput?
    /// The address of the studio's own port, or `nil` without a sequencer.
    var ownAddress: EndpointAddress?
    /// The notes that each page holds on the output.
    var playedNotes: [PageID: Set<PlayedNote>] = [:]
    /// The messages that end the pressures of each page on notes that it holds, and on their channels.
    var pressureEnds: [PageID: Set<Message>] = [:]
    /// The notes and pedals that were sent to the output without their ends.
    var sent = ReleaseTracker()
    var recording: RunningRecording?
    var replay: RunningReplay?
    /// The verdicts of sessions that ran here, by name.
    var verdicts: [String: SessionVerdict] = [:]
    /// The notes that are judged now, or `nil`.
    var judgment: RunningJudgment?
    /// The aliases of the connected ports, by their addresses.
    var aliases: [String: String] = [:]
    var marks = BoundedList<Mark>(capacity: 100)
    /// The sessions that run again when their files change, or `nil`.
    var watch: RunningWatch?
    /// The number and the text of the action that pages can take back, or `nil`.
    var undo: (number: Int, text: String)?
    /// A message for the first page, or `nil`.
    var firstNotice: String?
    /// The command line that a page showed last.
    var shownCommand = ""
    /// The sound that plays the messages of inputs and of pages, or `nil`.
    var sound: Sound?
    var audition: RunningAudition?
    var voiceCount = 0
    /// The reason why no sound can be heard, or `nil`.
    var soundProblem: String?
    /// Numbers that change when lists of files change.
    var (takesVersion, sessionsVersion, catalogVersion) = (1, 1, 1)
    /// Called after each change, on any thread.
    var observers: [PageID: @Sendable (StudioNews) -> Void] = [:]
    /// The reason why the studio can't listen, or `nil`.
    var failure: String?

    /// Notes that everything until a time has arrived.
    mutating func hear(until time: Nanoseconds) { heardUntil = max(heardUntil ?? .zero, time) }
  }

  /// The number of a page.
  typealias PageID = Int

  /// A note that a page holds.
  struct PlayedNote: Hashable {
    let channel: Channel
    let note: NoteNumber

    /// The message that ends the note.
    var release: Message { .noteOff(channel: channel, note: note, velocity: 64) }
  }

  let model = Mutex(Model())
  /// The actions that can be taken back. Files change under this lock.
  let history = Mutex(UndoHistory())
  /// The hidden folders with deleted files.
  let deletedFolders = Mutex<[DeletedFolder]>([])
  let reports = ReportPages()
  /// The takes that were listed last, by name, which aren't read again until they change.
  let listedTakes = Mutex<[String: ListedTake]>([:])
  /// The names of files that pages have written, or are about to.
  let claimedNames = Mutex<Set<FilePath>>([])
  /// The sequencer, or the reason why pages can only judge, compare, and hear takes.
  private let openedSequencer: Result<Sequencer, StudioError>
  var sequencer: Sequencer { get throws { try openedSequencer.get() } }
  /// The folder of takes and sessions.
  package let folder: FilePath
  /// Ends the studio.
  let stop: StopToken
  /// The user's fonts, or the reason why there are none.
  let catalog: Result<FontCatalog, SoundError>
  /// Performs the actions that need the catalog or load a font.
  let soundQueue = DispatchQueue(label: "midirec studio sounds")
  let player: SoundPlayer
  /// Time zero on the monotonic clock.
  private let start = Mutex(StopToken.now)
  /// The name of the studio's own port.
  static let portName = "midirec studio"
  /// The input of the studio's own port and of notes that pages play.
  static let ownInput = 0
  /// The times after which silence is known to be one.
  private static let (hearingInterval, recordingInterval) = (
    Nanoseconds.milliseconds(250), Nanoseconds.milliseconds(100)
  )
  /// The time in which messages can become a take.
  private static let keptLength = Nanoseconds.seconds(30 * 60)

  /// Opens the sequencer, and starts to listen. Without a sequencer, there are no ports.
  ///
  /// - Parameter audio: The output of the studio's sound.
  package init(in folder: FilePath, audio: LiveSynth.Output = .driver(nil), stop: StopToken) throws {
    self.folder = folder
    player = SoundPlayer(to: audio)
    do throws(SoundError) {
      catalog = .success(try FontCatalog.ofUser())
    } catch {
      catalog = .failure(error)
    }
    self.stop = stop
    do throws(SequencerError) {
      openedSequencer = .success(try Sequencer(name: Self.portName))
    } catch {
      guard error.isSequencerUnavailable else { throw error }
      openedSequencer = .failure(StudioError("\(error.unavailability); then start the studio again"))
    }
    findAbandonedFiles()
    switch openedSequencer {
    case .success(let sequencer):
      try listen()
      followPorts(of: sequencer)
    case .failure(let error):
      model.withLock { model in
        model.failure = error.description
        model.live.addInput(LiveState.Input(name: Self.portName, endpoint: nil))
      }
    }
    soundQueue.async { [weak self] in self?.checkOutput() }
    player.observe { [weak self] notice in
      guard let self else { return }
      change { [player] in $0.voiceCount = player.voiceCount }
      if let notice { tell(.notice(notice)) }
    }
  }

  /// The time since the start.
  var now: Nanoseconds { time(at: StopToken.now) }

  /// Returns the time since the start at a time of the monotonic clock.
  func time(at monotonicTime: Nanoseconds) -> Nanoseconds { monotonicTime - start.withLock(\.self) }

  /// Changes the model, and tells the pages.
  func change<Value: Sendable>(_ body: (inout sending Model) -> sending Value) -> Value {
    let value = model.withLock(body)
    tell(.stateChanged)
    return value
  }

  /// Notifies all pages.
  func tell(_ news: StudioNews) {
    let observers = model.withLock { Array($0.observers.values) }
    for observer in observers { observer(news) }
  }

  /// Keeps the outputs and the aliases.
  private func followPorts(of sequencer: Sequencer) {
    Task { [weak self] in
      for await ports in sequencer.ports.updates {
        guard let self else { return }
        change { $0.outputs = ports.filter { $0.directions.contains(.output) } }
        readAliases(among: ports)
      }
    }
  }

  // MARK: Listening

  /// Starts to listen to all inputs.
  private func listen() throws {
    let capture = try Capture.start(from: [], as: Self.portName, addsNewInputs: true)
    start.withLock { $0 = capture.start }
    model.withLock { model in
      model.ownAddress = capture.ownAddress
      model.heardUntil = .zero
    }
    let isStarted = JoinableThread.detach(with: capture) { [weak self] in self?.listen(to: $0) }
    guard isStarted else { throw StudioError.noThread }
  }

  private func listen(to capture: consuming Capture) {
    var capture = capture
    var inputCount = 0
    var nextCount = Nanoseconds.zero
    defer { model.withLock { $0.heardUntil = nil } }
    do {
      addInputs(after: &inputCount, of: capture)
      while true {
        let asked = capture.elapsed
        let isRecording = model.withLock { $0.recording != nil }
        let interval = isRecording ? Self.recordingInterval : Self.hearingInterval
        switch try capture.next(until: asked + interval, stop: stop) {
        case .arrivals(let arrivals):
          addInputs(after: &inputCount, of: capture)
          take(arrivals, from: capture)
          // The kernel's count is a long text.
          if StopToken.now >= nextCount || arrivals.contains(where: \.isOverrun) {
            countLostEvents(of: capture)
            nextCount = StopToken.now + .seconds(1)
          }
        case .deadlinePassed: model.withLock { $0.hear(until: asked) }
        case .interrupted: break
        case .stopRequested:
          capture.end()
          while let arrivals = try capture.remaining() { take(arrivals, from: capture) }
          return
        }
      }
    } catch {
      change { $0.failure = "\(error)" }
    }
  }

  /// Adds the inputs that appeared.
  ///
  /// - Parameter count: The number of known inputs.
  private func addInputs(after count: inout Int, of capture: borrowing Capture) {
    let all = capture.sourceNames
    guard all.count > count else { return }
    var inputs: [LiveState.Input] = []
    for source in count..<all.count {
      inputs.append(LiveState.Input(name: all[source], endpoint: capture.source(source)?.endpoint))
    }
    count = all.count
    change { [inputs] model in
      for input in inputs { model.live.addInput(input) }
      model.live.setAliases(model.aliases)
    }
  }

  private func countLostEvents(of capture: borrowing Capture) {
    let count = capture.lostEventCount ?? 0
    guard model.withLock({ $0.lostCount < count }) else { return }
    change { $0.lostCount = count }
  }

  /// Applies messages that pages play to the input of the own port.
  func hear(_ messages: [Message]) {
    let now = now
    change { model in
      for message in messages {
        _ = Self.apply(
          .message(TimedMessage(time: now, message: message), from: Self.ownInput), to: &model)
      }
    }
  }

  private func take(_ arrivals: [Capture.Arrival], from capture: borrowing Capture) {
    player.play(arrivals)
    var found: [(source: Int, endpoint: Endpoint)] = []
    for case .sourceReconnected(_, let source) in arrivals {
      if let endpoint = capture.source(source)?.endpoint { found.append((source, endpoint)) }
    }
    var notices: [String] = []
    model.withLock { model in
      for (source, endpoint) in found { model.live.setEndpoint(of: source, endpoint) }
      for arrival in arrivals {
        if let notice = Self.apply(arrival, to: &model) { notices.append(notice) }
      }
      let now = arrivals.last?.time ?? .zero
      // Events arrive in the order of their times.
      if let heard = arrivals.last(where: { !$0.isFound })?.time { model.hear(until: heard) }
      model.arrivals.removeFirst { $0.timed.time.adding(Self.keptLength) < now }
    }
    tell(.stateChanged)
    for notice in notices { tell(.notice(notice)) }
  }

  /// - Returns: A message for the user, or `nil`.
  private static func apply(_ arrival: Capture.Arrival, to model: inout Model) -> String? {
    func name(_ source: Int) -> String { model.live.inputs[source].name }
    model.recording?.add(arrival)
    switch arrival {
    case .message(let timed, let source):
      model.live.apply(timed.message, at: timed.time, from: source)
      model.log.append(
        StudioLog.Line(time: timed.time, source: source, port: name(source), message: timed.message))
      model.arrivals.append((timed, source))
      model.judgment?.append(timed, from: source)
    case .overrun(let time):
      model.lostCount += 1
      model.live.reset(at: time)
      return "events were lost: they arrived faster than midirec could read them"
    case .sourceDisconnected(let time, let source):
      // A take that is kept later must not hold them: their note-offs will never arrive.
      for hold in model.live.held.all where hold.key.source == source && !hold.isPedal {
        let played = PlayedNote(channel: hold.key.channel, note: hold.key.note)
        model.arrivals.append((TimedMessage(time: time, message: played.release), source))
      }
      model.live.disconnect(source, at: time)
      return "\(name(source)) disconnected"
    case .sourceReconnected(let time, let source):
      model.live.reconnect(source, at: time)
      return "\(name(source)) connected again"
    case .sourceJoined(let name, _, _): return "\(name) connected"
    case .sourceRefused(let error, let source): return "\(name(source)) is back, but \(error)"
    case .inputRefused(let error): return "\(error)"
    case .unreadableEvent(let text, _, let source):
      return "\(name(source)) sent what MIDI doesn't have: \(text)"
    }
    return nil
  }
}

/// A notification for a page.
enum StudioNews {
  /// The state, the log, or the strip has changed.
  case stateChanged
  /// A message for the user.
  case notice(String)
}

/// An error of the studio, for users.
struct StudioError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  static var noThread: StudioError { StudioError("can't start a thread") }
}

extension Capture.Arrival {
  fileprivate var isOverrun: Bool {
    if case .overrun = self { true } else { false }
  }

  /// Whether the time is that of the monitor of ports, and not of an event.
  fileprivate var isFound: Bool {
    switch self {
    case .sourceJoined, .sourceReconnected: true
    default: false
    }
  }
}
