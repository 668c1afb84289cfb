internal import NIOCore
internal import NIOWebSocket

/// Checks what NIO doesn't: that the frames of a page are masked, have no reserved bits (RFC 6455, 5.1 and 5.2), and aren't
/// too many. It precedes the handler that joins fragments.
final class FrameCheck: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  /// The event that a frame is refused.
  struct Refusal {
    let code: WebSocketErrorCode
  }

  /// The maximum number of frames per second: more than ten fingers on the page send.
  private static let maxRate = 1000

  private var rateStart = NIODeadline.now()
  private var count = 0

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return context.fireUserInboundEventTriggered(Refusal(code: .protocolError))
    }
    let now = NIODeadline.now()
    if now - rateStart >= .seconds(1) { (rateStart, count) = (now, 0) }
    count += 1
    guard count <= Self.maxRate else {
      return context.fireUserInboundEventTriggered(Refusal(code: .policyViolation))
    }
    context.fireChannelRead(data)
  }
}
