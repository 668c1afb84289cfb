internal import Dispatch
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
  private static let pageCount = Atomic(0)

  private let studio: Studio
  private let token: String
  private let startedAt: Int64
  private let id: Int
  /// Performs the page's commands, so that the network continues while one of them takes time.
  private let queue: DispatchQueue
  /// Performs the commands that take long, so that a key can be released meanwhile.
  private let longQueue: DispatchQueue

  private let decoder = JSONDecoder()
  private var isAuthorized = false
  private var isClosing = false
  /// Whether a change hasn't been sent.
  private var isStale = false
  private var nextTime = NIODeadline.uptimeNanoseconds(0)
  private var isScheduled = false
  private var logReader = LogReader()
  private var stripPosition: Int?
  /// The number and the version of the judgment that the page has.
  private var judgmentVersion: [Int] = []
  private var lastHeard = NIODeadline.now()
  private var timers: [Scheduled<Void>] = []

  /// - Parameter startedAt: Time zero of the studio in milliseconds since 1970.
  init(_ studio: Studio, token: String, startedAt: Int64) {
    self.studio = studio
    self.startedAt = startedAt
    self.token = token
    id = Self.pageCount.add(1, ordering: .relaxed).newValue
    queue = DispatchQueue(label: "midirec studio page \(id)")
    longQueue = DispatchQueue(label: "midirec studio page \(id), long commands")
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
    studio.model.withLock { $0.observers[id] = nil }
    // Behind the commands that are waiting, one of which could press a key.
    queue.async { [studio, id] in
      _ = try? studio.releaseAll(of: id)
      studio.forgetDecisions(of: id)
    }
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
    // While the page doesn't read, its messages aren't read, so that answers can't pile up.
    try? context.channel.syncOptions?.setOption(.autoRead, value: context.channel.isWritable)
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
        Secret.isEqual(greeting.token, token)
      else { return close(.policyViolation, context) }
      return begin(context)
    }
    guard let command = try? decoder.decode(PageCommand.self, from: Data(text.utf8)) else {
      return close(.policyViolation, context)
    }
    if command.do == "filter" { return setFilter(command, context) }
    let bound = NIOLoopBound((page: self, context: context), eventLoop: context.eventLoop)
    let eventLoop = context.eventLoop
    // Notes don't wait for a search, for a font, or for a long comparison.
    let queue =
      Studio.soundActions.contains(command.do) ? studio.soundQueue : command.isLong ? longQueue : queue
    queue.async { [studio, id] in
      let reply = studio.perform(command, of: id)
      eventLoop.execute { bound.value.page.send(reply, bound.value.context) }
    }
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
    send(
      ServerMessage(hello: .init(startedAt: startedAt, folder: studio.folder.string)),
      context)
    let bound = NIOLoopBound((page: self, context: context), eventLoop: context.eventLoop)
    let eventLoop = context.eventLoop
    // Many changes before the next update wake the loop once.
    let isRaised = RaisedFlag()
    studio.model.withLock { model in
      model.observers[id] = { news in
        switch news {
        case .stateChanged:
          guard isRaised.raise() else { return }
          eventLoop.execute {
            isRaised.lower()
            bound.value.page.isStale = true
            bound.value.page.update(bound.value.context)
          }
        case .notice(let text):
          eventLoop.execute { bound.value.page.send(ServerMessage(notice: text), bound.value.context) }
        }
      }
    }
    isStale = true
    update(context)
  }

  /// Sends the latest state if the page can take it, and not too soon after the previous one.
  private func update(_ context: ChannelHandlerContext) {
    guard isStale, isAuthorized, !isClosing, !isScheduled, context.channel.isWritable else { return }
    let now = NIODeadline.now()
    guard now >= nextTime else {
      isScheduled = true
      let bound = NIOLoopBound((page: self, context: context), eventLoop: context.eventLoop)
      _ = context.eventLoop.scheduleTask(deadline: nextTime) {
        bound.value.page.isScheduled = false
        bound.value.page.update(bound.value.context)
      }
      return
    }
    isStale = false
    nextTime = now + Self.interval
    let time = studio.now
    let position = stripPosition
    let sentVersion = judgmentVersion
    let (state, log, strip, end, judgment, version) = studio.model.withLock { model in
      let news = logReader.news(of: model.log)
      let changes = model.live.recent.changes
      let entries = changes.from(position ?? 0)
      let judgmentVersion = model.judgment.map { [$0.number, $0.version] } ?? []
      return (
        StateMessage(model, for: id, at: time), news.map { LogMessage($0, of: model.log) },
        entries.isEmpty && position != nil
          ? nil : StripMessage(isReset: position == nil, notes: entries.map { .init(entry: $0) }),
        changes.endNumber,
        judgmentVersion == sentVersion ? nil : model.judgment.map { JudgmentMessage(result: $0.result) },
        judgmentVersion
      )
    }
    (stripPosition, judgmentVersion) = (end, version)
    send(ServerMessage(state: state), context)
    if let log { send(ServerMessage(log: log), context) }
    if let strip { send(ServerMessage(strip: strip), context) }
    if let judgment { send(ServerMessage(judgment: judgment), context) }
  }

  private func send(_ message: some Encodable, _ context: ChannelHandlerContext) {
    guard !isClosing, let text = try? JSONText.line(of: message) else { return }
    send(context.channel.allocator.buffer(string: text), .text, context)
  }

  private func send(_ data: ByteBuffer, _ opcode: WebSocketOpcode, _ context: ChannelHandlerContext) {
    let frame = WebSocketFrame(fin: true, opcode: opcode, data: data)
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
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
