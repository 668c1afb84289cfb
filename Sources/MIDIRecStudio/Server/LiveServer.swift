internal import Foundation
internal import MIDIRecReports
internal import MIDIRecSystem
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOWebSocket
internal import Synchronization
internal import SystemPackage

/// The server of the studio's page: one page, and one WebSocket per page, on the loopback interface.
///
/// - A request must name one of the server's own addresses as its host, so that a name that an attacker resolves to this
///   machine is refused. A WebSocket must also come from the page's own origin.
/// - The page is public. A page gets the state, and can act, once its first message has the token of the address that
///   midirec prints. A cookie would reach other servers of this machine.
/// - If the token is in the command line of a browser, which all users can read, other users' programs are refused.
/// - Sizes, times, and numbers of connections are limited, so that no client can use up memory or descriptors.
package final class LiveServer: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any NIOCore.Channel
  private let connections: Connections

  /// The address with the token.
  package let address: String

  /// Starts to serve.
  ///
  /// - Parameters:
  ///   - port: The TCP port, or 0 for any free one.
  ///   - isForUserOnly: Whether other users of this computer are refused although they have the token.
  /// - Throws: `Errno` if the port can't be used.
  package init(_ studio: Studio, port: Int, isForUserOnly: Bool) throws {
    let token = Secret.new()
    // Once, because pages keep times of the clock in their addresses.
    let startedAt = Int64(Date().timeIntervalSince1970 * 1000) - studio.now.microseconds / 1000
    let hello = try JSONText.line(
      of: ServerMessage(hello: .init(startedAt: startedAt, folder: studio.folder.string)))
    let connections = Connections()
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = 8192
    limits.maxHeaderListSize = 16_384
    limits.maxHeaderFieldCount = 64
    let headerLimits = limits
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      // Bounds what a page that doesn't read holds.
      .childChannelOption(.socketOption(.so_sndbuf), value: 65_536)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 2048, high: 16_384))
      // Bounds what one client can send before the others have their turn.
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 1024))
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard connections.add(channel) else { throw ChannelError.ioOnClosedChannel }
          let port = channel.localAddress?.port ?? 0
          let origins = Origins(port: port)
          let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: LivePage.maxMessageSize,
            shouldUpgrade: { channel, head in
              channel.eventLoop.makeSucceededFuture(
                head.uri == "/live" && origins.allowWebSocket(head) ? HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { channel, _ in
              channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(FrameCheck())
                try pipeline.addHandler(
                  NIOWebSocketFrameAggregator(
                    minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 16,
                    maxAccumulatedFrameSize: LivePage.maxMessageSize))
                try pipeline.addHandler(
                  LivePage(studio, token: token, hello: hello, isForUserOnly: isForUserOnly))
              }
            })
          let requests = RequestHandler(origins, studio.reports)
          let pipeline = channel.pipeline.syncOperations
          let boundRequests = NIOLoopBound(requests, eventLoop: channel.eventLoop)
          try pipeline.configureHTTPServerPipeline(
            withServerUpgrade: (
              upgraders: [upgrader],
              completionHandler: { context in
                context.pipeline.syncOperations.removeHandler(boundRequests.value, promise: nil)
              }
            ), withEncoderConfiguration: .init(), withDecoderLimitConfiguration: headerLimits)
          try pipeline.addHandler(requests)
        }
      }
    self.connections = connections
    do {
      channel = try bootstrap.bind(host: "127.0.0.1", port: port).wait()
    } catch {
      try? group.syncShutdownGracefully()
      // The text of NIO's error has the name of a function.
      throw (error as? IOError).map { Errno(rawValue: $0.errnoCode) } ?? error
    }
    address = "http://127.0.0.1:\(channel.localAddress?.port ?? port)/#\(token)"
  }

  /// Closes all connections, and tells the pages that the studio ends.
  package func close() {
    channel.close(mode: .all, promise: nil)
    connections.closeAll()
    try? group.syncShutdownGracefully()
  }
}

/// The open connections.
private final class Connections: Sendable {
  /// A browser opens up to six for one page.
  private static let maxCount = 128

  private let open = Mutex<[ObjectIdentifier: any NIOCore.Channel]>([:])

  /// Adds a connection until it is closed, or returns `false` if there are too many.
  func add(_ channel: any NIOCore.Channel) -> Bool {
    let id = ObjectIdentifier(channel)
    let isAdded = open.withLock { open in
      guard open.count < Self.maxCount else { return false }
      open[id] = channel
      return true
    }
    if isAdded { channel.closeFuture.whenComplete { [self] _ in open.withLock { $0[id] = nil } } }
    return isAdded
  }

  /// Closes all connections.
  func closeAll() {
    for channel in open.withLock({ Array($0.values) }) {
      channel.pipeline.fireUserInboundEventTriggered(StudioEnds())
      channel.close(mode: .all, promise: nil)
    }
  }
}

/// The event that the studio ends.
struct StudioEnds {}

/// The hosts and origins of the page.
struct Origins: Sendable {
  private let hosts: Set<String>

  init(port: Int) { hosts = Set(["127.0.0.1", "localhost"].map { "\($0):\(port)" }) }

  /// Returns whether a request names this server.
  func allow(_ head: HTTPRequestHead) -> Bool {
    let named = head.headers["host"]
    return named.count == 1 && hosts.contains(named[0].lowercased())
  }

  /// Returns whether a WebSocket comes from the page.
  func allowWebSocket(_ head: HTTPRequestHead) -> Bool {
    let origins = head.headers["origin"]
    guard allow(head), origins.count == 1, origins[0].lowercased().hasPrefix("http://") else { return false }
    return hosts.contains(String(origins[0].lowercased().dropFirst(7)))
  }
}
