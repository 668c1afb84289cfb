internal import EventLanguage
internal import Foundation
internal import MIDICore
internal import MIDIRecReports
internal import NIOCore
internal import NIOWebSocket
internal import Synchronization
internal import SystemPackage

/// The WebSocket of a page.
///
/// The page gets the latest state, at most 60 times a second and only while it reads, so a slow or stopped page costs no
/// memory. Commands are performed in their order on a queue of the page. What the page holds is released when it is gone.
final class LivePage: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The size of the longest message of a page.
  static let maxMessageSize = 65_536
  /// The time between two states, and between two pings.
  private static let (interval, pingInterval) = (TimeAmount.nanoseconds(16_666_667), TimeAmount.seconds(5))
  /// A page must send its token in this time, and must answer pings in this time, because a suspended computer holds
  /// notes.
  private static let (tokenPatience, silence) = (TimeAmount.seconds(5), TimeAmount.seconds(15))
  /// A closed page must take the reason in this time.
  private static let closePatience = TimeAmount.seconds(1)
  /// The maximum number of changes of the strip in one message. A new page gets them with its first states, between which
  /// other pages get theirs.
  private static let mostEntries = 500
  private static let pageCount = Atomic(0)

  private let studio: Studio
  private let token: String
  /// The first message to the page.
  private let hello: String
  private let isForUserOnly: Bool
  private let id: Int
  private let commands: CommandQueue
  /// The commands that have arrived and aren't in the queue.
  private var arrived: [String] = []
  private let hasAnswers = RaisedFlag()

  private let decoder = JSONDecoder()
  private var isAuthorized = false
  private var isClosing = false
  private var isReading = true
  private let changes = ChangeFlag()
  /// Whether a change hasn't been sent.
  private var isStale = false
  /// Whether the latest state was sent so recently that the next one must wait.
  private var isPausing = false
  private var logReader = LogReader()
  private var stripPosition: Int?
  /// The number and the version of the judgment that the page has.
  private var judgmentVersion: [Int] = []
  private var lastHeard = NIODeadline.now()
  private var timers: [Scheduled<Void>] = []

  init(_ studio: Studio, token: String, hello: String, isForUserOnly: Bool) {
    self.studio = studio
    self.hello = hello
    self.token = token
    self.isForUserOnly = isForUserOnly
    id = Self.pageCount.add(1, ordering: .relaxed).newValue
    commands = CommandQueue(studio, page: id)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let bound = NIOLoopBound((page: self, context: context), eventLoop: context.eventLoop)
    timers.append(
      context.eventLoop.scheduleTask(in: Self.tokenPatience) {
        if !bound.value.page.isAuthorized { bound.value.page.close(.policyViolation, bound.value.context) }
      })
    schedulePing(context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    for timer in timers { timer.cancel() }
    performArrived(context)
    studio.model.withLock { $0.observers[id] = nil }
    // Behind the commands that are waiting, one of which could press a key.
    commands.finish { [studio, id] in _ = try? studio.releaseAll(of: id) }
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is StudioEnds { close(.goingAway, context) }
    if let refusal = event as? FrameCheck.Refusal { close(refusal.code, context) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    close(error is NIOWebSocketError ? .protocolError : .unexpectedServerError, context)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    guard !isClosing else { return }
    updateReading(context)
    if isAuthorized { update(context) }
    context.fireChannelWritabilityChanged()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    let frame = unwrapInboundIn(data)
    lastHeard = .now()
    switch frame.opcode {
    case .text:
      guard let text = String(validating: frame.unmaskedData.readableBytesView, as: UTF8.self) else {
        return close(.policyViolation, context)
      }
      receive(text, context)
    case .ping: send(frame.unmaskedData, .pong, context)
    case .pong: break
    case .connectionClose: close(.normalClosure, context)
    default: close(.unacceptableData, context)
    }
  }

  // MARK: Receiving

  private func receive(_ text: String, _ context: ChannelHandlerContext) {
    guard isAuthorized else {
      struct Greeting: Decodable { let token: String }
      guard let greeting = try? decoder.decode(Greeting.self, from: Data(text.utf8)),
        Secret.isEqual(greeting.token, token), !isForUserOnly || ConnectedUser.isOwn(context.channel)
      else { return close(.policyViolation, context) }
      return begin(context)
    }
    arrived.append(text)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    performArrived(context)
    context.fireChannelReadComplete()
  }

  private func performArrived(_ context: ChannelHandlerContext) {
    guard !arrived.isEmpty else { return }
    let bound = NIOLoopBound((page: self, context: context), eventLoop: context.eventLoop)
    let eventLoop = context.eventLoop
    commands.perform(arrived) { [hasAnswers] in
      guard hasAnswers.raise() else { return }
      eventLoop.execute {
        hasAnswers.lower()
        bound.value.page.sendAnswers(bound.value.context)
      }
    }
    arrived = []
    updateReading(context)
  }

  /// Reads the page's messages only while it reads its own, and while few of its commands wait, so that neither answers nor
  /// commands can pile up.
  private func updateReading(_ context: ChannelHandlerContext) {
    let isReading = context.channel.isWritable && !commands.isFull
    guard isReading != self.isReading else { return }
    self.isReading = isReading
    try? context.channel.syncOptions?.setOption(.autoRead, value: isReading)
  }

  private func sendAnswers(_ context: ChannelHandlerContext) {
    let answers = commands.takeAnswers()
    guard !isClosing else { return }
    for answer in answers {
      switch answer {
      case .reply(let text): write(context.channel.allocator.buffer(string: text), .text, context)
      case .filter(let command): setFilter(command, context)
      case .refusal: return close(.policyViolation, context)
      }
    }
    context.flush()
    updateReading(context)
  }

  private func setFilter(_ command: PageCommand, _ context: ChannelHandlerContext) {
    var reply = Reply(reply: command.id)
    do {
      logReader.setFilter(try command.filter)
      isStale = true
    } catch {
      reply.error = Studio.text(of: error)
    }
    send(reply, context)
    update(context)
  }

  // MARK: Sending

  private func begin(_ context: ChannelHandlerContext) {
    isAuthorized = true
    send(context.channel.allocator.buffer(string: hello), .text, context)
    send(ServerMessage(shownCommand: studio.model.withLock(\.shownCommand)), context)
    if let notice = studio.model.withLock({ $0.firstNotice.take() }) {
      send(ServerMessage(notice: notice), context)
    }
    let bound = NIOLoopBound((page: self, context: context), eventLoop: context.eventLoop)
    let eventLoop = context.eventLoop
    studio.model.withLock { model in
      model.observers[id] = { [changes] news in
        switch news {
        case .stateChanged:
          guard changes.raise() else { return }
          eventLoop.execute { bound.value.page.show(bound.value.context) }
        case .notice(let text):
          eventLoop.execute { bound.value.page.send(ServerMessage(notice: text), bound.value.context) }
        }
      }
    }
    // A page that breaks the rules at once costs no more than this.
    pause(context)
  }

  /// Sends the latest state as soon as possible.
  private func show(_ context: ChannelHandlerContext) {
    isStale = true
    update(context)
  }

  /// Waits before the next state. Changes in the meantime don't wake this thread.
  private func pause(_ context: ChannelHandlerContext) {
    isPausing = true
    let bound = NIOLoopBound((page: self, context: context), eventLoop: context.eventLoop)
    _ = context.eventLoop.scheduleTask(in: Self.interval) {
      let (page, context) = bound.value
      page.isPausing = false
      if page.changes.endPause() { page.isStale = true }
      page.update(context)
    }
  }

  /// Sends the latest state if the page lacks it and can take it, and not too soon after the previous one.
  private func update(_ context: ChannelHandlerContext) {
    guard isStale, isAuthorized, !isClosing, !isPausing, context.channel.isWritable else { return }
    changes.startPause()
    pause(context)
    let time = studio.now
    let position = stripPosition
    let sentVersion = judgmentVersion
    let (state, log, strip, end, isMore, judgment, version) = studio.model.withLock { model in
      let news = logReader.news(of: model.log)
      let changes = model.live.recent.changes
      let first = max(position ?? 0, changes.firstNumber)
      let entries = changes.from(first).prefix(Self.mostEntries)
      let end = first + entries.count
      let judgmentVersion = model.judgment.map { [$0.number, $0.version] } ?? []
      return (
        StateMessage(model, for: id, at: time), news.map { LogMessage($0, of: model.log) },
        entries.isEmpty && position != nil
          ? nil : StripMessage(isReset: position == nil, notes: entries.map { .init(entry: $0) }),
        end, end < changes.endNumber || logReader.isCatchingUp,
        judgmentVersion == sentVersion ? nil : model.judgment.map { JudgmentMessage(result: $0.result) },
        judgmentVersion
      )
    }
    (stripPosition, judgmentVersion, isStale) = (end, version, isMore)
    write(ServerMessage(state: state), context)
    if let log { write(ServerMessage(log: log), context) }
    if let strip { write(ServerMessage(strip: strip), context) }
    if let judgment { write(ServerMessage(judgment: judgment), context) }
    context.flush()
  }

  private func send(_ message: some Encodable, _ context: ChannelHandlerContext) {
    write(message, context)
    context.flush()
  }

  private func write(_ message: some Encodable, _ context: ChannelHandlerContext) {
    guard !isClosing, let text = try? JSONText.line(of: message) else { return }
    write(context.channel.allocator.buffer(string: text), .text, context)
  }

  private func send(_ data: ByteBuffer, _ opcode: WebSocketOpcode, _ context: ChannelHandlerContext) {
    write(data, opcode, context)
    context.flush()
  }

  private func write(_ data: ByteBuffer, _ opcode: WebSocketOpcode, _ context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: nil)
  }

  private func schedulePing(_ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((page: self, context: context), eventLoop: context.eventLoop)
    let timer = context.eventLoop.scheduleTask(in: Self.pingInterval) {
      let (page, context) = bound.value
      guard !page.isClosing else { return }
      guard NIODeadline.now() - page.lastHeard < Self.silence else { return page.close(.goingAway, context) }
      page.send(context.channel.allocator.buffer(string: ""), .ping, context)
      page.schedulePing(context)
    }
    timers = [timers.first, timer].compactMap(\.self)
  }

  /// Closes the connection, and sends the reason.
  private func close(_ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
    guard !isClosing else { return }
    isClosing = true
    var data = context.channel.allocator.buffer(capacity: 2)
    data.write(webSocketErrorCode: code)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    context.writeAndFlush(wrapOutboundOut(frame)).whenComplete { _ in bound.value.close(promise: nil) }
    // A page that doesn't read never takes the reason.
    try? context.channel.syncOptions?.setOption(.autoRead, value: false)
    timers.append(
      context.eventLoop.scheduleTask(in: Self.closePatience) { bound.value.close(promise: nil) })
  }
}

/// A flag that is raised once until it is lowered.
private final class RaisedFlag: Sendable {
  private let isRaised = Atomic(false)

  /// Returns whether the flag was lowered before.
  func raise() -> Bool { !isRaised.exchange(true, ordering: .acquiringAndReleasing) }

  func lower() { isRaised.store(false, ordering: .releasing) }
}

/// Tells whether the state has changed, and whether a thread must be woken for that.
private final class ChangeFlag: Sendable {
  /// The state is as it was sent, was sent recently, or has changed.
  private enum Phase {
    static let (resting, pausing, changed) = (0, 1, 2)
  }

  private let phase = Atomic(Phase.changed)

  /// Notes a change, and returns whether the thread that sends the state must be woken.
  func raise() -> Bool {
    phase.exchange(Phase.changed, ordering: .acquiringAndReleasing) == Phase.resting
  }

  /// Begins a pause, before the state is read.
  func startPause() { phase.store(Phase.pausing, ordering: .sequentiallyConsistent) }

  /// Ends a pause, and returns whether the state has changed.
  func endPause() -> Bool {
    !phase.compareExchange(
      expected: Phase.pausing, desired: Phase.resting, ordering: .acquiringAndReleasing
    ).exchanged
  }
}
