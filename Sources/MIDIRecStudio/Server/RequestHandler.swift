internal import MIDIRecReports
internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket

/// Answers the requests of a connection: the page for `GET /`, and refusals.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// A connection is closed if its next request isn't complete in this time.
  private static let patience = TimeAmount.seconds(10)
  /// The longest address that can be that of a request.
  private static let maxAddressLength = 1024

  private let origins: Origins
  private var head: HTTPRequestHead?
  /// Whether a request was refused, and the rest of the connection is ignored.
  private var isRefused = false
  private var limit: Scheduled<Void>?

  init(_ origins: Origins) { self.origins = origins }

  func handlerAdded(context: ChannelHandlerContext) { startLimit(context) }

  func handlerRemoved(context: ChannelHandlerContext) { limit?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    // No request of the page has one.
    case .body: refuse(.payloadTooLarge, context)
    case .end:
      guard let head else { return }
      answer(head, context)
      self.head = nil
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The request that can't become a WebSocket follows.
    if error is NIOWebSocketUpgradeError { return }
    // NIO has answered a malformed request.
    context.flush()
    context.close(promise: nil)
  }

  /// Doesn't read the next request while the client doesn't read answers.
  func channelWritabilityChanged(context: ChannelHandlerContext) {
    try? context.channel.syncOptions?.setOption(.autoRead, value: context.channel.isWritable)
    context.fireChannelWritabilityChanged()
  }

  private func startLimit(_ context: ChannelHandlerContext) {
    limit?.cancel()
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    limit = context.eventLoop.scheduleTask(in: Self.patience) { bound.value.close(promise: nil) }
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    guard origins.allow(head), head.uri.utf8.count <= Self.maxAddressLength else {
      return refuse(.forbidden, context)
    }
    guard head.uri == "/" || head.uri == "/live" else { return refuse(.notFound, context) }
    // A WebSocket that comes from elsewhere arrives here.
    guard head.uri == "/" else { return refuse(.forbidden, context) }
    guard head.method == .GET || head.method == .HEAD else { return refuse(.methodNotAllowed, context) }
    let fetchers = head.headers["sec-fetch-site"]
    guard fetchers.isEmpty || fetchers == ["none"] || fetchers == ["same-origin"] else {
      return refuse(.forbidden, context)
    }
    let port = context.channel.localAddress?.port ?? 0
    let page = HTMLPage.studio.livePage(port: port)
    var headers = Self.headers
    headers.add(name: "content-type", value: "text/html; charset=utf-8")
    headers.add(name: "content-length", value: "\(page.bytes.count)")
    headers.add(name: "content-security-policy", value: page.policy)
    if !head.isKeepAlive { headers.add(name: "connection", value: "close") }
    context.write(
      wrapOutboundOut(.head(.init(version: .http1_1, status: .ok, headers: headers))), promise: nil)
    if head.method == .GET {
      let body = context.channel.allocator.buffer(bytes: page.bytes)
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    }
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    let isKept = head.isKeepAlive
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      if !isKept { bound.value.close(promise: nil) }
    }
    startLimit(context)
  }

  private func refuse(_ status: HTTPResponseStatus, _ context: ChannelHandlerContext) {
    isRefused = true
    var headers = Self.headers
    headers.add(name: "content-length", value: "0")
    headers.add(name: "connection", value: "close")
    context.write(
      wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: headers))), promise: nil)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in bound.value.close(promise: nil) }
  }

  /// The headers of all answers.
  private static let headers: HTTPHeaders = [
    "cache-control": "no-store", "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin", "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff", "x-frame-options": "DENY",
  ]
}
