internal import MIDIRecReports
internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket

/// Answers the request of a connection: with the page for `GET /`, with a report, or with a refusal.
///
/// A connection has one request, so that unread answers can't pile up.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// A connection is closed if its request isn't complete in this time.
  private static let patience = TimeAmount.seconds(10)
  /// The longest address that can be that of a request.
  private static let maxAddressLength = 1024

  private let origins: Origins
  private let reports: ReportPages
  private var head: HTTPRequestHead?
  /// Whether the request was answered, and the rest of the connection is ignored.
  private var isAnswered = false
  private var limit: Scheduled<Void>?

  init(_ origins: Origins, _ reports: ReportPages) { (self.origins, self.reports) = (origins, reports) }

  func handlerAdded(context: ChannelHandlerContext) {
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    limit = context.eventLoop.scheduleTask(in: Self.patience) { bound.value.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { limit?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isAnswered else { return }
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

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    guard origins.allow(head), head.uri.utf8.count <= Self.maxAddressLength else {
      return refuse(.forbidden, context)
    }
    let report = reports.page(at: head.uri)
    guard head.uri == "/" || head.uri == "/live" || report != nil else { return refuse(.notFound, context) }
    // A WebSocket that comes from elsewhere arrives here.
    guard head.uri != "/live" else { return refuse(.forbidden, context) }
    guard head.method == .GET || head.method == .HEAD else { return refuse(.methodNotAllowed, context) }
    let fetchers = head.headers["sec-fetch-site"]
    guard fetchers.isEmpty || fetchers == ["none"] || fetchers == ["same-origin"] else {
      return refuse(.forbidden, context)
    }
    if let report {
      return respond(
        .ok, Self.headers(ofReport: report.type), length: report.bytes.count,
        body: head.method == .GET ? report.bytes : [], context)
    }
    let page = HTMLPage.studio.livePage(port: context.channel.localAddress?.port ?? 0)
    respond(
      .ok, ["content-type": "text/html; charset=utf-8", "content-security-policy": page.policy],
      length: page.bytes.count, body: head.method == .GET ? page.bytes : [], context)
  }

  private func refuse(_ status: HTTPResponseStatus, _ context: ChannelHandlerContext) {
    respond(status, [:], length: 0, body: [], context)
  }

  /// Answers the request, and closes the connection.
  private func respond(
    _ status: HTTPResponseStatus, _ headers: HTTPHeaders, length: Int, body: [UInt8],
    _ context: ChannelHandlerContext
  ) {
    isAnswered = true
    var all = Self.headers
    for (name, value) in headers { all.replaceOrAdd(name: name, value: value) }
    all.add(name: "content-length", value: "\(length)")
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: all)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if !body.isEmpty {
      context.write(
        wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: body)))), promise: nil)
    }
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in bound.value.close(promise: nil) }
  }

  /// The headers of reports. A report has a separate origin, so it can neither act nor read what the studio's page
  /// stores. Browsers refuse such a page if it also has an opener policy (HTML Standard, "cross-origin opener policies").
  /// An audio file has the studio's origin, because the browser's player reads it again.
  private static func headers(ofReport type: String) -> HTTPHeaders {
    let sandbox = type == ReportPages.html ? "sandbox allow-scripts; " : ""
    return [
      "content-type": type, "cross-origin-opener-policy": "unsafe-none",
      "content-security-policy": "\(sandbox)frame-ancestors 'none'",
    ]
  }

  /// The headers of all answers.
  private static let headers: HTTPHeaders = [
    "cache-control": "no-store", "connection": "close", "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin", "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff", "x-frame-options": "DENY",
  ]
}
